/** Games as the engine reads and writes them, and as the page keeps them. The storage has them as the engine does. */

import type { GameTree as EngineTree, Point as EnginePoint, ReadTrees, TextError, TextProblem, TreeNode } from "fukumi";
import { type Size, isSize, pointAt, xOf, yOf } from "../core/geometry";
import { type Problem, ReadError } from "../core/reading";
import { type Rule, isRule } from "../core/rules";
import { GameTree, IllegalMove, type Kept, type Node, Walker } from "../core/tree";
import { valueOf, withValue } from "./values";

export type { EngineTree };

/** A game of a file, made anew each time; throws a {@link ReadError} if it makes no sense. */
export type Opener = () => GameTree;

/** The messages of the page for what is wrong with a text. */
const PROBLEMS: Readonly<Record<TextProblem, Problem>> = {
  "too-long": "long",
  "unknown-format": "unknown",
  size: "size",
  "off-board": "point",
  occupied: "taken",
  "other-game": "game",
  "too-many-moves": "crowded",
  damaged: "damaged",
};

/** What is wrong with a text, in the page's words; where those say little, the engine's follow. */
export function readError({ problem, message, place }: TextError): ReadError {
  return new ReadError(PROBLEMS[problem], place?.line ?? null, problem === "damaged" ? message : "");
}

/** The games of a file. The rule is that of games that state none. */
export function openersOf({ games }: ReadTrees, rule: Rule): readonly Opener[] {
  return games.map(({ tree, error }) => () => {
    if (error) throw readError(error);
    return gameOf(tree, rule);
  });
}

/** The game of a tree, which may come from the storage; throws a {@link ReadError} if the page cannot show it. */
export function gameOf(tree: EngineTree, rule: Rule): GameTree {
  const size = { width: tree.width, height: tree.height };
  if (!isSize(size.width, size.height)) throw new ReadError("size");
  if (tree.rule !== null && !isRule(tree.rule)) throw new ReadError("rule");
  const game = new GameTree({
    size,
    rule: tree.rule ?? rule,
    setup: tree.setup.map((stone) => ({ color: stone.side, point: pointOf(stone, size) })),
    first: tree.toMove ?? tree.nodes.find(({ move }) => move)?.move?.side,
  });
  game.players = { black: tree.black ?? "", white: tree.white ?? "" };
  game.event = tree.event ?? "";
  game.date = tree.date ?? "";
  game.result = tree.result ?? "";
  game.title = titleOf(tree);
  const made: Node[] = [];
  const walker = new Walker(game);
  for (const { parent, move, comment, ...rest } of tree.nodes) {
    const kept = parent === undefined ? withoutTitle(rest) : rest;
    const before = parent === undefined ? game.root : made[parent]!;
    // Notes without a move belong to the position before them.
    const point = move && "x" in move ? pointOf(move, size) : null;
    const node = move ? play(game, before, point, move.side, walker.at(before)) : before;
    node.comment = [node.comment, comment].filter(Boolean).join("\n");
    if (move || parent === undefined || Object.keys(kept).length > 0) node.kept.push(kept);
    node.worth ??= valueOf(rest.others);
    made.push(node);
  }
  return game;
}

/** The title of a game, which SGF has as `GN`; empty if there is none. */
function titleOf({ nodes }: EngineTree): string {
  const written = nodes[0]?.others?.find(isTitle);
  return written?.slice("GN[".length, -"]".length).replace(/\\([^])/g, "$1") ?? "";
}

const isTitle = (property: string): boolean => property.startsWith("GN[");
const writeTitle = (title: string): string => `GN[${title.replace(/[\\\]]/g, "\\$&")}]`;

/** What is known of the root besides the title. */
function withoutTitle(root: Omit<TreeNode, "move" | "comment">): Omit<TreeNode, "move" | "comment"> {
  const { others, ...rest } = root;
  const left = others?.filter((other) => !isTitle(other));
  return left?.length ? { ...rest, others: left } : rest;
}

/** The tree with another title. */
export function titled(tree: EngineTree, title: string): EngineTree {
  const [root = {}, ...nodes] = tree.nodes;
  const others = [...(title ? [writeTitle(title)] : []), ...(withoutTitle(root).others ?? [])];
  return { ...tree, nodes: [{ ...root, others }, ...nodes] };
}

