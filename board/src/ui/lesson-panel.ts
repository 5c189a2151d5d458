/** The panel of the lesson, and its steps. */

import type { App } from "../app/app";
import { Lesson } from "../app/lesson";
import type { Training } from "../app/training";
import { LESSON } from "../core/lesson";
import { t } from "../i18n";
import { button, h, replace } from "./dom";

export function lessonPanel(app: App, training: Training): HTMLElement {
  const steps = h("div", { class: "numbers", role: "group", label: "lesson.steps" });
  const draw = () => {
    const shown = app.activity instanceof Lesson ? app.activity.number : null;
    replace(
      steps,
      ...LESSON.map((_, index) => {
        const isSolved = training.lesson.includes(index);
        const name = t("lesson.step", { number: index + 1 }) + (isSolved ? `, ${t("puzzle.isSolved")}` : "");
        return h(
          "button",
          {
            type: "button",
            "aria-label": name,
            title: name,
            class: isSolved ? "solved" : "",
            "aria-current": shown === index ? "step" : null,
            onclick: () => Lesson.start(app, training, index),
          },
          String(index + 1),
        );
      }),
    );
  };
  app.on(["activity", "training", "language"], draw);
  draw();
  return h(
    "div",
    { class: "learning" },
    h("p", { text: "lesson.about" }),
    h(
      "div",
      { class: "actions" },
      button("lesson.begin", () => Lesson.start(app, training), { class: "primary" }),
    ),
    steps,
  );
}
