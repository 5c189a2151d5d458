/** Tabs, of which one panel is shown; the arrow keys go from one to the next. */

import type { Key } from "../i18n";
import { h } from "./dom";

export class Tabs {
  readonly list = h("div", { role: "tablist", class: "tabs", label: "tabs.label" });
  readonly panels = h("div", { class: "panels" });
  /** The name of the tab whose panel is shown; empty before the first is. */
  shown = "";
  private readonly tabs: HTMLButtonElement[] = [];

  constructor(
    contents: readonly { readonly id: string; readonly name: Key; readonly content: HTMLElement }[],
    private readonly changed: (id: string) => void,
  ) {
    for (const { id, name, content } of contents) {
      const tab = h("button", {
        type: "button",
        role: "tab",
        id: `tab-${id}`,
        "aria-controls": `panel-${id}`,
        text: name,
        onclick: () => this.show(id),
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
      this.show(tab.id.slice("tab-".length));
      tab.focus();
    });
  }

  show(id: string): void {
    for (const tab of this.tabs) {
      const isShown = tab.id === `tab-${id}`;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      if (isShown) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    for (const panel of this.panels.children) (panel as HTMLElement).hidden = panel.id !== `panel-${id}`;
    this.shown = id;
    this.changed(id);
  }
}
