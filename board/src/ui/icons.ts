/** The signs on buttons, as paths in a square of 24 units. */

import type { Place } from "../core/places";

export type Icon = string;

export const FIRST: Icon = "M6 5v14M19 5l-9 7 9 7z";
export const BACK: Icon = "M16 5l-9 7 9 7z";
export const FORWARD: Icon = "M8 5l9 7-9 7z";
export const LAST: Icon = "M18 5v14M5 5l9 7-9 7z";
export const UNDO: Icon = "M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3";
export const REDO: Icon = "M15 6l5 5-5 5M20 11H10a5 5 0 0 0 0 10h3";
export const HINT: Icon = "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.5 1 2.5h6c0-1 .3-1.8 1-2.5A6 6 0 0 0 12 3z";
export const SETTINGS: Icon =
  "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z";
export const BIN: Icon = "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6";
export const PLACES: Readonly<Record<Place, Icon>> = {
  play: "M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM14.5 9.6a5.5 5.5 0 1 1-5 4.9",
  analyse: "M4 4v16h16M8 15l4-5 3 3 5-7",
  learn: "M12 5L2.5 10l9.5 5 9.5-5zM6 12.5V17c3.5 2.7 8.500 2.700 12 0v-4.500",
  games: "M4 6h16M4 12h16M4 18h10",
};
export const DOWN: Icon = "M6 9l6 6 6-6";
