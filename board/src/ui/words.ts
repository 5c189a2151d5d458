/** Words for what the engine says. */

import type { Color, Size } from "../core/geometry";
import type { Rule } from "../core/rules";
import type { Node, Worth } from "../core/tree";
import type { Judgement } from "../engine/brain";
import { chancePercent, t } from "../i18n";
import { nameOf } from "../i18n/points";

/** What a position is worth to a side: a chance, with so many digits after the point, or a proven result. */
export function worthText(worth: Worth, color: Color, digits = 0): string {
  const rate = color === "black" ? worth.black : 1 - worth.black;
  if (worth.plies === undefined) return chancePercent(rate, digits);
  const isWin = worth.plies > 0 === (color === "black");
  const n = Math.ceil(Math.abs(worth.plies) / 2);
  return t(isWin ? "worth.win" : "worth.loss", { n });
}

/** The names of moves. */
export const movesText = (size: Size, moves: readonly number[]): string =>
  moves.map((point) => nameOf(point, size)).join(" ");

/** The number and the name of the move that led to a position. */
export function moveText({ move, number }: Node, size: Size): string {
  if (!move) return t("moves.start");
  return `${number}. ${move.point === null ? t("moves.pass") : nameOf(move.point, size)}`;
}

/** How bad a move is, as the name of a style; null if it is not, or nothing is known of it. */
export const faultOf = (judgement: Judgement | undefined): Fault | null =>
  judgement?.missedWin && (judgement.mark === null || judgement.mark === "inaccuracy")
    ? "missed"
    : (judgement?.mark ?? null);

/** The marks of bad moves. */
export const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!", missed: "!" } as const;
type Fault = keyof typeof SIGNS;
/** How bad the move is that led to a position. */
export type FaultsOf = (node: Node) => Fault | null;

/** The name of a rule without what it says. */
export const ruleName = (rule: Rule): string => t(`rule.${rule}`).split(/[:：]/)[0]!;

export const colorName = (color: Color): string => t(color === "black" ? "color.black" : "color.white");
