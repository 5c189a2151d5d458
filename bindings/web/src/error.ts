import type { ErrorCode } from "./types.js";

/** What every rejected promise of the package carries. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  /** What went wrong. */
  readonly code: ErrorCode;
  /** With `bad-text`: line and column from 1, if the fault is in one place; else `null`. */
  readonly place: { readonly line: number; readonly column: number } | null;

  constructor(code: ErrorCode, message: string, place: { line: number; column: number } | null = null) {
    super(message);
    this.code = code;
    this.place = place;
  }
}
