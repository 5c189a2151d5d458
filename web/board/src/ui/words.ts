/** Words for what the engine says. */

import type { Color } from "../core/geometry";
import { label } from "../core/geometry";
import type { GameTree, Worth } from "../core/tree";
import { percent, t } from "../i18n";

/** What a position is worth to a side: a chance, or a proven result. */
export function worthText(worth: Worth, color: Color): string {
  const rate = color === "black" ? worth.black : 1 - worth.black;
  if (worth.plies === undefined) return percent(rate);
  const isWin = worth.plies > 0 === (color === "black");
  const n = Math.ceil(Math.abs(worth.plies) / 2);
  return t(isWin ? "worth.win" : "worth.loss", { n });
}

/** The names of moves. */
export const movesText = (game: GameTree, moves: readonly number[]): string =>
  moves.map((point) => label(point, game.size)).join(" ");

export const colorName = (color: Color): string => t(color === "black" ? "color.black" : "color.white");
