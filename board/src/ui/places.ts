/** The places of the page as tabs, and the views of a place as tabs in its panel. */

import { PLACES, type Place, type View, isPlace, placeOf } from "../core/places";
import type { Key } from "../i18n";
import { h } from "./dom";
import { Tabs } from "./tabs";

/** How much of a panel, in pixels, is enough to see which one it is. */
const SEEN = 64;

export class Places {
  private readonly tabs: Tabs;
  /** The views of the places that have several. */
  private readonly views = new Map<Place, Tabs>();

  constructor(
    contents: Readonly<Record<View, HTMLElement>>,
    /** The view that a place shows first, if it is not the first one. */
    first: Partial<Record<Place, View>>,
    private readonly changed: (view: View) => void,
    private readonly board: HTMLElement,
  ) {
    const places = Object.keys(PLACES) as Place[];
    const contentOf = (place: Place): HTMLElement => {
      const [only, ...more] = PLACES[place];
      if (more.length === 0) return contents[only];
      const tabs = PLACES[place].map((view) => ({ id: view, name: `view.${view}` as Key, content: contents[view] }));
      const views = new Tabs(tabs, { label: `place.${place}`, class: "views" }, (view) => this.choose(view as View));
      views.show(first[place] ?? only);
      this.views.set(place, views);
      return h("div", {}, views.list, views.panels);
    };
    this.tabs = new Tabs(
      places.map((place) => ({ id: place, name: `place.${place}`, content: contentOf(place) })),
      { label: "places.label", class: "tabs" },
      (place) => this.choose(place as Place),
    );
  }

  get list(): HTMLElement {
    return this.tabs.list;
  }
  get panels(): HTMLElement {
    return this.tabs.panels;
  }
  /** The view that is shown. */
  get view(): View {
    return this.viewOf(this.tabs.shown as Place);
  }

  private viewOf(place: Place): View {
    return (this.views.get(place)?.shown as View | undefined) ?? PLACES[place][0];
  }

  /** Shows a view, or the one of a place that was shown last. */
  show(target: Place | View): void {
    const view = isPlace(target) ? this.viewOf(target) : target;
    const place = placeOf(view);
    this.views.get(place)?.show(view);
    this.tabs.show(place);
    this.changed(view);
  }

  /** Shows what the user has asked for, and scrolls to it. */
  choose(target: Place | View): void {
    this.show(target);
    this.panels.scrollTop = 0;
    const { top } = this.panels.getBoundingClientRect();
    const bar = this.list.getBoundingClientRect();
    // Beside the board the tabs are above the panels; below it they stay at the lower edge of the window.
    const { clientHeight } = document.documentElement;
    const edge = bar.top > 0 && bar.bottom >= clientHeight ? bar.top : clientHeight;
    // What is about the position leaves the board in the window, if there is room.
    const kept = placeOf(this.view) === "analyse" ? this.board.getBoundingClientRect() : undefined;
    const from = kept && top - kept.top + SEEN <= edge ? kept.top : top;
    if (from < 0 || top + SEEN > edge) scrollBy({ top: from, behavior: "instant" });
  }
}
