/** The lesson for people who have never played: ten positions, and the moves that solve them. */

import { type Color, type Point, type Size, parseLabel } from "./geometry";
import type { Rule } from "./rules";
import { GameTree } from "./tree";

export const LESSON_SIZE: Size = { width: 9, height: 9 };

export interface LessonStep {
  readonly rule: Rule;
  /** The stones of each colour, as names of points. */
  readonly black: string;
  readonly white: string;
  readonly turn: Color;
  /** Whether a move that stops the opponent is looked for; else it is the quickest win. */
  readonly defends: boolean;
  readonly answers: string;
}

const step = (rule: Rule, turn: Color, black: string, white: string, answers: string, defends = false): LessonStep => ({
  rule,
  turn,
  black,
  white,
  defends,
  answers,
});

export const LESSON: readonly LessonStep[] = [
  // Five in a row.
  step("freestyle", "black", "d5 e5 f5 g5", "d6 e4 f6 g7", "c5 h5"),
  // A four is blocked.
  step("freestyle", "black", "c5 d6 e4 f7", "d5 e5 f5 g5", "h5", true),
  // An open three becomes an open four.
  step("freestyle", "black", "d5 e5 f5", "d6 f6 e3", "c5 g5"),
  // An open three is stopped.
  step("freestyle", "black", "d6 f7 g3", "d5 e5 f5", "c5 g5", true),
  // Four-three.
  step("freestyle", "black", "d5 e5 f5 g3 g4", "c5 e6 f3 d7 h7", "g5"),
  // Two fours.
  step("freestyle", "black", "d5 e5 f5 g2 g3 g4", "c5 g1 e6 d3 f7 h6", "g5"),
  // Two open threes.
  step("freestyle", "black", "f5 g5 e6 e7", "c7 d3 g7 h2", "e5"),
  // What Black may not do in renju, and may.
  step("renju", "black", "f5 g5 e6 e7 b3 c3 d3 f2", "a3 c5 d8 h3 g8 h7 b7 i2", "f3"),
  // Six in a row are not five.
  step("standard", "black", "c5 d5 e5 g5 h5 d8 e8 f8 g8", "c8 d4 f4 g6 e7 b6 h3 f2 c3", "h8"),
  // A four whose only answer is forbidden.
  step("renju", "white", "f5 g5 e6 e7 b2", "c3 d4 f6 h3", "g7"),
];

export const pointsOf = (names: string): Point[] => names.split(" ").map((name) => parseLabel(name, LESSON_SIZE)!);

/** The position of a step, as a game that begins with it. */
export function lessonGame({ rule, black, white, turn }: LessonStep): GameTree {
  const stones = (color: Color, names: string) => pointsOf(names).map((point) => ({ color, point }));
  const setup = [...stones("black", black), ...stones("white", white)];
  return new GameTree({ size: LESSON_SIZE, rule, setup, first: turn });
}
