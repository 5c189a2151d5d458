import type { ErrorCode, TextError, TextProblem } from "./types.js";

/** What every rejected promise of the package carries, unless a callback has thrown. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  /** What went wrong. */
  readonly code: ErrorCode;
  /** With `bad-text`: line and column from 1, if the fault is in one place; else `null`. */
  readonly place: TextError["place"];
  /** With `bad-text`: what is wrong with the text; else `null`. */
  readonly problem: TextProblem | null;

  constructor(
    code: ErrorCode,
    message: string,
    place: TextError["place"] = null,
    problem: TextProblem | null = null,
  ) {
    super(message);
    this.code = code;
    this.place = place;
    this.problem = problem;
  }
}
