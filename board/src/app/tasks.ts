/** Positions to solve: how the page has them, and how a file and the browser's storage have them. */

import { type Color, type Point, type Size, type Stone, isSize, label, parseLabel } from "../core/geometry";
import { type Rule, isRule } from "../core/rules";
import { GameTree, type Node } from "../core/tree";
import type { Puzzle } from "../engine/brain";

/** Kinds of puzzles: wins by fours, wins by threes as well, one of few defences, a four that a foul alone would stop. */
export const KINDS = ["fours", "threats", "defence", "trap"] as const;
export type Kind = (typeof KINDS)[number];

export interface Task {
  readonly size: Size;
  readonly rule: Rule;
  /** The stones in the order of play. */
  readonly stones: readonly Stone[];
  readonly turn: Color;
  /** A mistake is a position in which the user has played a worse move. */
  readonly kind: Kind | "mistake";
  /** Plies to the last stone of the win, or of the threat that is to be stopped. */
  readonly plies: number;
  readonly solution: readonly Point[];
  /** Other first moves that are right: that are proven to win as well, or that hold as well. */
  readonly alternatives: readonly Point[];
  /** How hard it is; null if that was not measured. */
  readonly rating: number | null;
  /** Of a mistake: what was played, and the chance of winning before it. */
  readonly slip: { readonly point: Point; readonly before: number } | null;
}

/** A task as it is kept: names of points instead of numbers. */
export interface StoredTask {
  readonly size: readonly [width: number, height: number];
  readonly rule: string;
  /** The moves in the order of play, Black first. */
  readonly moves: string;
  readonly kind?: string;
  readonly plies: number;
  readonly solution: string;
  readonly alternatives?: string;
  readonly rating?: number;
  readonly slip?: { readonly move: string; readonly before: number };
  /** The kind in older versions of the page. */
  readonly threats?: string;
}

/** The task of a puzzle that was found in a game. */
export function taskOf({ threats, ...puzzle }: Puzzle): Task {
  return { ...puzzle, kind: threats === "fours" ? "fours" : "threats", alternatives: [], rating: null, slip: null };
}

/** Whether a first move is known to be right. */
export const isRight = ({ solution, alternatives }: Task, point: Point): boolean =>
  point === solution[0] || alternatives.includes(point);

/** Whether the colours of the stones take turns, so that they may be moves. */
export function isPlayed({ stones }: Pick<Task, "stones">): boolean {
  return stones.every((stone, index) => stone.color === (index % 2 ? "white" : "black"));
}

/** The game of a task: moves if the colours take turns, else set-up stones. */
export function gameOf(task: Task): GameTree {
  const { size, rule, stones, turn } = task;
  if (!isPlayed(task)) return new GameTree({ size, rule, setup: stones, first: turn });
  const game = new GameTree({ size, rule });
  let node = game.root;
  for (const { point } of stones) node = game.play(node, point);
  node.visit();
  return game;
}

/** The position of a game in which its task begins. */
export function startOf(task: Task, game: GameTree): Node {
  if (!isPlayed(task)) return game.root;
  const after = (node: Node, { point }: Stone) => node.children.find(({ move }) => move?.point === point) ?? node;
  return task.stones.reduce(after, game.root);
}

/** What a task is known by: tasks of the same position and kind are the same. */
export function keyOf(task: Task): string {
  const { size, rule, kind, stones } = task;
  const text = [rule, kind, size.width, size.height, ...stones.map(({ color, point }) => color[0]! + point)].join(" ");
  return [hash(text), hash(text, 3339451269)].map((number) => number.toString(36)).join("-");
}

/** The hash FNV-1a of a text, 32 bits. */
export function hash(text: string, offset = 2166136261): number {
  let value = offset;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 16777619);
  return value >>> 0;
}

export function store(task: Task): StoredTask {
  const { size, rule, kind, plies, alternatives, rating, slip } = task;
  const names = (points: readonly Point[]) => points.map((point) => label(point, size)).join(" ");
  return {
    size: [size.width, size.height],
    rule,
    moves: names(task.stones.map(({ point }) => point)),
    kind,
    plies,
    solution: names(task.solution),
    ...(alternatives.length > 0 && { alternatives: names(alternatives) }),
    ...(rating !== null && { rating }),
    ...(slip && { slip: { move: label(slip.point, size), before: slip.before } }),
  };
}

/** The task that was stored; null if it makes no sense. */
export function unstore(stored: StoredTask): Task | null {
  try {
    const size = { width: stored.size[0], height: stored.size[1] };
    const points = (names: string) => names.split(" ").map((name) => parseLabel(name, size));
    const [stones, solution] = [points(stored.moves), points(stored.solution)];
    const alternatives = stored.alternatives === undefined ? [] : points(stored.alternatives);
    const kind = [...KINDS, "mistake" as const].find((each) => each === stored.kind);
    const slip = stored.slip ? parseLabel(stored.slip.move, size) : null;
    if (
      !isSize(size.width, size.height) ||
      !isRule(stored.rule) ||
      [...stones, ...solution, ...alternatives].includes(null) ||
      new Set(stones).size < stones.length ||
      [...solution, ...alternatives].some((point) => stones.includes(point)) ||
      (kind === "mistake") !== (slip !== null) ||
      (slip !== null && typeof stored.slip!.before !== "number")
    )
      return null;
    return {
      size,
      rule: stored.rule,
      stones: (stones as Point[]).map((point, index) => ({ color: index % 2 ? "white" : "black", point })),
      turn: stones.length % 2 ? "white" : "black",
      kind: kind ?? (stored.threats === "fours" ? "fours" : "threats"),
      plies: Number(stored.plies),
      solution: solution as Point[],
      alternatives: alternatives as Point[],
      rating: typeof stored.rating === "number" ? stored.rating : null,
      slip: slip === null ? null : { point: slip, before: stored.slip!.before },
    };
  } catch {
    return null;
  }
}

/** The tasks of a text that may be anything. */
export function parseTasks(text: string | null): Task[] {
  try {
    const list: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(list) ? list.map(unstore).filter((task) => task !== null) : [];
  } catch {
    return [];
  }
}
