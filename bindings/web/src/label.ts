import type { BoardSize, Point } from "./types.js";

const FIRST_COLUMN = "a".codePointAt(0) as number;

/** Text for people, such as `h8`: a column letter, then the row counted from the bottom. */
export function label(point: Point, size: BoardSize): string {
  return String.fromCodePoint(FIRST_COLUMN + point.x) + String(size.height - point.y);
}

/** The point that a label such as `h8` or `H8` names; `null` if there is no such point on this board. */
export function parseLabel(text: string, size: BoardSize): Point | null {
  const match = /^([a-z])([0-9]{1,2})$/.exec(text.toLowerCase());
  if (match === null) {
    return null;
  }
  const x = (match[1] as string).charCodeAt(0) - FIRST_COLUMN;
  const y = size.height - Number(match[2]);
  return x < size.width && y >= 0 && y < size.height ? { x, y } : null;
}
