/** The clocks of both sides. */

import type { Color } from "./geometry";
import type { Clocks } from "./tree";

/**
 * Both clocks, as data that can be stored. All times are in milliseconds. After a move a side gets the increment, and
 * has at least the period again: time for each move when that for the game is used up.
 */
export interface GameClock {
  readonly increment: number;
  readonly period: number;
  /** What each side had left when the clock was last started or stopped. */
  readonly left: Clocks;
  /** The side whose time runs, and since when. */
  readonly running: { readonly color: Color; readonly since: number } | null;
}

/** A clock such as `10+5` or `10/30`: minutes for the game, seconds for each move; null for `none`. */
export function clockOf(text: string): GameClock | null {
  const parts = clockParts(text);
  if (!parts) return null;
  const seconds = parts.seconds * 1000;
  const [increment, period] = parts.kind === "+" ? [seconds, 0] : [0, seconds];
  const each = parts.minutes * 60_000 + period;
  return { increment, period, left: { black: each, white: each }, running: null };
}

/** The clock with the time of a side running, from what both have left if that is given. */
export function started(clock: GameClock, color: Color, now: number, from: Clocks | null = null): GameClock {
  return { ...clock, left: from ?? clock.left, running: { color, since: now } };
}

/** The clock at rest; after a move the side gets what is added. */
export function stopped(clock: GameClock, hasMoved: boolean, now: number): GameClock {
  if (!clock.running) return clock;
  const { color } = clock.running;
  const left = timesOf(clock, now);
  const after = hasMoved ? Math.max(left[color] + clock.increment, clock.period) : left[color];
  return { ...clock, left: { ...left, [color]: after }, running: null };
}

/** Milliseconds that each side has left, with the period. */
export function timesOf({ left, running }: GameClock, now: number): Clocks {
  if (!running) return left;
  return { ...left, [running.color]: Math.max(0, left[running.color] - (now - running.since)) };
}

/** What the clocks show: the time for the game, and when that is used up, the time for the move. */
export function shownOf(clock: GameClock, now: number): Clocks {
  const { black, white } = timesOf(clock, now);
  const shown = (left: number) => (left > clock.period ? left - clock.period : left);
  return { black: shown(black), white: shown(white) };
}

/** The side that has no time left. */
export function flaggedOf(clock: GameClock, now: number): Color | null {
  const { black, white } = timesOf(clock, now);
  return black <= 0 ? "black" : white <= 0 ? "white" : null;
}

/** What the engine may spend on a move. */
export function timeForMove(clock: GameClock, color: Color, now: number): number {
  const left = timesOf(clock, now)[color];
  const period = Math.min(left, clock.period);
  const wanted = (left - period) / 30 + 0.7 * (clock.increment + period);
  return Math.max(50, Math.min(wanted, 0.8 * left));
}

/** The minutes and seconds of a clock such as `10+5`, and what the seconds are; null for another text. */
export function clockParts(text: string): { minutes: number; kind: "+" | "/"; seconds: number } | null {
  const match = /^(\d+)([+/])(\d+)$/.exec(text);
  return match && { minutes: Number(match[1]), kind: match[2] as "+" | "/", seconds: Number(match[3]) };
}

/** Minutes and seconds; tenths below ten seconds. */
export function clockText(milliseconds: number): string {
  if (milliseconds < 10_000) return (Math.ceil(milliseconds / 100) / 10).toFixed(1);
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
