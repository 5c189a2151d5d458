/** Reads the games of a match, as `fukumi-tools match show --html` writes them. */

import { type Color, type Point, type Size, other, parseLabel } from "../core/geometry";
import type { Rule } from "../core/rules";
import { Node, type Worth } from "../core/tree";

export interface VenueRecord extends Size {
  readonly rule: Rule;
}

/** Seconds for a game and for each of its moves; null without such a limit. */
interface LimitRecord {
  readonly match: number | null;
  readonly increment: number;
}

/** Columns of moves: those of the opening have null. Times are in milliseconds. */
export interface MatchGame {
  readonly game: number;
  readonly venue: number;
  readonly black: string;
  readonly white: string;
  readonly result: Color | "draw";
  readonly reason: string;
  readonly detail: string;
  readonly opening: string;
  /** Whether the engines made the opening themselves: that took time of which the moves say nothing. */
  readonly is_swap2: boolean;
  readonly moves: readonly string[];
  readonly ms: readonly (number | null)[];
  readonly depth: readonly (number | null)[];
  readonly nodes: readonly (number | null)[];
  readonly eval: readonly (string | null)[];
  readonly pv: readonly (string | null)[];
}

export interface MatchRecord {
  readonly venues: readonly VenueRecord[];
  readonly engines: Readonly<Record<string, LimitRecord>>;
  readonly games: readonly MatchGame[];
}

/** What is known of the move that led to a position. */
export interface Thought {
  /** Seconds that it took, and that are left for the game. */
  readonly seconds: number | null;
  readonly left: number | null;
  readonly depth: number | null;
  readonly nodes: number | null;
  /** As the engine wrote it, from its own side. */
  readonly evaluation: string | null;
  /** The line that the engine expected; its first move is the one that it played. */
  readonly line: readonly Point[];
}

export interface PlayedGame {
  readonly record: MatchGame;
  readonly size: Size;
  readonly rule: Rule;
  readonly root: Node;
  /** The positions before each move, and the last one. */
  readonly line: readonly Node[];
  readonly thoughts: ReadonlyMap<Node, Thought>;
}

/** Points of an evaluation in one unit of the natural log-odds of winning, as the engine counts them. */
const POINTS_PER_LOGIT = 200;

/** Black's chance by the evaluation of an engine; null where it says none. */
export function worthOf(text: string, color: Color): Worth | null {
  const proven = /^([+-]?)m(\d+)$/i.exec(text);
  const points = Number(text);
  if (!proven && !Number.isFinite(points)) return null;
  const isWin = proven?.[1] !== "-";
  // A proven result alone is exactly 0 or 1.
  const most = 1 - Number.EPSILON;
  const own = proven
    ? Number(isWin)
    : Math.max(1 - most, Math.min(most, 1 / (1 + Math.exp(-points / POINTS_PER_LOGIT))));
  const black = color === "black" ? own : 1 - own;
  if (!proven) return { black };
  const plies = Number(proven[2]);
  return { black, plies: isWin === (color === "black") ? plies : -plies };
}

export function read(match: MatchRecord, record: MatchGame): PlayedGame {
  const { rule, ...size } = match.venues[record.venue]!;
  const root = new Node(null, null, 0);
  const line = [root];
  const thoughts = new Map<Node, Thought>();
  const clock = (color: Color) => (record.is_swap2 ? null : match.engines[record[color]]!.match);
  const left = { black: clock("black"), white: clock("white") };
  let color: Color = "black";
  record.moves.forEach((text, index) => {
    const parent = line[index]!;
    const node = new Node(parent, { color, point: parseLabel(text, size) }, index + 1);
    parent.children.push(node);
    line.push(node);
    const ms = record.ms[index] ?? null;
    const before = left[color];
    // As the match counts: a move that takes more than there is leaves nothing, and the increment follows.
    if (ms !== null && before !== null)
      left[color] = Math.max(0, before - ms / 1000) + match.engines[record[color]]!.increment;
    const evaluation = record.eval[index] ?? null;
    const words = record.pv[index]?.split(" ") ?? [];
    thoughts.set(node, {
      seconds: ms === null ? null : ms / 1000,
      left: ms === null ? null : left[color],
      depth: record.depth[index] ?? null,
      nodes: record.nodes[index] ?? null,
      evaluation,
      line: words.map((word) => parseLabel(word, size)).filter((point) => point !== null),
    });
    // Where an engine says nothing, the last evaluation holds.
    node.worth = (evaluation === null ? null : worthOf(evaluation, color)) ?? parent.worth;
    color = other(color);
  });
  return { record, size, rule, root, line, thoughts };
}
