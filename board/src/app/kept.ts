/** What a window was doing, as the storage has it. */

import type { SavedGame } from "./saved-game";

/** An activity as data. */
export interface StoredActivity {
  readonly kind: string;
  readonly state: unknown;
}

/** What a window was doing, with its game. */
export interface Kept {
  readonly version: 1;
  /** When the window last had it, in milliseconds since 1970. */
  readonly at: number;
  /** The part of the address after the `#`. */
  readonly hash: string;
  readonly game: SavedGame;
  readonly activity: StoredActivity | null;
  /** What a review has found in the game; null if there is none. */
  readonly review: unknown;
  /** The rating of the opponent, if the game counts; else null. */
  readonly stake: number | null;
  /** Whether the user has put it aside and begun something else. */
  readonly isAside: boolean;
}

const DAY = 24 * 3600 * 1000;
/** Milliseconds after which what no window has taken up is dropped. */
const LIFE = 30 * DAY;

/** Reads what was kept from a text that may be anything; null if it cannot be read. */
export function parseKept(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<Kept> | null;
    const isKnown =
      kept?.version === 1 &&
      Number.isFinite(kept.at) &&
      typeof kept.hash === "string" &&
      typeof kept.game === "object" &&
      (kept.activity === null || typeof kept.activity?.kind === "string") &&
      (kept.stake === null || Number.isFinite(kept.stake));
    return isKnown ? (kept as Kept) : null;
  } catch {
    return null;
  }
}

/** When a game that counts is lost if it is not taken up again; null if it does not count. */
export const deadlineOf = ({ at, stake }: Kept): number | null => (stake === null ? null : at + DAY);

/** Whether it counts as lost by now. */
export function isForfeit(kept: Kept, now: number): boolean {
  const deadline = deadlineOf(kept);
  return deadline !== null && now > deadline;
}

/** The result of a game that is lost because it was left, as SGF has it; null if its sides are not known. */
export function forfeitResult({ activity }: Kept): string | null {
  const { engine } = (activity?.state ?? {}) as { readonly engine?: unknown };
  return engine === "black" ? "B+F" : engine === "white" ? "W+F" : null;
}

/** Whether it is dropped by now without a loss. */
export const isStale = ({ at, stake }: Kept, now: number): boolean => stake === null && now - at > LIFE;
