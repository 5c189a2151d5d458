/** What a review writes into the game: a note for each move that it marks. */

import type { Note } from "../core/annotate";
import type { Size } from "../core/geometry";
import type { Node } from "../core/tree";
import type { Judgement, Line } from "../engine/brain";
import { chancePercent, percent, t } from "../i18n";
import { nameOf } from "../i18n/points";

/** What a review has found in a line. */
export interface ReviewedLine {
  readonly line: readonly Node[];
  readonly judgements: ReadonlyMap<Node, Judgement>;
  readonly lines: ReadonlyMap<Node, readonly Line[]>;
}

/** Moves of a better line that are written. */
const MOST_MOVES = 10;

/** The least loss that is not rounded to 0 %. */
const LEAST_COST = 0.005;

/** Whether a review marks a move. */
export const isMarked = ({ mark, missedWin }: Judgement): boolean => mark !== null || missedWin;

/** What a review says of a move, besides its mark. */
export function remarksOf({ missedWin, allowsWin, best }: Judgement, size: Size): string[] {
  return [
    missedWin ? t("review.missesWin") : "",
    allowsWin ? t("review.allowsWin") : "",
    best !== null ? t("review.better", { move: nameOf(best, size) }) : "",
  ].filter(Boolean);
}

/** What a review says of a move that it marks, and what the move cost, where that is not less than half a percent. */
export function verdictOf(judgement: Judgement, size: Size): string {
  const { loss } = judgement;
  return [...(loss >= LEAST_COST ? [percent(-loss)] : []), ...remarksOf(judgement, size)].join(" · ");
}

export function notesOf({ line, judgements, lines }: ReviewedLine, size: Size): Note[] {
  return line.flatMap((node): Note[] => {
    const judgement = judgements.get(node);
    if (!judgement || !isMarked(judgement)) return [];
    const { before, after, best, mark } = judgement;
    const better = lines.get(node.parent!)?.[0]?.moves ?? (best === null ? [] : [best]);
    const chances = `${chancePercent(before)} → ${chancePercent(after)}`;
    return [
      {
        node,
        fault: mark,
        comment: [chances, ...remarksOf(judgement, size)].join(" · "),
        // A line that begins with the move itself shows nothing better.
        better: better[0] === node.move!.point ? [] : better.slice(0, MOST_MOVES),
      },
    ];
  });
}
