/** The clocks of both sides. */

import { type Color } from "./geometry";
import type { Clocks } from "./tree";

export class GameClock {
  private left: Record<Color, number>;
  private running: { color: Color; since: number } | null = null;

  /** `now` is the time in milliseconds. */
  constructor(
    minutes: number,
    private readonly increment: number,
    private readonly now: () => number,
  ) {
    this.left = { black: minutes * 60_000, white: minutes * 60_000 };
  }

  /** A clock such as `10+5`: minutes for the game, seconds added after each move; null for `none`. */
  static parse(text: string, now: () => number): GameClock | null {
    const match = /^(\d+)\+(\d+)$/.exec(text);
    return match ? new GameClock(Number(match[1]), Number(match[2]) * 1000, now) : null;
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
    this.left = { ...this.left, [color]: Math.max(0, this.times()[color] + (hasMoved ? this.increment : 0)) };
    this.running = null;
  }

  /** Milliseconds that each side has left now. */
  times(): Record<Color, number> {
    const times = { ...this.left };
    if (this.running)
      times[this.running.color] = Math.max(0, times[this.running.color] - (this.now() - this.running.since));
    return times;
  }

  /** The side that has no time left. */
  flagged(): Color | null {
    const times = this.times();
    return times.black <= 0 ? "black" : times.white <= 0 ? "white" : null;
  }

  /** What the engine may spend on a move. */
  forMove(color: Color): number {
    return Math.max(50, this.times()[color] / 30 + this.increment * 0.7);
  }
}

/** Minutes and seconds; tenths below ten seconds. */
export function clockText(milliseconds: number): string {
  if (milliseconds < 10_000) return (Math.ceil(milliseconds / 100) / 10).toFixed(1);
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
