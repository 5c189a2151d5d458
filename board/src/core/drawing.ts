/**
 * How a board is drawn: the grid and the stones as shapes of SVG. The page makes elements of them, a picture is written
 * of them. Their colours are those of the light page; style sheets may replace them.
 */

import { type Color, LETTERS, type Names, type Point, type Size, label, pointAt, xOf, yOf } from "./geometry";
import type { GameTree, Node } from "./tree";

/** An element of SVG. */
export interface Shape {
  readonly tag: "svg" | "g" | "path" | "rect" | "circle" | "text" | "defs" | "radialGradient" | "stop";
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (Shape | string)[];
}

/** What is on a board. */
export interface Position {
  readonly size: Size;
  readonly stones: readonly (Color | null)[];
  /** Numbers on stones, by point. */
  readonly numbers: ReadonlyMap<Point, number>;
  readonly last: Point | null;
  /** The row that has won. */
  readonly row: readonly Point[];
}

/** A stone of a line that is shown. */
export interface LineStone {
  readonly point: Point;
  readonly color: Color;
}

/** The distance of two lines, and the room around them, in units of the drawing. */
export const CELL = 40;
export const EDGE = 46;

/** What the texts of a drawing inherit. */
export const TEXT = {
  "text-anchor": "middle",
  "font-family": "system-ui,sans-serif",
  "font-size": 15,
  "font-weight": 600,
} as const;

export const WOOD = "#e4bb74";
export const WOOD_LINE = "#5a3d16";
const STONES = {
  black: { fill: "#1b1c1f", stroke: "#000", text: "#fff", dot: "#ff6b5e" },
  white: { fill: "#fbfaf5", stroke: "#8d8778", text: "#16171a", dot: "#c81e2c" },
} as const;

export const shape = (tag: Shape["tag"], attributes: Shape["attributes"], ...children: Shape["children"]): Shape => ({
  tag,
  attributes,
  children,
});

/** A text around a point. Not every browser takes its height from what is around the text. */
export const textAt = (x: number, y: number, text: string, attributes: Shape["attributes"] = {}): Shape =>
  shape("text", { x, y, "dominant-baseline": "central", ...attributes }, text);

/** The centre of a point. */
export const placeOf = (point: Point, size: Size): { x: number; y: number } => ({
  x: EDGE + xOf(point, size) * CELL,
  y: EDGE + yOf(point, size) * CELL,
});

/** Width and height of the drawing of a board. */
export const extentOf = ({ width, height }: Size): Size => ({
  width: 2 * EDGE + (width - 1) * CELL,
  height: 2 * EDGE + (height - 1) * CELL,
});

/** The position at a node of a game. So many of the last moves have numbers. */
export function positionAt(game: GameTree, node: Node, numbered: number): Position {
  const numbers = new Map<Point, number>();
  for (const { move, number } of node.path())
    if (move?.point != null && number > node.number - numbered) numbers.set(move.point, number);
  const end = game.end(node);
  return {
    size: game.size,
    stones: game.stones(node),
    numbers,
    last: node.move?.point ?? null,
    row: end?.kind === "five" ? end.row : [],
  };
}

/** The lines, the dots on them, and the names of columns and rows. */
export function gridOf(size: Size, names: Names | null = LETTERS): Shape[] {
  const { x: right, y: bottom } = placeOf(size.width * size.height - 1, size);
  let path = "";
  for (let x = EDGE; x <= right; x += CELL) path += `M${x} ${EDGE}V${bottom}`;
  for (let y = EDGE; y <= bottom; y += CELL) path += `M${EDGE} ${y}H${right}`;
  const line = { class: "lines", fill: "none", stroke: WOOD_LINE };
  const shapes = [
    shape("path", { ...line, d: path, "stroke-width": 1.2 }),
    shape("path", { ...line, d: `M${EDGE} ${EDGE}H${right}V${bottom}H${EDGE}z`, "stroke-width": 2.4 }),
  ];
  const look = { class: "name", fill: WOOD_LINE, "font-size": 16, "font-weight": 500 };
  const name = (x: number, y: number, text: string) => shapes.push(textAt(x, y, text, look));
  for (let x = 0; names && x < size.width; x++) {
    for (const y of [17, bottom + EDGE - 15]) name(EDGE + x * CELL, y, names.column(x));
  }
  for (let y = 0; names && y < size.height; y++) {
    for (const x of [15, right + EDGE - 15]) name(x, EDGE + y * CELL, names.row(y, size));
  }
  for (const point of stars(size)) {
    const { x, y } = placeOf(point, size);
    shapes.push(shape("circle", { class: "star", cx: x, cy: y, r: 4.5, fill: WOOD_LINE }));
  }
  return shapes;
}

/** The points with a dot: the corners of the inner square and the centre. */
function stars(size: Size): Point[] {
  const { width, height } = size;
  const inset = Math.min(width, height) >= 13 ? 3 : Math.min(width, height) >= 9 ? 2 : 0;
  const points: Point[] = [];
  if (inset)
    for (const x of [inset, width - 1 - inset])
      for (const y of [inset, height - 1 - inset]) points.push(pointAt(x, y, size));
  if (width % 2 && height % 2) points.push(pointAt((width - 1) / 2, (height - 1) / 2, size));
  return points;
}

/** The stones with their marks. Those of a line have the numbers of its moves, and the others none. */
export function stonesOf(position: Position, line: readonly LineStone[] = []): Shape[] {
  const shown = new Map(line.map(({ point, color }, index) => [point, { color, number: index + 1 }]));
  const shapes: Shape[] = [];
  position.stones.forEach((color, point) => {
    const number = line.length > 0 ? undefined : position.numbers.get(point);
    if (color && !shown.has(point)) shapes.push(stone(position, point, color, "", number));
  });
  for (const [point, { color, number }] of shown) shapes.push(stone(position, point, color, "shown", number));
  return shapes;
}

function stone({ size, last, row }: Position, point: Point, color: Color, kind: string, number?: number): Shape {
  const { x, y } = placeOf(point, size);
  const { fill, stroke, text, dot } = STONES[color];
  const circle = (attributes: Shape["attributes"]) => shape("circle", { cx: x, cy: y, ...attributes });
  const parts = [
    circle({ class: "shadow", cy: y + 1.5, r: 18, fill: "#000", opacity: 0.27 }),
    circle({ class: "body", r: 18, fill, stroke }),
  ];
  if (number !== undefined) {
    const small = number > 99 ? { "font-size": 13 } : {};
    parts.push(textAt(x, y, String(number), { fill: text, ...small }));
  } else if (point === last) {
    parts.push(circle({ class: "dot", r: 5, fill: dot }));
  }
  const ring = (name: string, r: number, stroke: string, width: number) =>
    parts.push(circle({ class: name, r, fill: "none", stroke, "stroke-width": width }));
  if (row.includes(point)) ring("ring", 13, "#25a35c", 4);
  else if (point === last && number !== undefined) ring("last", 16, "#e5484d", 2.5);
  return shape("g", { class: `stone ${color} ${kind}`, "data-point": label(point, size) }, ...parts);
}
