/** Tabs, of which one panel is shown; the arrow keys go from one to the next. */

import type { Key } from "../i18n";
import { h, sign } from "./dom";
import type { Icon } from "./icons";

export interface Tab {
  readonly id: string;
  readonly name: Key;
  readonly content: HTMLElement;
  readonly icon?: Icon;
}

export class Tabs {
  readonly list: HTMLElement;
  readonly panels: HTMLElement;
  /** The name of the tab whose panel is shown; empty before the first is. */
  shown = "";
  private readonly tabs: readonly HTMLButtonElement[];

  constructor(
    tabs: readonly Tab[],
    attributes: { readonly label: Key; readonly class: string },
    /** Called for the tab that the user has asked for; it is shown only if this shows it. */
    private readonly chosen: (id: string) => void,
  ) {
    this.tabs = tabs.map(({ id, name, icon }) =>
      h(
        "button",
        { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, onclick: () => chosen(id) },
        icon && sign(icon),
        h("span", { text: name }),
      ),
    );
    this.list = h("div", { role: "tablist", ...attributes, onkeydown: (event: KeyboardEvent) => this.key(event) });
    this.list.append(...this.tabs);
    const panel = ({ id, content }: Tab) => {
      // A panel that begins with tabs of its own needs no focus.
      const tabindex = content.querySelector("[role=tab]") ? null : 0;
      return h("section", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, tabindex }, content);
    };
    this.panels = h("div", { class: "panels" }, ...tabs.map(panel));
  }

  private key(event: KeyboardEvent): void {
    const at = this.tabs.indexOf(event.target as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: this.tabs.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const tab = this.tabs[(to + this.tabs.length) % this.tabs.length]!;
    this.chosen(tab.id.slice("tab-".length));
    tab.focus({ preventScroll: true });
  }

  show(id: string): void {
    for (const tab of this.tabs) {
      const isShown = tab.id === `tab-${id}`;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      if (isShown) this.list.scrollLeft += outside(tab.getBoundingClientRect(), this.list.getBoundingClientRect());
    }
    for (const panel of this.panels.querySelectorAll<HTMLElement>(":scope > section"))
      panel.hidden = panel.id !== `panel-${id}`;
    this.shown = id;
  }
}

/** How far a part of a row sticks out of it: below 0 on the left. */
function outside(part: DOMRect, row: DOMRect): number {
  return Math.min(0, part.left - row.left) || Math.max(0, part.right - row.right);
}
