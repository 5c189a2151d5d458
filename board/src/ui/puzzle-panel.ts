/** The panel of puzzles: the next one, and those of the user's games. */

import type { App } from "../app/app";
import { Exercise } from "../app/exercise";
import { CHECKED_NODES, type Puzzles } from "../app/puzzles";
import { PUZZLE_KINDS, PUZZLE_RULES } from "../app/settings";
import { count, currentLanguage, signed, t } from "../i18n";
import { button, choice, h, replace } from "./dom";
import { dailyPart, progressPart } from "./progress-part";
import { ruleName } from "./words";

export function puzzlePanel(app: App, puzzles: Puzzles): HTMLElement {
  const { training } = puzzles;
  const rating = h("p", { class: "rating" });
  const about = h("p", { class: "quiet" });
  const search = h("div", { class: "actions" });
  const meter = h("progress", { label: "puzzle.progress", max: 1, value: 0 });
  const list = h("div", { class: "numbers", role: "group", label: "puzzle.list" });
  const drawFacts = () => {
    about.textContent = t("puzzle.about", { nodes: count(CHECKED_NODES) });
    rating.hidden = training.counts.tried === 0;
    rating.textContent = t("puzzle.rating", {
      rating: Math.round(training.rating.value),
      change: signed(training.change),
      ...training.counts,
    });
  };
  const find = button("puzzle.find", () => void puzzles.find());
  const stop = button("puzzle.stop", () => puzzles.stop());
  /** What the list was drawn from. */
  let drawnFrom: readonly unknown[] = [];
  const drawOwn = () => {
    const task = app.activity instanceof Exercise ? app.activity.task : null;
    find.disabled = Boolean(task);
    const shown = puzzles.search ? stop : find;
    if (search.firstChild !== shown) replace(search, shown);
    meter.hidden = puzzles.search === null;
    if (puzzles.search) meter.value = puzzles.search.done / Math.max(1, puzzles.search.total);
    const from = [puzzles.own, task, currentLanguage()];
    if (from.every((one, at) => one === drawnFrom[at])) return;
    drawnFrom = from;
    replace(
      list,
      ...puzzles.own.map((own, index) => {
        const name = t("puzzle.name", {
          number: index + 1,
          n: Math.ceil(own.plies / 2),
          rule: ruleName(own.rule),
        });
        return h(
          "button",
          {
            type: "button",
            "aria-label": name,
            title: name,
            "aria-current": own === task ? "true" : null,
            onclick: () => puzzles.startOwn(index),
          },
          String(index + 1),
        );
      }),
    );
  };
  const panel = h(
    "div",
    { class: "learning" },
    rating,
    h(
      "div",
      { class: "actions" },
      button("puzzle.start", () => void puzzles.next(), { class: "primary" }),
      choice(
        "puzzle.kind",
        PUZZLE_KINDS.map((kind) => [kind, { key: `kind.${kind}` }] as const),
        app.settings.puzzleKind,
        (puzzleKind) => app.set({ puzzleKind }),
      ),
      choice(
        "play.rule",
        PUZZLE_RULES.map((rule) => [rule, { key: rule === "mixed" ? "kind.mixed" : `rule.${rule}` }] as const),
        app.settings.puzzleRule,
        (puzzleRule) => app.set({ puzzleRule }),
      ),
    ),
    dailyPart(app, puzzles),
    progressPart(app, puzzles),
    about,
    h("p", { class: "quiet", text: "puzzle.scale" }),
    h("h2", { text: "puzzle.own" }),
    search,
    meter,
    list,
  );
  app.on(["training", "language"], drawFacts);
  app.on(["activity", "language", "training"], drawOwn);
  drawFacts();
  drawOwn();
  return panel;
}
