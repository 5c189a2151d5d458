/** Rows that threaten, and those that make a point forbidden, drawn on the board. */

import { CELL, EDGE, type Shape, placeOf, shape, textAt } from "../core/drawing";
import { type Point, type Size, label } from "../core/geometry";

/** Stones on one line, and the points that it needs next. */
export interface ShownRow {
  readonly kind: "four" | "three" | "overline";
  readonly stones: readonly Point[];
  readonly next: readonly Point[];
}

/** A few words at a point. */
export interface Caption {
  readonly point: Point;
  readonly text: string;
}

/** Half the width of a letter, and of the room around a caption. */
const HALF_LETTER = 5;

export function rowsOf(size: Size, rows: readonly ShownRow[], caption: Caption | null): Shape[] {
  const shapes = rows.map((row) => drawnRow(size, row));
  if (caption) shapes.push(drawnCaption(size, caption));
  return shapes;
}

function drawnRow(size: Size, { kind, stones, next }: ShownRow): Shape {
  const places = [...stones].sort((a, b) => a - b).map((point) => placeOf(point, size));
  const [first, last] = [places[0]!, places[places.length - 1]!];
  const line = shape("path", { d: `M${first.x} ${first.y}L${last.x} ${last.y}` });
  const dots = next.map((point) => {
    const { x, y } = placeOf(point, size);
    return shape("circle", { cx: x, cy: y, r: 7 });
  });
  const names = stones.map((point) => label(point, size)).join(" ");
  return shape("g", { class: `row ${kind}`, "data-stones": names }, line, ...dots);
}

/** The words are above the point, or below it in the first row, and end with the board. */
function drawnCaption(size: Size, { point, text }: Caption): Shape {
  const { x, y } = placeOf(point, size);
  const right = placeOf(size.width - 1, size).x + EDGE;
  // Letters of other scripts are wider.
  const letters = [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 2 : 1), 0);
  const half = HALF_LETTER * (letters + 2);
  const middle = Math.min(Math.max(x, half), right - half);
  const height = point < size.width ? y + CELL * 0.8 : y - CELL * 0.8;
  const ground = { x: middle - half, y: height - 13, width: 2 * half, height: 26, rx: 6 };
  return shape("g", { class: "caption" }, shape("rect", ground), textAt(middle, height, text));
}
