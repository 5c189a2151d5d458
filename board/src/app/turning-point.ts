/** The move that decided a game, as far as the chances before and after it show one. */

import { type Color, type Point, other } from "../core/geometry";
import type { GameTree, Node } from "../core/tree";
import type { ReviewedLine } from "./notes";

export interface TurningPoint {
  /** The position after the move. */
  readonly node: Node;
  /** The chances of its side before and after it. */
  readonly before: number;
  readonly after: number;
  /** What would have been better, the best move first. */
  readonly better: readonly Point[];
}

/** A chance from which on a side has not lost yet. */
const EVEN = 0.5;
/** What a move must have lost at least, to have decided a game that was lost, or kept one from being won. */
const LEAST_LOSS = 0.1;
const LEAST_LOSS_OF_DRAW = 0.3;

/**
 * The costliest move of the loser since that side last stood even, or in a draw of either side. Null if no move lost
 * enough.
 */
export function turningPoint({ line, judgements, lines }: ReviewedLine, loser: Color | null): TurningPoint | null {
  const moves = line.flatMap((node) => {
    const judgement = judgements.get(node);
    return judgement && (loser === null || node.move?.color === loser) ? [{ node, judgement }] : [];
  });
  const lastEven = loser === null ? 0 : moves.findLastIndex(({ judgement }) => judgement.before >= EVEN);
  const [first, ...others] = moves.slice(Math.max(0, lastEven));
  if (!first) return null;
  const worst = others.reduce((one, next) => (next.judgement.loss > one.judgement.loss ? next : one), first);
  const { node, judgement } = worst;
  const { loss, before, after, best } = judgement;
  if (loss < (loser === null ? LEAST_LOSS_OF_DRAW : LEAST_LOSS)) return null;
  const better = lines.get(node.parent!)?.[0]?.moves ?? (best === null ? [] : [best]);
  return { node, before, after, better };
}

/** Who has won the line through a position: by a five, or by the result of the game; null if it is no win. */
export function winnerOf(game: GameTree, node: Node): Color | null {
  const end = game.end(game.last(node));
  if (end) return end.kind === "five" ? end.winner : null;
  const [, winner] = /^([BW])\+/.exec(game.result) ?? [];
  return winner === undefined ? null : winner === "B" ? "black" : "white";
}

/** Who has lost it. */
export function loserOf(game: GameTree, node: Node): Color | null {
  const winner = winnerOf(game, node);
  return winner && other(winner);
}
