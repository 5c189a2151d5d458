/** How the other side answers a wrong move. */

import type { Point } from "../core/geometry";
import type { GameTree, Node } from "../core/tree";
import type { Brain } from "../engine/brain";

/** Stones that the solver may put on the board to find a win of the other side. */
const SOLVER_NODES = 100_000;
/** Positions that the engine looks at to find the best answer. */
const SEARCH_NODES = 50_000;

export type Refutation =
  /** The other side wins by this line, in so many plies. */
  | { readonly kind: "win"; readonly plies: number; readonly line: readonly Point[] }
  /** After this answer, the side that made the wrong move has this chance of winning. */
  | { readonly kind: "answer"; readonly chance: number; readonly line: readonly Point[] }
  /** There is none: the search proves that the other side loses. */
  | { readonly kind: "none" };

/** The best answer to the move that led to a position; null if another question ended this one. */
export async function refutationOf(
  brain: Brain,
  game: GameTree,
  node: Node,
  signal: AbortSignal,
): Promise<Refutation | null> {
  const proof = await brain.solve(game, node, SOLVER_NODES, signal);
  if (!proof) return null;
  if (proof.verdict === "win") return { kind: "win", plies: proof.plies, line: proof.moves };
  const found = await brain.think(game, node, { nodes: SEARCH_NODES }, () => undefined, signal);
  if (!found || found.stopped) return null;
  const { worth, moves } = found.lines[0]!;
  const isBlack = game.turn(node) === "black";
  const plies = (worth.plies ?? 0) * (isBlack ? 1 : -1);
  if (plies > 0) return { kind: "win", plies, line: moves };
  if (plies < 0) return { kind: "none" };
  return { kind: "answer", chance: isBlack ? 1 - worth.black : worth.black, line: moves.slice(0, 1) };
}
