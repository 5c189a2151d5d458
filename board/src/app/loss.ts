/** What a move of the user is worth in comparison with the best one. */

import type { Color, Point } from "../core/geometry";
import type { Node } from "../core/tree";
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
): Promise<number | null> {
  // Another game may be opened meanwhile.
  const { game } = app;
  const { count } = game;
  const node = game.play(before, point);
  const end = game.end(node);
  const result = end ? null : await app.brain?.think(game, node, { nodes: ANSWER_NODES }, () => undefined);
  if (game.count > count) game.remove(node);
  if (app.node !== before) return null;
  const black = end ? (end.kind === "full" ? 0.5 : end.winner === "black" ? 1 : 0) : result?.lines[0]?.worth.black;
  return black === undefined ? null : Math.max(0, chance - (color === "black" ? black : 1 - black));
}
