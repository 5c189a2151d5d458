/**
 * A game against the engine, or of two people, as data that can be stored: what is, what can happen, and what is to be
 * done then. The reducer is in `reduce.ts`; `../match.ts` carries out what it asks for.
 */

import { type GameClock, clockOf } from "../../core/clock";
import type { Color, Point } from "../../core/geometry";
import { fits } from "../../core/openings";
import type { Clocks, End } from "../../core/tree";
import type { OpeningChoice, OpeningState, OpeningStep } from "../../engine/brain";
import { Negotiation, type OpeningPlay, type Refusal } from "./negotiation";
import type { Reason } from "../reason";
import type { Settings } from "../settings";

export type Phase = "opening" | "play" | "over";

/** What a game is set up with. */
export type MatchOptions = Pick<
  Settings,
  "rule" | "width" | "height" | "seat" | "level" | "handicap" | "moveLimits" | "opening" | "clock"
>;

/** What the engine thinks about: a move, a step of the opening, or stones that leave the game even. */
export type Thought = "move" | "step" | "even";

/** A step that the engine has made, and what it was a choice of. */
export interface DoneStep {
  readonly step: OpeningStep;
  readonly choice: "place" | "offer" | "choose" | null;
}

export interface MatchState {
  readonly options: MatchOptions;
  readonly phase: Phase;
  /** The engine's colour; null while that is open, and in a game of two people. */
  readonly engine: Color | null;
  readonly thought: Thought | null;
  /** Number of the last question to the engine; answers to earlier ones are ignored. */
  readonly asked: number;
  /** Why the engine has failed; the game goes on when it is asked again. */
  readonly failure: Reason | null;
  readonly clock: GameClock | null;
  /** The opening; null if the game has none. */
  readonly opening: OpeningPlay | null;
  /** The stones that the opening has put on the board, those of a step that is not complete too. */
  readonly stones: readonly Point[];
  /** What the engine has done in the opening since the user's last step. */
  readonly done: readonly DoneStep[];
  /** Whether the user has made a move. */
  readonly hasMoved: boolean;
  /** Whether the game may still count for the user's rating, was played with help, or has been counted. */
  readonly rating: "open" | "helped" | "counted";
  /** The rating of the engine's level when it was last known; null if it has none. */
  readonly opponent: number | null;
  /** The change of the user's rating by this game. */
  readonly gain: number | null;
}

/** What the reducer needs to know of the position on the board. */
export interface Situation {
  /** Milliseconds of a clock that never goes back. */
  readonly now: number;
  readonly turn: Color;
  readonly end: End | null;
  /** What the clocks showed when the position came on the board. */
  readonly clocks: Clocks | null;
  /** Whether it is the position of the opening. */
  readonly isOpened: boolean;
  /** Whether another move was played in it. */
  readonly hasNext: boolean;
  /** How many of its turns the engine has given up. */
  readonly passes: number;
  /** The number of the position that a move taken back leads to, and one played again; null if there is none. */
  readonly back: number | null;
  readonly forward: number | null;
}

export type MatchEvent =
  | { readonly kind: "begun" | "resumed" | "ended" | "ticked" | "resigned" | "retried" | "helped" }
  /** The user asks the engine to move. */
  | { readonly kind: "engineMoves" }
  | { readonly kind: "undone" | "redone" }
  /** The user has deleted the moves that led to the position that was shown. */
  | { readonly kind: "deleted" }
  /** Another position is shown while the engine thinks about a move. */
  | { readonly kind: "left" }
  /** The user shows another position. */
  | { readonly kind: "shown" }
  | { readonly kind: "tapped"; readonly point: Point }
  | { readonly kind: "chosen"; readonly choice: OpeningChoice; readonly count: number | undefined }
  /** The position after a move, a step forward, or the opening is on the board. */
  | { readonly kind: "placed" }
  /** The position before a move that is taken back is on the board. */
  | { readonly kind: "returned"; readonly number: number }
  | { readonly kind: "rated"; readonly gain: number }
  /** The engine has all that it needs for a move. */
  | { readonly kind: "ready"; readonly asked: number }
  /** The engine's move; undefined if it was stopped before anything was found. */
  | {
      readonly kind: "moved";
      readonly asked: number;
      readonly move: Point | undefined;
      readonly reply: Point | undefined;
    }
  | { readonly kind: "evened"; readonly asked: number; readonly stones: readonly Point[] }
  | { readonly kind: "described"; readonly asked: number; readonly states: readonly OpeningState[] }
  /** A step of the opening; null if the engine was stopped before it began. */
  | {
      readonly kind: "stepped";
      readonly asked: number;
      readonly made: { readonly step: OpeningStep; readonly state: OpeningState } | null;
    }
  | { readonly kind: "failed"; readonly asked: number; readonly reason: Reason };

