/** The table of what each side did well and badly. */

import type { Color } from "../core/geometry";
import type { Summary } from "../engine/brain";
import { type Key, percent } from "../i18n";
import { h } from "./dom";

const COLUMNS: readonly Key[] = [
  "review.moves",
  "review.best",
  "review.mistakes",
  "review.blunders",
  "review.missed",
  "review.loss",
];

/** The table of both sides, which are named as given. */
export function summaryTable(
  summaries: Readonly<Record<Color, Summary>>,
  names: Readonly<Record<Color, string>>,
): HTMLElement {
  const row = (color: Color) => {
    const { moves, best, mistakes, blunders, missedWins, meanLoss } = summaries[color];
    const cells = [moves, best, mistakes, blunders, missedWins, meanLoss === null ? "–" : percent(meanLoss, 1)];
    return h("tr", {}, h("th", { scope: "row" }, names[color]), ...cells.map((cell) => h("td", {}, String(cell))));
  };
  return h(
    "table",
    {},
    h("caption", { text: "review.summary" }),
    h("thead", {}, h("tr", {}, h("td"), ...COLUMNS.map((text) => h("th", { scope: "col", text })))),
    h("tbody", {}, row("black"), row("white")),
  );
}
