/** What happens in a game: the state after an event, and what is to be done then. */

import { started, stopped, timesOf, flaggedOf } from "../../core/clock";
import { type Color, type Point, other } from "../../core/geometry";
import { Draft } from "./draft";
import {
  begin,
  chooseStep,
  decide,
  described,
  evened,
  openingBefore,
  stepped,
  tapOpening,
  undoOpening,
} from "./reduce-opening";
import { type Effect, type MatchEvent, type MatchState, type Situation, countsForRating } from "./state";

/** The state after an event at a position, and what is to be done. */
export function reduce(
  state: MatchState,
  event: MatchEvent,
  at: Situation,
): { readonly state: MatchState; readonly effects: readonly Effect[] } {
  const draft = new Draft(state, at);
  if ("asked" in event) answered(draft, event);
  else happened(draft, event);
  return draft;
}

type Answer = Extract<MatchEvent, { readonly asked: number }>;

/** An answer of the engine. Those to earlier questions are ignored. */
function answered(draft: Draft, event: Answer): void {
  const { state, at } = draft;
  if (event.asked !== state.asked || state.phase === "over") return;
  switch (event.kind) {
    case "ready":
      return runClock(draft, at.turn);
    case "moved":
      if (state.thought !== "move") return;
      // Stopped too early, it is still its turn.
      if (event.move === undefined) return draft.askToPlay("think", true);
      draft.set({ thought: null });
      place(draft, event.move);
      return draft.do({ kind: "ponder", reply: event.reply });
    case "evened":
      return evened(draft, event.stones);
    case "described":
      return described(draft, event.states);
    case "stepped":
      return stepped(draft, event.made);
    case "failed":
      // The user has left the position that the engine thought about.
      if (state.phase === "play" && state.thought === null) return;
      stopClock(draft, false);
      draft.set({ thought: null, failure: event.reason });
      return draft.say({ kind: "failed" });
  }
}

function happened(draft: Draft, event: Exclude<MatchEvent, Answer>): void {
  const { state, at } = draft;
  switch (event.kind) {
    case "begun":
      draft.do({ kind: "name" }, { kind: "announce" });
      return begin(draft, next);
    case "resumed":
      return resume(draft);
    case "retried":
      return retry(draft);
    case "ended":
      if (state.thought) draft.do({ kind: "stop" });
      stopClock(draft, false);
      return draft.set({ phase: "over", thought: null });
    case "ticked": {
      const flagged = state.phase === "play" && state.clock ? flaggedOf(state.clock, at.now) : null;
      return flagged ? lose(draft, flagged, "T") : undefined;
    }
    case "resigned":
      return state.phase === "play" ? lose(draft, state.engine ? other(state.engine) : at.turn, "R") : undefined;
    case "helped":
      return help(draft);
    case "engineMoves":
      return engineMoves(draft);
    case "tapped":
      return tap(draft, event.point);
    case "chosen":
      return chooseStep(draft, event.choice, event.count);
    case "undone":
      return undo(draft);
    case "redone":
      return redo(draft);
    case "deleted":
      // Moves that are deleted are taken back.
      return state.phase === "play" ? help(draft) : undefined;
    case "left":
      if (state.phase !== "play" || state.thought !== "move") return;
      draft.set({ thought: null });
      stopClock(draft, false);
      return draft.do({ kind: "stop" });
    case "shown":
      return takeUp(draft);
    case "placed":
      return next(draft);
    case "returned":
      wait(draft);
      return draft.say({ kind: "undone", number: event.number });
    case "rated":
      return draft.set({ rating: "counted", gain: event.gain });
  }
}

// --- Moves ---------------------------------------------------------------------------------------

function tap(draft: Draft, point: Point): void {
  const { state, at } = draft;
  if (state.thought) return draft.say({ kind: "thinking" });
  if (state.phase === "opening") return tapOpening(draft, point);
  if (state.engine === at.turn) return draft.say({ kind: state.failure === null ? "notYourTurn" : "failed" });
  // Another move than before is one taken back.
  if (at.hasNext) help(draft);
  draft.set({ hasMoved: true });
  place(draft, point);
}

/** Puts a move of the side to move on the board. */
function place(draft: Draft, point: Point | null): void {
  stopClock(draft, true);
  const { clock } = draft.state;
  draft.do({ kind: "play", point, clocks: clock && timesOf(clock, draft.at.now) });
}

