/** The places of the page as tabs, and the views of a place as tabs in its panel. */

import { PLACES, type Place, type View, isPlace, placeOf } from "../core/places";
import type { Key } from "../i18n";
import { h, iconButton } from "./dom";
import { DOWN, PLACES as PLACE_ICONS } from "./icons";
import { Tabs } from "./tabs";

export class Places {
  private readonly tabs: Tabs;
  /** The views of the places that have several. */
  private readonly views = new Map<Place, Tabs>();

  constructor(
    contents: Readonly<Record<View, HTMLElement>>,
    /** The view that a place shows first, if it is not the first one. */
    first: Partial<Record<Place, View>>,
    private readonly changed: (view: View) => void,
    /** Gets the name of the place as `data-sheet` while its panel is open as a sheet, as in a small window. */
    private readonly frame: HTMLElement,
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
      places.map((place) => ({
        id: place,
        name: `place.${place}`,
        icon: PLACE_ICONS[place],
        content: contentOf(place),
      })),
      { label: "places.label", class: "tabs" },
      (place) => (frame.dataset["sheet"] === place ? this.close() : this.choose(place as Place)),
    );
    this.tabs.show("play");
    this.tabs.panels.prepend(iconButton(DOWN, "look.close", () => this.close(), { class: "icon close" }));
    addEventListener("keydown", ({ key, target }) => {
      if (key === "Escape" && !(target instanceof Element && target.closest("dialog"))) this.close();
    });
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

  /** Shows what the user has asked for, in a small window as a sheet. */
  choose(target: Place | View): void {
    this.show(target);
    this.frame.dataset["sheet"] = this.tabs.shown;
    this.panels.scrollTop = 0;
  }

  /** Closes the sheet of a small window. Panels beside the board stay. */
  close(): void {
    delete this.frame.dataset["sheet"];
  }
}
