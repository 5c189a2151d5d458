/** Games of files that the engine has read, as the page keeps games. */

import type { GameTree as EngineTree, Point as EnginePoint, ReadTrees } from "fukumi";
import { pointAt } from "../core/geometry";
import { ReadError } from "../core/reading";
import type { Rule } from "../core/rules";
import { type Kept, writeKept } from "../core/sgf";
import { GameTree, IllegalMove, type Node } from "../core/tree";

/** A game of a file, read anew each time; throws a {@link ReadError} if it makes no sense. */
export type Opener = () => GameTree;

/** The games of a file. The rule is that of games that state none. */
export function openersOf({ games }: ReadTrees, rule: Rule): readonly Opener[] {
  return games.map(({ tree, error }) => () => {
    if (error) throw new ReadError("damaged", error.place?.line ?? null, error.message);
    try {
      return fromEngine(tree, rule);
    } catch (illegal) {
      if (illegal instanceof IllegalMove) throw new ReadError(illegal.message as "taken" | "over" | "crowded");
      throw illegal;
    }
  });
}

function fromEngine(tree: EngineTree, rule: Rule): GameTree {
  const size = { width: tree.width, height: tree.height };
  const at = ({ x, y }: EnginePoint) => pointAt(x, y, size);
  const game = new GameTree({
    size,
    rule: tree.rule ?? rule,
    setup: tree.setup.map((stone) => ({ color: stone.side, point: at(stone) })),
    first: tree.toMove ?? tree.nodes.find(({ move }) => move)?.move?.side,
  });
  game.players = { black: tree.black ?? "", white: tree.white ?? "" };
  game.event = tree.event ?? "";
  game.date = tree.date ?? "";
  game.result = tree.result ?? "";
  const made: Node[] = [];
  for (const { parent, move, comment, ...rest } of tree.nodes) {
    const before = parent === undefined ? game.root : made[parent]!;
    // Notes without a move belong to the position before them.
    const node = move ? game.play(before, "x" in move ? at(move) : null, move.side) : before;
    node.comment = [node.comment, comment].filter(Boolean).join("\n");
    const kept: Kept = {
      ...rest,
      labels: rest.labels?.map(({ text, ...point }) => ({ text, point: at(point) })) ?? [],
    };
    node.others += writeKept(kept, size);
    made.push(node);
  }
  return game;
}
