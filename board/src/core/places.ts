/** The four places of the page, the views that each of them has, and the addresses that lead there. */

export const PLACES = {
  play: ["play"],
  analyse: ["analysis", "review", "explorer", "moves"],
  learn: ["lesson", "puzzles", "repeat", "openings"],
  games: ["library", "files"],
} as const;

export type Place = keyof typeof PLACES;
export type View = (typeof PLACES)[Place][number];

/** Names that views had when each of them was a tab. */
const FORMER: ReadonlyMap<string, View> = new Map([
  ["games", "explorer"],
  ["file", "files"],
] as const);

export const isPlace = (name: string): name is Place => Object.hasOwn(PLACES, name);

/** The place that has a view. */
export function placeOf(view: View): Place {
  const [place] = Object.entries(PLACES).find(([, views]) => (views as readonly View[]).includes(view))!;
  return place as Place;
}

const isView = (name: string): name is View =>
  Object.values(PLACES)
    .flat()
    .includes(name as View);

/** What the part of an address after `#` says. */
export interface Address {
  /** The place or view to show; null if none is named. */
  readonly target: Place | View | null;
  /** What is left for a position, with its `#`; empty if nothing is. */
  readonly position: string;
}

/**
 * Reads the part of an address after `#`: a name alone as in `#review`, or beside a position as in
 * `#moves=h8i9&view=review`. The names of the former tabs (`#tab-file`, `#panel-file`) lead to the same views as then.
 */
export function readAddress(hash: string): Address {
  const alone = /^#(tab-|panel-)?([a-z]+)$/.exec(hash);
  if (alone) {
    const [, prefix, name = ""] = alone;
    const target = (prefix && FORMER.get(name)) || targetOf(name);
    return target ? { target, position: "" } : { target: null, position: hash };
  }
  const fields = hash.replace(/^#/, "").split("&");
  const named = fields.find((field) => field.startsWith("view="));
  const rest = fields.filter((field) => field !== named).join("&");
  return { target: named ? targetOf(named.slice("view=".length)) : null, position: rest && `#${rest}` };
}

function targetOf(name: string): Place | View | null {
  if (isPlace(name) || isView(name)) return name;
  return FORMER.get(name) ?? null;
}
