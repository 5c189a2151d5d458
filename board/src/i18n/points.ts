/** The names of points in texts, by the custom that the user has chosen. */

import { LETTERS, type Names, type Point, type Size, named } from "../core/geometry";

let names = LETTERS;

/** From now on names points in this way. */
export function namePoints(by: Names): void {
  names = by;
}

/** The name of a point for people. */
export const nameOf = (point: Point, size: Size): string => named(point, size, names);
