/** Writes what an analysis has found into a game: comments, marks of moves and better lines. */

import { type Edit, annotation, deletion } from "./edit";
import type { Point } from "./geometry";
import { parseProperty } from "./marks";
import { type GameTree, IllegalMove, type Kept, type Node } from "./tree";

/** How bad a move is. */
export type Fault = "inaccuracy" | "mistake" | "blunder";

/** The properties of SGF that say so: a doubtful, a bad and a very bad move. */
const PROPERTIES: Readonly<Record<Fault, string>> = { inaccuracy: "DO[]", mistake: "BM[1]", blunder: "BM[2]" };
const NAMES = ["DO", "BM"];

/** What is to be written of a move. */
export interface Note {
  /** The position after the move. */
  readonly node: Node;
  readonly fault: Fault | null;
  /** A line that goes after the comment, in the place of an older one that begins alike. */
  readonly comment: string;
  /** What would have been better; it becomes a variation. */
  readonly better: readonly Point[];
}

/** How a line of an analysis begins in a comment, in every language. */
export const SIGNATURE = "Fukumi:";

/** How bad a file says that a move is; null if it does not say so. */
export function writtenFault({ kept }: Node): Fault | null {
  for (const property of kept.flatMap(({ others = [] }) => others)) {
    const { name, values } = parseProperty(property) ?? { name: "", values: [] };
    if (name === "DO") return "inaccuracy";
    if (name === "BM") return values[0] === "2" ? "blunder" : "mistake";
  }
  return null;
}

/** Writes notes into a game, of which a position is shown. */
export function annotating(game: GameTree, shown: Node, notes: readonly Note[]): Edit {
  const place = { game, node: shown };
  const edits = notes.flatMap(({ node, fault, comment, better }) => {
    const change = { comment: withLine(node.comment, comment), kept: withFault(node.kept, fault) };
    const { make, takeBack } = annotation(game, node, change) ?? { make: () => place, takeBack: () => place };
    return [{ make, takeBack }, variation(game, node.parent!, better)];
  });
  return {
    make: () => {
      for (const edit of edits) edit.make();
      return place;
    },
    takeBack: () => {
      for (const edit of edits.toReversed()) edit.takeBack();
      return place;
    },
  };
}

function withLine(comment: string, line: string): string {
  const others = comment.split("\n").filter((one) => one && !one.startsWith(SIGNATURE));
  return [...others, `${SIGNATURE} ${line}`].join("\n");
}

function withFault([first = {}, ...more]: readonly Kept[], fault: Fault | null): Kept[] {
  const others = (first.others ?? []).filter((text) => !NAMES.includes(parseProperty(text)?.name ?? ""));
  const { others: _, ...rest } = first;
  const all = fault ? [...others, PROPERTIES[fault]] : others;
  return [{ ...rest, ...(all.length > 0 && { others: all }) }, ...more];
}

/** Adds a line after a position, as far as it can be played. */
function variation(game: GameTree, from: Node, moves: readonly Point[]): Pick<Edit, "make" | "takeBack"> {
  const place = { game, node: from };
  let removal: Edit | null | undefined;
  return {
    make: () => {
      if (removal === undefined) removal = played(game, from, moves);
      else removal?.takeBack();
      return place;
    },
    takeBack: () => {
      removal?.make();
      return place;
    },
  };
}

/** Plays a line; what removes the moves that are new, or null if none is. */
function played(game: GameTree, from: Node, moves: readonly Point[]): Edit | null {
  let removal: Edit | null = null;
  let node = from;
  try {
    for (const move of moves) {
      const { count } = game;
      node = game.play(node, move);
      if (game.count > count) removal ??= deletion(game, node);
    }
  } catch (error) {
    if (!(error instanceof IllegalMove)) throw error;
  }
  return removal;
}
