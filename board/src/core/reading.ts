/** What the readers of all notations share. */

/** The longest text that is read, in characters. */
export const MAX_TEXT = 1 << 20;

/** The keys of the messages that say what is wrong with a text. */
export type Problem =
  | "long"
  | "empty"
  | "unknown"
  | "size"
  | "point"
  | "taken"
  | "over"
  | "crowded"
  | "bracket"
  | "property"
  | "middle"
  | "turn"
  | "rule"
  | "game"
  | "damaged";

/** A text that cannot be read. Names the problem, its line, and the words that are wrong. */
export class ReadError extends Error {
  constructor(
    readonly problem: Problem,
    readonly line: number | null = null,
    readonly found = "",
  ) {
    super(`${problem}${line === null ? "" : ` in line ${line}`}${found ? `: ${found}` : ""}`);
    this.found = found.slice(0, 40);
  }
}

/** The number of the line, from 1, of a place in a text. */
export function lineOf(text: string, place: number): number {
  let line = 1;
  for (let index = text.indexOf("\n"); index >= 0 && index < place; index = text.indexOf("\n", index + 1)) line++;
  return line;
}

/** A name from a file, fit for one line. */
export function name(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, 60);
}
