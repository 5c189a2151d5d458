/** What the user is doing with the board, and what of the page can change. */

import type { Point } from "../core/geometry";
import type { StoredActivity } from "./kept";

/**
 * What can change: the position that is shown, the game or its tree, a comment that is being written, what is said, the
 * activity, what the engine found, the settings, the language, the engine itself, the tools that change the game, the
 * games that are kept, what the user has learnt, what is shown on the board besides, the clocks, games that were put
 * aside, newer versions, what the user waits for or may try again.
 */
export type Topic =
  | "position"
  | "tree"
  | "comment"
  | "message"
  | "activity"
  | "analysis"
  | "review"
  | "explorer"
  | "settings"
  | "language"
  | "engine"
  | "editor"
  | "library"
  | "training"
  | "overlay"
  | "clock"
  | "waiting"
  | "update"
  | "work";

/** What the user is doing with the board, if it is more than moving stones: a game, an exercise. */
export interface Activity {
  /** Called for a point that the user wants to play on. Returns false if the stone is simply to be played. */
  tried(point: Point): boolean;
  /** Called when another position is shown. */
  moved?(): void;
  /** Says what there is to do in the position that is shown. Returns false if there is nothing special to say. */
  announce?(): boolean;
  /** Says what help costs, before the user gets any. Returns false if there is nothing to say. */
  warned?(): boolean;
  /** Called when the user asks the engine for help. */
  helped?(): void;
  /** Called when something else is begun. */
  ended(): void;
  /** Whether the engine thinks about a move of its own. */
  readonly isThinking?: boolean;
  /** Whether people play each other, from whom the engine is hidden. */
  readonly isPrivate?: boolean;
  /** Whether the engine shows nothing that the user has not asked for just now. */
  readonly isTest?: boolean;
  /** What it is as data, so that it can go on after the page was left. */
  readonly stored?: StoredActivity;
  /** Whether it can be gone on with when something else was begun. */
  readonly isUnfinished?: boolean;
  /** The rating of the opponent, if leaving the game may cost rating; else null. */
  readonly stake?: number | null;
}
