/** What a move of the user is worth in comparison with the best one. */

import type { Color, Point } from "../core/geometry";
import { type GameTree, Node } from "../core/tree";
import type { App } from "./app";

/** What a move may lose, at most, and still count as a good answer. */
export const TOLERANCE = 0.05;
/** Positions that the engine looks at to judge an answer. */
const ANSWER_NODES = 20_000;

/** The chance of winning that a move loses; null if the user has gone on before that is known. */
export async function lossOf(
  app: App,
  before: Node,
  point: Point,
  color: Color,
  chance: number,
  signal: AbortSignal,
): Promise<number | null> {
  // Another game may be opened meanwhile.
  const { game } = app;
  // The tree does not have it: a move that is judged is not played.
  const node = new Node(before, { color, point }, before.number + 1);
  const black = await blacksChance(app, game, node, signal);
  if (app.node !== before || black === null) return null;
  return Math.max(0, chance - (color === "black" ? black : 1 - black));
}

/** Black's chance of winning; null if that is not found out. */
async function blacksChance(app: App, game: GameTree, node: Node, signal: AbortSignal): Promise<number | null> {
  const end = game.end(node);
  if (end) return end.kind === "full" ? 0.5 : end.winner === "black" ? 1 : 0;
  const brain = await app.engine();
  const result = await brain.think(game, node, { nodes: ANSWER_NODES }, () => undefined, signal);
  return result?.lines[0]?.worth.black ?? null;
}
