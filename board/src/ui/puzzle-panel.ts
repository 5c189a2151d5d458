/** The panel of the puzzles. */

import type { App } from "../app/app";
import { Exercise, type Puzzles } from "../app/puzzles";
import { t } from "../i18n";
import { button, h, replace } from "./dom";

export function puzzlePanel(app: App, puzzles: Puzzles): HTMLElement {
  const actions = h("div", { class: "actions" });
  const meter = h("progress", { label: "puzzle.progress", max: 1, value: 0 });
  const count = h("p", { class: "quiet" });
  const list = h("div", { class: "numbers", role: "group", label: "puzzle.list" });
  const draw = () => {
    const exercise = app.activity instanceof Exercise ? app.activity : null;
    replace(
      actions,
      ...(exercise
        ? [
            button("puzzle.next", () => puzzles.start(puzzles.after(exercise.number)), {
              class: exercise.state === "open" ? "" : "primary",
            }),
            button("puzzle.retry", () => exercise.retry()),
            button("puzzle.show", () => exercise.solve(), { disabled: exercise.state !== "open" }),
          ]
        : [
            button("puzzle.start", () => puzzles.start(puzzles.after(-1)), {
              class: "primary",
              disabled: puzzles.all.length === 0,
            }),
          ]),
      puzzles.search
        ? button("puzzle.stop", () => puzzles.stop())
        : button("puzzle.find", () => void puzzles.find(), { disabled: Boolean(exercise) }),
    );
    meter.hidden = puzzles.search === null;
    if (puzzles.search) meter.value = puzzles.search.done / Math.max(1, puzzles.search.total);
    const { solved } = app.settings;
    count.textContent = t("puzzle.count", {
      solved: solved.length,
      count: puzzles.shipped.length,
      own: puzzles.own.length,
    });
    replace(
      list,
      ...puzzles.all.map((puzzle, index) => {
        const isSolved = index < puzzles.shipped.length && solved.includes(index);
        const name =
          t("puzzle.name", { number: index + 1, n: Math.ceil(puzzle.plies / 2), rule: t(`rule.${puzzle.rule}`) }) +
          (isSolved ? `, ${t("puzzle.isSolved")}` : "");
        return h(
          "button",
          {
            type: "button",
            "aria-label": name,
            title: name,
            class: isSolved ? "solved" : "",
            "aria-current": exercise?.number === index ? "true" : null,
            onclick: () => puzzles.start(index),
          },
          String(index + 1),
        );
      }),
    );
  };
  app.on(["activity", "language", "settings"], draw);
  draw();
  return h("div", {}, actions, meter, count, list, h("p", { class: "quiet", text: "puzzle.about" }));
}