/** Lets the side to move think, or ends the game. */
function next(draft: Draft): void {
  const { state, at } = draft;
  if (state.phase !== "play") return;
  if (at.end) {
    stopClock(draft, false);
    count(draft, at.end.kind === "five" ? at.end.winner : null);
    draft.do({ kind: "announce" });
  } else if (state.engine !== at.turn) {
    wait(draft);
  } else if (at.passes < state.options.handicap) {
    place(draft, null);
  } else {
    draft.askToPlay("think");
  }
}

/** Lets the engine think if it is its turn at the end of the line that is shown. */
function takeUp(draft: Draft): void {
  const { state, at } = draft;
  const isIdle = state.phase === "play" && state.thought === null && state.failure === null;
  if (isIdle && state.engine === at.turn && !at.hasNext && !at.end) next(draft);
}

/** Waits for the side to move. */
function wait(draft: Draft): void {
  if (draft.state.phase === "play" && !draft.at.end) runClock(draft, draft.at.turn);
}

/** Counts a game that is over for the user's rating, once, if nothing helped the user. */
function count(draft: Draft, winner: Color | null): void {
  const { state } = draft;
  if (!countsForRating(state)) return;
  draft.do({ kind: "count", points: winner === null ? 0.5 : winner === state.engine ? 0 : 1 });
}

/** Ends the game, which a side loses by resignation (R) or on time (T). */
function lose(draft: Draft, loser: Color, how: "R" | "T"): void {
  if (draft.state.thought) draft.do({ kind: "stop" });
  stopClock(draft, false);
  draft.set({ phase: "over", thought: null, failure: null });
  count(draft, other(loser));
  draft.do({ kind: "result", text: `${loser === "black" ? "W" : "B"}+${how}` });
  draft.say({ kind: "lost", loser, how });
}

function help(draft: Draft): void {
  if (draft.state.rating === "open") draft.set({ rating: "helped" });
}

/** The engine answers at once, or plays for the user, who gets the other side. */
function engineMoves(draft: Draft): void {
  const { state, at } = draft;
  if (state.thought) return draft.do({ kind: "stop" });
  if (state.phase === "opening") return decide(draft);
  if (state.phase !== "play" || at.end) return;
  // In its own turn it helps nobody, unless its move there is taken back.
  if (state.engine !== at.turn || at.hasNext) help(draft);
  draft.set({ engine: at.turn, failure: null });
  draft.do({ kind: "name" });
  next(draft);
}

/** Takes back moves until the user is to move again. */
function undo(draft: Draft): void {
  const { state, at } = draft;
  const number = backOf(state, at);
  if (number === null) return undoOpening(draft);
  help(draft);
  draft.set({ failure: null });
  draft.do({ kind: "go", number, then: "returned" });
}

/** The number of the position that a move taken back leads to; null if that is in the opening, or there is none. */
function backOf({ phase, stones }: MatchState, { back }: Situation): number | null {
  return phase === "opening" || back === null || back < stones.length ? null : back;
}

/** Whether there is something to take back in a game that goes on. */
export function canUndo(state: MatchState, at: Situation): boolean {
  return backOf(state, at) !== null || openingBefore(state) !== null;
}

/** Plays what was taken back. */
function redo(draft: Draft): void {
  const { state, at } = draft;
  if (state.phase === "opening" || at.forward === null || state.thought) return;
  draft.do({ kind: "go", number: at.forward, then: "placed" });
}

// --- Coming back ---------------------------------------------------------------------------------

/** Goes on with a game that was stored. The clocks stood still meanwhile. */
function resume(draft: Draft): void {
  const { state, at } = draft;
  if (state.phase === "over") return;
  if (state.thought || state.failure !== null || state.phase === "opening") return retry(draft);
  if (at.end) return;
  if (state.engine === at.turn) return takeUp(draft);
  if (state.clock) draft.set({ clock: started(state.clock, at.turn, at.now) });
}

/** Asks the engine again after it has failed, or what it was asked before the page was left. */
function retry(draft: Draft): void {
  draft.set({ failure: null, thought: null });
  begin(draft, next);
}

// --- The clock -----------------------------------------------------------------------------------

function runClock(draft: Draft, color: Color): void {
  const { state, at } = draft;
  if (state.clock) draft.set({ clock: started(state.clock, color, at.now, at.clocks) });
}

function stopClock(draft: Draft, hasMoved: boolean): void {
  const { state, at } = draft;
  if (state.clock) draft.set({ clock: stopped(state.clock, hasMoved, at.now) });
}
