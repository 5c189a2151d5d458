/** Makes elements. Texts are keys of the language file, so that they can change while the page is open. */

import { type Key, t } from "../i18n";
import type { Icon } from "./icons";

export interface Attributes {
  /** Keys of texts: the content, the accessible name, the tooltip. */
  text?: Key;
  label?: Key;
  tip?: Key;
  /** What an empty field asks for. */
  hint?: Key;
  class?: string;
  [name: string]: unknown;
}

export type Child = globalThis.Node | string | null | undefined | false;

const translated: Record<string, (element: Element, text: string) => void> = {
  text: (element, text) => (element.textContent = text),
  label: (element, text) => element.setAttribute("aria-label", text),
  tip: (element, text) => element.setAttribute("title", text),
  hint: (element, text) => element.setAttribute("placeholder", text),
};

/** An element. Attributes whose name begins with `on` are listeners; those that are false or null are left out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name in translated) setText(element, name as "text", value as Key);
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child): child is globalThis.Node | string => Boolean(child)));
  return element;
}

/** Gives an element a text that follows the language. */
export function setText(element: Element, what: "text" | "label" | "tip", key: Key): void {
  element.setAttribute(`data-${what}`, key);
  translated[what]!(element, t(key));
}

/** Writes all texts below an element again, after the language changed. */
export function translate(root: ParentNode): void {
  for (const [what, write] of Object.entries(translated)) {
    for (const element of root.querySelectorAll(`[data-${what}]`))
      write(element, t(element.getAttribute(`data-${what}`) as Key));
  }
}

/**
 * Replaces the content of an element. A control in it that had the focus keeps it if it stays, and else gives it to the
 * one in its place.
 */
export function replace(parent: HTMLElement, ...children: HTMLElement[]): void {
  const controls = () => [...parent.querySelectorAll<HTMLElement>("button, select, input")];
  const focused = document.activeElement as HTMLElement;
  const at = controls().indexOf(focused);
  parent.replaceChildren(...children);
  if (at < 0) return;
  if (parent.contains(focused)) return focused.focus({ preventScroll: true });
  const left = controls().filter((control) => !control.hasAttribute("disabled"));
  (left[Math.min(at, left.length - 1)] ?? parent.closest<HTMLElement>("[role=tabpanel]"))?.focus();
}

const SVG = "http://www.w3.org/2000/svg";

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number> = {},
  ...children: (SVGElement | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

let choices = 0;

/** A list to choose from. Options have a fixed text, or a key. */
export function choice<V extends string | number>(
  name: Key,
  options: readonly (readonly [value: V, text: string | { key: Key }])[],
  value: V,
  chosen: (value: V) => void,
): HTMLElement {
  const id = `choice-${++choices}`;
  const select = h("select", {
    id,
    onchange: () => chosen(options[select.selectedIndex]![0]),
  });
  for (const [option, text] of options) {
    select.append(
      h(
        "option",
        { value: option, selected: option === value, ...(typeof text !== "string" && { text: text.key }) },
        typeof text === "string" && text,
      ),
    );
  }
  return h("div", { class: "field" }, h("label", { for: id, text: name }), select);
}

export function button(text: Key, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", text, onclick: press, ...attributes });
}

/** A switch with its name. `isOn` is asked again by `draw`. */
export function toggle(name: Key, isOn: () => boolean, press: () => void): { element: HTMLElement; draw(): void } {
  const input = h("input", { type: "checkbox", role: "switch", onchange: () => (press(), draw()) });
  const draw = () => void (input.checked = isOn());
  draw();
  return { element: h("label", { class: "switch" }, input, h("span", { text: name })), draw };
}

/** A sign; its path is in a square of 24 units. */
export const sign = (icon: Icon): SVGElement =>
  svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: icon }));

/** A button with a sign instead of a text. */
export function iconButton(icon: Icon, name: Key, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h(
    "button",
    { type: "button", label: name, tip: name, class: "icon", onclick: press, ...attributes },
    sign(icon),
  );
}
