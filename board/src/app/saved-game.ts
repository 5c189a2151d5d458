/** A game in the storage: its tree, what is known of its positions, and the way to the one that was shown. */

import { type Clocks, type GameTree, type Node, type Worth } from "../core/tree";
import type { Rule } from "../core/rules";
import { type PackedTree, gameOf, packed, treeOf, unpacked } from "../engine/trees";

/** What is known of a position besides its stones and comments. */
interface Facts {
  readonly worth?: Worth;
  readonly clocks?: Clocks;
}

export interface SavedGame {
  readonly tree: PackedTree;
  /** The numbers of the children on the way from the root to the position that was shown. */
  readonly places: readonly number[];
  /** The number of the game in the library. */
  readonly entry?: number | null;
  readonly keptHash?: number | null;
  /** Whether it has changed since it was kept there. */
  readonly hasChanged?: boolean;
  /** By the numbers of positions in the order of the tree; older versions of the page kept none. */
  readonly facts?: readonly (readonly [number: number, facts: Facts])[];
}

/** Up to so many positions a game is written in a moment. */
const QUICK = 2000;
/** Milliseconds without a change after which a large game is kept, or a position that is shown. */
const QUIET = 1000;

/** Whether a game can be written at each change. */
export const isQuick = (game: GameTree): boolean => game.count <= QUICK;

/** Writes games. The text of a large tree is made once, until the tree changes. */
export class GameWriter {
  private written: { readonly game: GameTree; readonly text: string } | null = null;

  /** The tree has changed. */
  forget(): void {
    this.written = null;
  }

  /** Milliseconds without a change after which a game is kept: none if its tree has changed. */
  patience(game: GameTree): number {
    const hasChanged = this.written?.game !== game;
    return hasChanged && isQuick(game) ? 0 : QUIET;
  }

  write(game: GameTree, node: Node): string {
    const places = node
      .path()
      .slice(1)
      .map((each) => each.parent!.children.indexOf(each));
    const facts = factsOf(game);
    const rest: Omit<SavedGame, "tree"> = {
      places,
      ...(game.entry !== null && { entry: game.entry, keptHash: game.keptHash, hasChanged: game.hasChanged }),
      ...(facts.length > 0 && { facts }),
    };
    if (this.written?.game !== game) this.written = { game, text: JSON.stringify(packed(treeOf(game))) };
    return `{"tree":${this.written.text},${JSON.stringify(rest).slice(1)}`;
  }
}

function factsOf(game: GameTree): [number, Facts][] {
  const all: [number, Facts][] = [];
  let number = 0;
  for (const { worth, clocks } of game.nodes()) {
    if (worth || clocks) all.push([number, { ...(worth && { worth }), ...(clocks && { clocks }) }]);
    number++;
  }
  return all;
}

/** The game that was saved, and the position that was shown. Throws an error if it makes no sense. */
export function readSaved(saved: SavedGame, rule: Rule): { readonly game: GameTree; readonly node: Node } {
  const game = gameOf(unpacked(saved.tree), rule);
  if (typeof saved.entry === "number") game.entry = saved.entry;
  if (typeof saved.keptHash === "number") game.keptHash = saved.keptHash;
  game.hasChanged = saved.hasChanged === true;
  readFacts(game, saved.facts ?? []);
  return { game, node: nodeAt(game, saved.places) };
}

/** Whether a game has the tree that was saved. */
export const isSameTree = (saved: SavedGame, game: GameTree): boolean =>
  JSON.stringify(saved.tree) === JSON.stringify(packed(treeOf(game)));

/** The position that numbers of children lead to. */
export function nodeAt(game: GameTree, places: readonly number[]): Node {
  let node = game.root;
  for (const place of places) node = node.children[place] ?? node;
  return node;
}

function readFacts(game: GameTree, facts: NonNullable<SavedGame["facts"]>): void {
  const byNumber = new Map(facts);
  if (byNumber.size === 0) return;
  let number = 0;
  for (const node of game.nodes()) {
    const { worth, clocks } = byNumber.get(number++) ?? {};
    if (worth && Number.isFinite(worth.black)) node.worth = worth;
    if (clocks && Number.isFinite(clocks.black) && Number.isFinite(clocks.white)) node.clocks = clocks;
  }
}
