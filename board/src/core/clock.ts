/** The clocks of both sides. */

import { type Color } from "./geometry";
import type { Clocks } from "./tree";

export class GameClock {
  private left: Record<Color, number>;
  private running: { color: Color; since: number } | null = null;

  /**
   * All times are in milliseconds. After a move a side gets the increment, and has at least the period again: time for
   * each move when that for the game is used up. `now` is the time.
   */
  constructor(
    main: number,
    private readonly increment: number,
    private readonly period: number,
    private readonly now: () => number,
  ) {
    this.left = { black: main + period, white: main + period };
  }

  /** A clock such as `10+5` or `10/30`: minutes for the game, seconds for each move; null for `none`. */
  static parse(text: string, now: () => number): GameClock | null {
    const parts = clockParts(text);
    if (!parts) return null;
    const seconds = parts.seconds * 1000;
    const isAdded = parts.kind === "+";
    return new GameClock(parts.minutes * 60_000, isAdded ? seconds : 0, isAdded ? 0 : seconds, now);
  }

  /** Lets the time of a side run, from what both have left if that is given. */
  start(color: Color, from: Clocks | null = null): void {
    if (from) this.left = { ...from };
    this.running = { color, since: this.now() };
  }

  /** Stops the time that runs; after a move the side gets what is added. */
  stop(hasMoved: boolean): void {
    if (!this.running) return;
    const { color } = this.running;
    const left = this.times()[color];
    this.left = { ...this.left, [color]: hasMoved ? Math.max(left + this.increment, this.period) : left };
    this.running = null;
  }

  /** Milliseconds that each side has left now, with the period. */
  times(): Record<Color, number> {
    const times = { ...this.left };
    if (this.running)
      times[this.running.color] = Math.max(0, times[this.running.color] - (this.now() - this.running.since));
    return times;
  }

  /** What the clocks show: the time for the game, and when that is used up, the time for the move. */
  shown(): Record<Color, number> {
    const { black, white } = this.times();
    const shown = (left: number) => (left > this.period ? left - this.period : left);
    return { black: shown(black), white: shown(white) };
  }

  /** The side that has no time left. */
  flagged(): Color | null {
    const times = this.times();
    return times.black <= 0 ? "black" : times.white <= 0 ? "white" : null;
  }

  /** What the engine may spend on a move. */
  forMove(color: Color): number {
    const left = this.times()[color];
    const period = Math.min(left, this.period);
    const wanted = (left - period) / 30 + 0.7 * (this.increment + period);
    return Math.max(50, Math.min(wanted, 0.8 * left));
  }
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
