/**
 * Ratings by M. Glickman's "The Glicko system" (1995): a new player's rating moves far, a known one's little. A puzzle
 * or a level of the engine counts as an opponent whose rating was measured and does not move.
 */

export interface Rating {
  readonly value: number;
  /** How uncertain the value is: the standard deviation. */
  readonly deviation: number;
}

export const NEW_PLAYER: Rating = { value: 900, deviation: 300 };
/** No rating falls below this. */
const LEAST_VALUE = 0;
/** The rating goes on moving: a player learns. */
const LEAST_DEVIATION = 70;
/** How uncertain the rating of a puzzle is. */
const PUZZLE_DEVIATION = 100;
const Q = Math.LN10 / 400;

/** The rating after a puzzle. */
export const rated = (player: Rating, puzzle: number, isSolved: boolean): Rating =>
  played(player, { value: puzzle, deviation: PUZZLE_DEVIATION }, isSolved ? 1 : 0);

/** The rating after a game that made so many points, from 0 to 1. */
export function played({ value, deviation }: Rating, opponent: Rating, score: number): Rating {
  const g = 1 / Math.sqrt(1 + (3 * (Q * opponent.deviation) ** 2) / Math.PI ** 2);
  const expected = 1 / (1 + 10 ** ((g * (opponent.value - value)) / 400));
  const information = (Q * g) ** 2 * expected * (1 - expected);
  const variance = 1 / (1 / deviation ** 2 + information);
  return {
    value: Math.max(LEAST_VALUE, value + Q * variance * g * (score - expected)),
    deviation: Math.max(LEAST_DEVIATION, Math.sqrt(variance)),
  };
}
