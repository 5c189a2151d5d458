/** An item of a list of lines or moves that can be pressed. */

import { type Attributes, type Child, h } from "./dom";

/** First what stands out, as the worth of a line, then the rest. */
export const lineItem = (head: readonly Child[], rest: string, attributes: Attributes): HTMLElement =>
  h("li", {}, h("button", { type: "button", class: "line", ...attributes }, h("b", {}, ...head), h("span", {}, rest)));
