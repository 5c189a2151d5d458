/** Points, boards and their names. */

export type Color = "black" | "white";

/** The sides of a board. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** An intersection: `x + y * width`, where x counts from the left and y from the top, both from 0. */
export type Point = number;

export interface Stone {
  readonly color: Color;
  readonly point: Point;
}

export const MIN_SIDE = 5;
export const MAX_SIDE = 22;

export const other = (color: Color): Color => (color === "black" ? "white" : "black");

export function isSize(width: number, height: number): boolean {
  return [width, height].every((side) => Number.isInteger(side) && side >= MIN_SIDE && side <= MAX_SIDE);
}

export const pointAt = (x: number, y: number, size: Size): Point => x + y * size.width;
export const xOf = (point: Point, size: Size): number => point % size.width;
export const yOf = (point: Point, size: Size): number => Math.floor(point / size.width);

/** The name of a column, `a` for the first one. */
export const columnName = (x: number): string => String.fromCharCode(97 + x);

/** How columns from the left and rows from the top are named, both counted from 0. */
export interface Names {
  readonly column: (x: number) => string;
  readonly row: (y: number, size: Size) => string;
}

/** The names of files and links: letters, and numbers from the bottom. */
export const LETTERS: Names = { column: columnName, row: (y, size) => String(size.height - y) };

/** The name of a point: its column, then its row. */
export const named = (point: Point, size: Size, { column, row }: Names): string =>
  column(xOf(point, size)) + row(yOf(point, size), size);

/** The name of a point in files and links, such as `h8`. */
export const label = (point: Point, size: Size): string => named(point, size, LETTERS);

/** The point that a name such as `h8` or `H8` means; null if there is no such point on the board. */
export function parseLabel(text: string, size: Size): Point | null {
  const match = /^([a-zA-Z])([0-9]{1,2})$/.exec(text);
  if (!match) return null;
  const x = match[1]!.toLowerCase().charCodeAt(0) - 97;
  const y = size.height - Number(match[2]);
  return x < size.width && y >= 0 && y < size.height ? pointAt(x, y, size) : null;
}

export const sizeText = ({ width, height }: Size): string => `${width}x${height}`;
