/** Fields for the limits of a search, folded below a line that says what they are. */

import { BOUNDS, LIMITS, type LimitName, type SearchLimits, isLimited, readLimit } from "../core/limits";
import { type Key, count, t } from "../i18n";
import { h } from "./dom";

export interface LimitFields {
  readonly element: HTMLDetailsElement;
  /** Writes the line again, after the language changed. */
  draw(): void;
}

/** What a limit is called, and its unit for a screen reader and for the eye. */
const NAMES: Record<LimitName, Key> = { seconds: "limits.seconds", depth: "limits.depth", nodes: "limits.nodes" };

let fields = 0;

/** With `needsOne`, a search without any limit is refused. */
export function limitFields(
  title: Key,
  limits: () => SearchLimits,
  changed: (limits: SearchLimits) => void,
  needsOne = false,
): LimitFields {
  const id = `limits-${++fields}`;
  const summary = h("summary", {});
  const problem = h("p", { class: "problem", id, role: "alert" });
  const draw = () => {
    const now = limits();
    const words = LIMITS.flatMap((name) => {
      const value = now[name];
      return value === null ? [] : [`${t(NAMES[name])} ${count(value)}`];
    });
    summary.textContent = `${t(title)}: ${words.join(", ") || t("limits.none")}`;
  };
  const refuse = (input: HTMLInputElement, text: string) => {
    problem.textContent = text;
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", id);
  };
  const inputs = LIMITS.map((name) => {
    const field = `${id}-${name}`;
    const value = limits()[name];
    const input: HTMLInputElement = h("input", {
      id: field,
      type: "text",
      inputmode: name === "seconds" ? "decimal" : name === "depth" ? "numeric" : "text",
      autocomplete: "off",
      value: value === null ? "" : String(value),
      onchange: () => {
        const value = readLimit(name, input.value);
        const { least, most } = BOUNDS[name];
        if (value === undefined) {
          const words = { name: t(NAMES[name]), least: count(least), most: count(most) };
          return refuse(input, t(name === "seconds" ? "limits.bad" : "limits.badWhole", words));
        }
        const wanted = { ...limits(), [name]: value };
        if (needsOne && !isLimited(wanted)) return refuse(input, t("limits.needed"));
        problem.textContent = "";
        input.removeAttribute("aria-invalid");
        input.removeAttribute("aria-describedby");
        changed(wanted);
        draw();
      },
    });
    return h("div", { class: "field" }, h("label", { for: field, text: NAMES[name] }), input);
  });
  draw();
  return {
    element: h("details", { class: "limits" }, summary, h("div", { class: "fields" }, ...inputs), problem),
    draw,
  };
}