function pointOf({ x, y }: EnginePoint, size: Size): number {
  const isOn = (at: number, side: number) => Number.isInteger(at) && at >= 0 && at < side;
  if (!isOn(x, size.width) || !isOn(y, size.height)) throw new ReadError("point");
  return pointAt(x, y, size);
}

function play(game: GameTree, ...move: Parameters<GameTree["play"]>): Node {
  try {
    return game.play(...move);
  } catch (error) {
    if (error instanceof IllegalMove) throw new ReadError(error.message as "taken" | "over" | "crowded");
    throw error;
  }
}

/** The tree of a game, with all that a file said of it, and with or without the values that are known. */
export function treeOf(game: GameTree, values: "with-values" | "without" = "without"): EngineTree {
  const at = (point: number): EnginePoint => ({ x: xOf(point, game.size), y: yOf(point, game.size) });
  const nodes: TreeNode[] = [];
  // The number of the last node of each position.
  const numbers = new Map<Node, number>();
  for (const node of game.nodes()) {
    const [own = {}, ...more]: readonly Kept[] = node.kept;
    const point = node.move?.point;
    const parent = node.parent ? { parent: numbers.get(node.parent)! } : {};
    const move = node.move ? { move: { side: node.move.color, ...(point != null && at(point)) } } : {};
    const written = values === "with-values" ? withValue(own.others, node.worth) : (own.others ?? []);
    const isTitled = !node.parent && game.title !== "" && !written.some(isTitle);
    const others = isTitled ? [writeTitle(game.title), ...written] : written;
    const comment = node.comment && { comment: node.comment };
    nodes.push({ ...parent, ...move, ...comment, ...own, ...(others.length > 0 && { others }) });
    for (const kept of more) nodes.push({ parent: nodes.length - 1, ...kept });
    numbers.set(node, nodes.length - 1);
  }
  return {
    ...game.size,
    rule: game.rule,
    setup: game.setup.map(({ color, point }) => ({ side: color, ...at(point) })),
    toMove: game.setup.length > 0 || game.first === "white" ? game.first : null,
    black: game.players.black || null,
    white: game.players.white || null,
    event: game.event || null,
    date: game.date || null,
    result: result(game),
    nodes,
  };
}

/**
 * A node in the storage. A move alone, by the side whose turn it is, after the node before, is its place in two letters;
 * after another node that one's number goes before. The storage has no room for more of a large tree.
 */
type Packed = string | readonly [parent: number, place: string] | TreeNode;
/** A tree in the storage. Older versions of the page packed no node. */
export type PackedTree = Omit<EngineTree, "nodes"> & { readonly nodes: readonly Packed[] };

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

export function packed(tree: EngineTree): PackedTree {
  const turn = turnsOf(tree);
  const nodes = tree.nodes.map((node, index): Packed => {
    const { parent, move, ...more } = node;
    const isPlain = move && "x" in move && move.side === turn(parent!) && Object.keys(more).length === 0;
    if (!isPlain) return node;
    const place = LETTERS[move.x]! + LETTERS[move.y]!;
    return parent === index - 1 ? place : [parent!, place];
  });
  return { ...tree, nodes };
}

export function unpacked(tree: PackedTree): EngineTree {
  const nodes: TreeNode[] = [];
  const turn = turnsOf({ ...tree, nodes });
  tree.nodes.forEach((node, index) => {
    if (typeof node !== "string" && !Array.isArray(node)) return void nodes.push(node as TreeNode);
    const [parent, place] = typeof node === "string" ? [index - 1, node] : (node as readonly [number, string]);
    const [x, y] = [...place].map((letter) => LETTERS.indexOf(letter)) as [number, number];
    nodes.push({ parent, move: { side: turn(parent), x, y } });
  });
  return { ...tree, nodes };
}

/** Whose turn it is after a node. */
function turnsOf({ nodes, toMove }: EngineTree): (index: number) => "black" | "white" {
  return (index) => {
    let at = nodes[index];
    // Nodes without a move belong to the position before them.
    for (let number = index; at && !at.move && at.parent !== undefined && at.parent < number; at = nodes[number])
      number = at.parent;
    return at?.move ? (at.move.side === "black" ? "white" : "black") : (toMove ?? "black");
  };
}

/** The result of the main line as SGF has it: what the board shows, or else what the file said. */
function result(game: GameTree): string | null {
  let node = game.root;
  while (node.children[0]) node = node.children[0];
  const end = game.end(node);
  if (!end) return game.result || null;
  return end.kind === "full" ? "0" : end.winner === "black" ? "B+" : "W+";
}
