/** Recognizes the notation of a text and reads it. */

import { type Hints, hasLabel, readMoves } from "./moves";
import { isPsq, readPsq } from "./psq";
import { MAX_TEXT, ReadError } from "./reading";
import { readSgf, sgfTexts } from "./sgf";
import type { GameTree } from "./tree";

/** The texts of the games in a text: those of SGF, and records of a line each; other notations have one. */
export function textsOf(text: string): readonly string[] {
  if (text.length > MAX_TEXT) throw new ReadError("long");
  if (isPsq(text)) return [text];
  const texts = /\(\s*;/.test(text)
    ? sgfTexts(text)
    : text.split(/\r\n?|\n/).filter((line) => /^(?!\s*#).*(?:^|\s)(?:moves|black|white)=/.test(line));
  return texts.length > 1 ? texts : [text];
}

/** The game of a text. The hints say what the names of points leave open. */
export function readGame(text: string, hints: Hints = {}): GameTree {
  if (text.length > MAX_TEXT) throw new ReadError("long");
  const plain = text.replace(/^\uFEFF/, "");
  if (plain.trim() === "") throw new ReadError("empty");
  if (isPsq(plain)) return readPsq(plain);
  if (/\(\s*;/.test(plain)) return readSgf(plain);
  if (hasLabel(plain)) return readMoves(plain, hints);
  throw new ReadError("unknown", 1, plain.trim().split("\n")[0]);
}