/** What is said, in words that depend on the language when it is shown. */
export type Message =
  | { readonly kind: "thinking" | "notYourTurn" | "failed" | "button" | "prompt" | "even" }
  | { readonly kind: "undone"; readonly number: number }
  | { readonly kind: "refusal"; readonly point: Point; readonly refusal: Refusal }
  | { readonly kind: "lost"; readonly loser: Color; readonly how: "R" | "T" };

export type Effect =
  | { readonly kind: "say"; readonly message: Message }
  /** Says what there is to say of the position that is shown. */
  | { readonly kind: "announce" }
  /** Writes the names of both sides into the game. */
  | { readonly kind: "name" }
  /** Puts a move on the board and calls back with `placed`. */
  | { readonly kind: "play"; readonly point: Point | null; readonly clocks: Clocks | null }
  /** Shows the position of the opening, whose stones are put on the board if they are not there. */
  | { readonly kind: "showOpening" }
  /** Goes to an earlier or later position of the line and calls back. */
  | { readonly kind: "go"; readonly number: number; readonly then: "placed" | "returned" }
  /** Calls back with `placed`: the game begins after the opening. */
  | { readonly kind: "begin" }
  | { readonly kind: "result"; readonly text: string }
  /** Counts the game for the user's rating, if its level has one. */
  | { readonly kind: "count"; readonly points: 0 | 0.5 | 1 }
  /** Ends what the engine does. */
  | { readonly kind: "stop" }
  | { readonly kind: "ponder"; readonly reply: Point | undefined }
  /** Asks the engine, which answers as quickly as it can if it is hurried. */
  | { readonly kind: "think" | "decide"; readonly asked: number; readonly isHurried: boolean }
  | { readonly kind: "even" | "describe"; readonly asked: number }
  | { readonly kind: "step"; readonly asked: number; readonly step: OpeningStep };

export const hasEngine = ({ seat }: MatchOptions): boolean => seat !== "both" && seat !== "people";

/** Whether an opening has rules that fit the game; one that does not is as good as none. */
const hasOpeningRule = ({ opening, rule, width, height }: Omit<MatchOptions, "level">): boolean =>
  opening !== "free" && opening !== "even" && fits(opening, rule, { width, height });

/** The side that makes the first move: in renju, and by an opening, Black. */
export function firstOf(settings: Settings): Color {
  const { rule, opening, begins } = settings;
  return rule === "renju" || opening === "even" || hasOpeningRule(settings) ? "black" : begins;
}

/** A game before its first move; the lot is a number from 0 to 1. */
export function newMatch(options: MatchOptions, lot: number): MatchState {
  const { width, height, rule, seat, opening } = options;
  const size = { width, height };
  const isBlack = seat === "black" || (seat === "random" && lot < 0.5);
  const person = hasEngine(options) ? (isBlack ? "first" : "second") : null;
  const isRule = opening !== "free" && opening !== "even" && hasOpeningRule(options);
  return {
    options,
    phase: isRule || opening === "even" ? "opening" : "play",
    engine: !isRule && hasEngine(options) ? (isBlack ? "white" : "black") : null,
    thought: null,
    asked: 0,
    failure: null,
    clock: clockOf(options.clock),
    opening: isRule ? Negotiation.begin(rule, size, opening, person) : null,
    stones: [],
    done: [],
    hasMoved: false,
    rating: "open",
    opponent: null,
    gain: null,
  };
}

/** The opening while it is going on and described. */
export function currentOpening({ phase, opening }: MatchState): Negotiation | null {
  const negotiation = opening && new Negotiation(opening);
  return phase === "opening" && negotiation?.state ? negotiation : null;
}

/** Whether the game counts for the user's rating, if its level has one. */
export const countsForRating = ({ rating, engine, options }: MatchState): boolean =>
  rating === "open" && engine !== null && options.handicap === 0;
