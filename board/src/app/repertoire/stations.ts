/** The positions of openings, as the engine identifies them. */

import type { Color } from "../../core/geometry";
import { ReadError } from "../../core/reading";
import { type Book, type KeptOpening, type Station, bookOf } from "../../core/repertoire";
import { GameTree, type Move, type Node } from "../../core/tree";
import type { Brain } from "../../engine/brain";
import type { Opener } from "../../engine/trees";

/** Positions of an opening: the engine identifies each of them. */
const MOST_POSITIONS = 5000;

/** The line through a node as a game of its own, without comments. */
export function lineOf(game: GameTree, node: Node): GameTree {
  const line = startOf(game);
  line.title = game.title;
  play(line, movesTo(node));
  return line;
}

/** The moves that lead to a node. */
const movesTo = (node: Node): Move[] =>
  node
    .path()
    .slice(1)
    .map(({ move }) => move!);

/** A game with the same first position. */
const startOf = ({ size, rule, setup, first }: GameTree): GameTree => new GameTree({ size, rule, setup, first });

/** Plays moves from the start of a game. Returns the last node. */
function play(game: GameTree, moves: readonly Move[]): Node {
  return moves.reduce((at, { point, color }) => game.play(at, point, color), game.root);
}

/** The game up to a node, without what follows: a question must not show its answer. */
export function questionGame(game: GameTree, path: readonly Move[]): { game: GameTree; node: Node } {
  const asked = startOf(game);
  return { game: asked, node: play(asked, path) };
}

/** The games that can be read, one after the other; throws the first {@link ReadError} if none can. */
export function* readableOf(openers: readonly Opener[]): Generator<GameTree> {
  let failure: ReadError | null = null;
  let count = 0;
  for (const open of openers) {
    try {
      yield open();
      count++;
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      failure ??= error;
    }
  }
  if (count === 0 && failure) throw failure;
}

/** An opening with its game. */
export interface Opening {
  readonly side: Color;
  readonly game: GameTree;
  readonly stations: readonly Station[];
}

/** Reads an opening; throws a {@link ReadError} if it is too large. */
export async function readOpening(brain: Brain, { side, sgf }: KeptOpening): Promise<Opening | null> {
  const [open] = await brain.read(sgf, { width: 15, height: 15 }, "freestyle");
  const game = open?.();
  if (!game) return null;
  if (game.count > MOST_POSITIONS) throw new ReadError("crowded");
  const nodes = [...game.nodes()];
  const keys = new Map<Node, string>();
  for (const [index, key] of (await brain.keys(game, nodes)).entries()) keys.set(nodes[index]!, key);
  const stations = nodes.map((node) => ({
    key: keys.get(node)!,
    turn: game.turn(node),
    path: movesTo(node),
    next: node.children.map((child) => keys.get(child)!),
  }));
  return { side, game, stations };
}

/** The books of both sides. */
export const booksOf = (openings: readonly Opening[]): readonly Book[] =>
  (["black", "white"] as const).map((side) =>
    bookOf(
      side,
      openings.filter((opening) => opening.side === side).map(({ stations }) => stations),
    ),
  );
