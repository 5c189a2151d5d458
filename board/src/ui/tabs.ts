/** Tabs, of which one panel is shown; the arrow keys go from one to the next. */

import type { Key } from "../i18n";
import { h } from "./dom";

/** How much of a panel, in pixels, is enough to see which one it is. */
const SEEN = 64;

export class Tabs {
  readonly list = h("div", { role: "tablist", class: "tabs", label: "tabs.label" });
  readonly panels = h("div", { class: "panels" });
  /** The name of the tab whose panel is shown; empty before the first is. */
  shown = "";
  private readonly tabs: HTMLButtonElement[] = [];

  constructor(
    contents: readonly { readonly id: string; readonly name: Key; readonly content: HTMLElement }[],
    private readonly changed: (id: string) => void,
    /** What a panel should leave in the window, if there is room: the board that it is about. */
    private readonly besides: (id: string) => HTMLElement | null,
  ) {
    for (const { id, name, content } of contents) {
      const tab = h("button", {
        type: "button",
        role: "tab",
        id: `tab-${id}`,
        "aria-controls": `panel-${id}`,
        text: name,
        onclick: () => this.choose(id),
      });
      this.tabs.push(tab);
      this.list.append(tab);
      this.panels.append(
        h("section", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, tabindex: 0 }, content),
      );
    }
    this.list.addEventListener("keydown", (event) => {
      const at = this.tabs.indexOf(event.target as HTMLButtonElement);
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: this.tabs.length - 1 }[event.key];
      if (to === undefined || at < 0) return;
      event.preventDefault();
      const tab = this.tabs[(to + this.tabs.length) % this.tabs.length]!;
      this.choose(tab.id.slice("tab-".length));
      tab.focus({ preventScroll: true });
    });
  }

  show(id: string): void {
    for (const tab of this.tabs) {
      const isShown = tab.id === `tab-${id}`;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      if (isShown) this.list.scrollLeft += outside(tab.getBoundingClientRect(), this.list.getBoundingClientRect());
    }
    for (const panel of this.panels.children) (panel as HTMLElement).hidden = panel.id !== `panel-${id}`;
    this.shown = id;
    this.changed(id);
  }
  /** Shows a panel that the user has asked for, and scrolls to it. */
  choose(id: string): void {
    this.show(id);
    this.panels.scrollTop = 0;
    const { top } = this.panels.getBoundingClientRect();
    const bar = this.list.getBoundingClientRect();
    // Beside the board the tabs are above the panels; below it they stay at the lower edge of the window.
    const { clientHeight } = document.documentElement;
    const edge = bar.top > 0 && bar.bottom >= clientHeight ? bar.top : clientHeight;
    const kept = this.besides(id)?.getBoundingClientRect();
    const from = kept && top - kept.top + SEEN <= edge ? kept.top : top;
    if (from < 0 || top + SEEN > edge) scrollBy({ top: from, behavior: "instant" });
  }
}

/** How far a part of a row sticks out of it: below 0 on the left. */
function outside(part: DOMRect, row: DOMRect): number {
  return Math.min(0, part.left - row.left) || Math.max(0, part.right - row.right);
}
