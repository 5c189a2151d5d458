/** The opening rules: their names, and which of them fit a game. */

import type { Size } from "./geometry";
import type { Rule } from "./rules";

export const OPENING_RULES = [
  "swap1",
  "swap",
  "swap2",
  "pro",
  "long-pro",
  "rif",
  "yamaguchi",
  "taraguchi-10",
  "soosorv-8",
] as const;
export type OpeningRule = (typeof OPENING_RULES)[number];

/** The rules that are made for renju. */
const OF_RENJU: readonly OpeningRule[] = ["rif", "yamaguchi", "taraguchi-10", "soosorv-8"];
/** The rules that need no more than an empty board. */
const ANYWHERE: readonly OpeningRule[] = ["swap1", "swap", "swap2"];
/** The side of the largest square that the others have. */
const SQUARE = 9;

/** Whether the board has the squares of the opening rule. */
export const hasRoom = (opening: OpeningRule, { width, height }: Size): boolean =>
  ANYWHERE.includes(opening) || Math.min(width, height) >= SQUARE;

/** Whether a game by this rule on this board can have the opening. Those of renju need its rule. */
export const fits = (opening: OpeningRule, rule: Rule, size: Size): boolean =>
  hasRoom(opening, size) && (rule === "renju" || !OF_RENJU.includes(opening));
