/** A player who sees one move ahead: it makes a five, stops one, and else makes the row that is worth most. */

import { type Color, label, other, parseLabel } from "../src/core/geometry";

const SIZE = { width: 15, height: 15 };
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

export function reply(stones: Record<string, Color>, own: Color): string {
  const at = (x: number, y: number): Color | null | undefined =>
    x < 0 || y < 0 || x >= 15 || y >= 15 ? undefined : (stones[label(x + y * 15, SIZE)] ?? null);
  /** The worth of a point to a side: its best windows of five cells without stones of the other side. */
  const worth = (x: number, y: number, color: Color): number => {
    let sum = 0;
    for (const [dx, dy] of DIRECTIONS) {
      for (let from = -4; from <= 0; from++) {
        const cells = [0, 1, 2, 3, 4].map((step) => at(x + (from + step) * dx, y + (from + step) * dy));
        if (cells.some((cell) => cell === undefined || cell === other(color))) continue;
        sum += 10 ** cells.filter((cell) => cell === color).length;
      }
    }
    return sum;
  };
  let best = { value: -1, name: "" };
  for (let y = 0; y < 15; y++) {
    for (let x = 0; x < 15; x++) {
      if (at(x, y) !== null) continue;
      const centre = 1 - (Math.abs(x - 7) + Math.abs(y - 7)) / 100;
      const value = worth(x, y, own) * 1.5 + worth(x, y, other(own)) + centre;
      if (value > best.value) best = { value, name: label(x + y * 15, SIZE) };
    }
  }
  if (parseLabel(best.name, SIZE) === null) throw new Error("no point is left");
  return best.name;
}
