/** Below the board: how a task, a step of the lesson or a question about an opening goes on. */

import type { App } from "../app/app";
import { Exercise } from "../app/exercise";
import { Lesson } from "../app/lesson";
import { Recall } from "../app/recall";
import type { Training } from "../app/training";
import { LESSON } from "../core/lesson";
import { t } from "../i18n";
import { button, h, replace } from "./dom";

export function trainingBar(app: App, training: Training, play: () => void): HTMLElement {
  const bar = h("div", { class: "actions opening", role: "group", label: "training.label", hidden: true });
  const draw = () => {
    const { activity } = app;
    bar.hidden = ![Exercise, Lesson, Recall].some((kind) => activity instanceof kind);
    if (activity instanceof Exercise) {
      const isOpen = activity.phase === "open";
      replace(
        bar,
        button("puzzle.next", () => activity.next(), { class: isOpen ? "" : "primary" }),
        button("puzzle.retry", () => activity.retry()),
        button("puzzle.show", () => activity.solve(), { disabled: !isOpen }),
      );
    } else if (activity instanceof Recall) {
      replace(
        bar,
        button("repertoire.next", () => activity.next(), { class: activity.isDone ? "primary" : "" }),
        button("repertoire.show", () => activity.solve(), { disabled: activity.isDone }),
      );
    } else if (activity instanceof Lesson) {
      const { next, number } = activity;
      const style = { class: activity.isSolved ? "primary" : "" };
      replace(
        bar,
        h("span", { class: "quiet" }, `${number + 1} / ${LESSON.length}`),
        next === null
          ? h("button", { type: "button", onclick: play, ...style }, t("ladder.next", { level: 1 }))
          : button("lesson.next", () => Lesson.start(app, training, next), style),
      );
    } else {
      replace(bar);
    }
  };
  app.on(["activity", "language"], draw);
  draw();
  return bar;
}
