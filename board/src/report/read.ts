/** Reads a game and its analysis, as `fukumi analyze --json` prints them. */

import { type Color, type Point, type Size, type Stone, parseLabel } from "../core/geometry";
import { Node } from "../core/tree";
import type { Judgement, Line, Summary } from "../engine/brain";

type Sides<T> = Readonly<Record<Color, T>>;

/** What a position or a line is worth to the side to move: plies to the end, if that is proven. */
interface Value {
  readonly plies: number | null;
}

interface PositionRecord extends Value {
  readonly to_move: Color;
  readonly black_win_rate: number | null;
  readonly lines: readonly (Value & { readonly win_rate: number; readonly moves: readonly string[] })[];
  readonly win: { readonly threats: string; readonly moves: number } | null;
}

interface MoveRecord {
  readonly color: Color;
  readonly move: string;
  readonly best: string | null;
  /** Missing where the move was not judged, as all that follows. */
  readonly loss?: number;
  readonly win_rate_before: number;
  readonly win_rate_after: number;
  readonly mark: Judgement["mark"];
  readonly missed_win: boolean;
  readonly allows_win: boolean;
  readonly remarks: readonly string[];
}

interface SideRecord {
  readonly moves: number;
  readonly best: number;
  readonly mistakes: number;
  readonly blunders: number;
  readonly missed_wins: number;
  readonly mean_loss: number | null;
}

/** The keys that the report uses; docs/json.md lists all. */
export interface GameRecord extends Size {
  readonly players: Sides<string | null>;
  readonly stones: Sides<readonly string[]>;
  readonly dead: readonly string[];
  readonly ending: { readonly text: string; readonly row: readonly string[] } | null;
  readonly positions: readonly PositionRecord[];
  readonly moves: readonly MoveRecord[];
  readonly summary: Sides<SideRecord>;
}

/** A position of the game and what is known of it. */
export interface Position {
  readonly node: Node;
  readonly turn: Color;
  /** Null where the analysis ended before it. */
  readonly chance: number | null;
  readonly lines: readonly Line[];
  readonly win: PositionRecord["win"];
  /** What is said of the move that led here. */
  readonly remarks: readonly string[];
}

export interface Analysed {
  readonly size: Size;
  readonly root: Node;
  /** The stones before the first move. */
  readonly setup: readonly Stone[];
  readonly dead: readonly Point[];
  readonly end: { readonly text: string; readonly row: readonly Point[] } | null;
  /** The positions before each move, and the last one. */
  readonly positions: readonly Position[];
  readonly judgements: ReadonlyMap<Node, Judgement>;
  readonly players: Sides<string | null>;
  readonly summaries: Sides<Summary>;
}

export function read(record: GameRecord): Analysed {
  const { stones, ending: end, players, summary } = record;
  const size = { width: record.width, height: record.height };
  const points = (labels: readonly string[]) => labels.map((label) => parseLabel(label, size)!);
  const setup = (["black", "white"] as const).flatMap((color) =>
    points(stones[color]).map((point) => ({ color, point })),
  );
  const root = new Node(null, null, 0);
  const judgements = new Map<Node, Judgement>();
  let node = root;
  const positions = record.positions.map(({ to_move: turn, black_win_rate: chance, lines, win }, index) => {
    const move = record.moves[index - 1];
    if (move) {
      const next = new Node(node, { color: move.color, point: parseLabel(move.move, size) }, index);
      node.children.push(next);
      node = next;
      if (move.loss !== undefined) judgements.set(node, judgementOf(move, size));
    }
    if (chance !== null) node.worth = { black: chance };
    // For Black, as everywhere in the page.
    const worth = (rate: number, plies: number | null) =>
      turn === "black"
        ? { black: rate, ...(plies !== null && { plies }) }
        : { black: 1 - rate, ...(plies !== null && { plies: -plies }) };
    return {
      node,
      turn,
      chance,
      lines: lines.map(({ moves, win_rate, plies }) => ({
        moves: points(moves),
        worth: worth(win_rate, plies),
        depth: null,
      })),
      win,
      remarks: move?.remarks ?? [],
    };
  });
  return {
    size,
    root,
    setup,
    dead: points(record.dead),
    end: end && { text: end.text, row: points(end.row) },
    positions,
    judgements,
    players,
    summaries: { black: summaryOf(summary.black), white: summaryOf(summary.white) },
  };
}

function judgementOf(move: MoveRecord, size: Size): Judgement {
  return {
    best: move.best === null ? null : parseLabel(move.best, size),
    loss: move.loss!,
    before: move.win_rate_before,
    after: move.win_rate_after,
    mark: move.mark,
    missedWin: move.missed_win,
    allowsWin: move.allows_win,
  };
}

const summaryOf = (side: SideRecord): Summary => ({
  ...side,
  missedWins: side.missed_wins,
  meanLoss: side.mean_loss,
});
