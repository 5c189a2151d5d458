/** Makes elements. Texts are keys of the language file, so that they can change while the page is open. */

import { type Key, t } from "../i18n";

export interface Attributes {
  /** Keys of texts: the content, the accessible name, the tooltip. */
  text?: Key;
  label?: Key;
  tip?: Key;
  class?: string;
  [name: string]: unknown;
}

type Child = globalThis.Node | string | null | undefined | false;

const translated: Record<string, (element: Element, text: string) => void> = {
  text: (element, text) => (element.textContent = text),
  label: (element, text) => element.setAttribute("aria-label", text),
  tip: (element, text) => element.setAttribute("title", text),
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

/** Replaces the content of an element. A control in it that had the focus gives it to the one in its place. */
export function replace(parent: HTMLElement, ...children: HTMLElement[]): void {
  const controls = () => [...parent.querySelectorAll<HTMLElement>("button, select, input")];
  const at = controls().indexOf(document.activeElement as HTMLElement);
  parent.replaceChildren(...children);
  if (at < 0) return;
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

/** A button with a sign instead of a text. */
export function iconButton(sign: string, name: Key, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h(
    "button",
    { type: "button", label: name, tip: name, class: "icon", onclick: press, ...attributes },
    icon(sign),
  );
}

const ICONS: Record<string, string> = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  undo: "M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3",
  redo: "M15 6l5 5-5 5M20 11H10a5 5 0 0 0 0 10h3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.5 1 2.5h6c0-1 .3-1.8 1-2.5A6 6 0 0 0 12 3z",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  numbers: "M9 4L7 20M17 4l-2 16M4 9h16M3 15h16",
};

function icon(name: string): SVGSVGElement {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name]! }));
}
