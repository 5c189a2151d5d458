/** A bar that shows Black's chance of winning. */

import { wholePercent } from "../core/tree";
import { h } from "./dom";

export class ChanceBar {
  private readonly fill = h("span");
  readonly element = h(
    "div",
    { class: "chance", role: "meter", "aria-valuemin": 0, "aria-valuemax": 100, label: "chance.label" },
    this.fill,
    h("span", { class: "half" }),
  );

  /** Shows a chance from 0 to 1, or null if it is not known, and says it in words. */
  show(chance: number | null, words: string): void {
    const percent = wholePercent(chance ?? 0.5);
    this.fill.style.setProperty("width", `${percent}%`);
    this.element.setAttribute("aria-valuenow", String(percent));
    this.element.setAttribute("aria-valuetext", words);
  }
}
