/** What is wrong with a text or a link. */

/** The keys of the messages that say what is wrong. */
export type Problem =
  "long" | "unknown" | "size" | "point" | "taken" | "over" | "crowded" | "turn" | "rule" | "game" | "damaged";

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
