/** The panel of what comes back after days: missed puzzles and mistakes. */

import type { App } from "../app/app";
import type { Puzzles } from "../app/puzzles";
import { day, t } from "../i18n";
import { button, h } from "./dom";

export function repeatPanel(app: App, puzzles: Puzzles): HTMLElement {
  const { training } = puzzles;
  const due = h("p", {});
  const later = h("p", { class: "quiet" });
  const again = button("repeat.start", () => puzzles.repeat(), { class: "primary" });
  const draw = () => {
    const count = training.due.length;
    due.textContent = t("repeat.due", { count });
    again.disabled = count === 0;
    const { n, date } = training.later;
    later.hidden = date === null;
    if (date) later.textContent = t("repeat.later", { n, date: day(date) });
  };
  app.on(["training", "language"], draw);
  draw();
  return h(
    "div",
    { class: "learning" },
    due,
    h("div", { class: "actions" }, again),
    later,
    h("p", { class: "quiet", text: "repeat.about" }),
  );
}
