/** The rules, and the rows of stones that win by them. */

import { type Color, type Point, type Size, pointAt, xOf, yOf } from "./geometry";

export const RULES = ["freestyle", "standard", "renju", "caro", "caro-overline"] as const;
export type Rule = (typeof RULES)[number];

export const isRule = (text: string): text is Rule => (RULES as readonly string[]).includes(text);

/** What stands on each point. */
export type Stones = readonly (Color | null)[];

const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** Whether a whole row of so many stones wins; `isClosed`: stones of the opponent stand at both ends. */
function wins(rule: Rule, color: Color, length: number, isClosed: boolean): boolean {
  if (length < 5) return false;
  const hasOverlines = rule === "freestyle" || rule === "caro-overline" || (rule === "renju" && color === "white");
  if (length > 5) return hasOverlines;
  return !(isClosed && (rule === "caro" || rule === "caro-overline"));
}

/** The stones of the rows through a point that win; empty if there are none. */
export function winningRow(stones: Stones, size: Size, rule: Rule, point: Point): Point[] {
  const color = stones[point];
  if (!color) return [];
  const at = (x: number, y: number): Color | null | undefined =>
    x < 0 || y < 0 || x >= size.width || y >= size.height ? undefined : stones[pointAt(x, y, size)];
  const won = new Set<Point>();
  for (const [dx, dy] of DIRECTIONS) {
    const [x, y] = [xOf(point, size), yOf(point, size)];
    let [from, to] = [0, 0];
    while (at(x + (from - 1) * dx, y + (from - 1) * dy) === color) from--;
    while (at(x + (to + 1) * dx, y + (to + 1) * dy) === color) to++;
    const ends = [at(x + (from - 1) * dx, y + (from - 1) * dy), at(x + (to + 1) * dx, y + (to + 1) * dy)];
    const isClosed = ends.every((end) => end !== undefined && end !== null);
    if (!wins(rule, color, to - from + 1, isClosed)) continue;
    for (let step = from; step <= to; step++) won.add(pointAt(x + step * dx, y + step * dy, size));
  }
  return [...won].sort((a, b) => a - b);
}
