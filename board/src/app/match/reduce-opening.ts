/** What happens in the opening of a game. */

import { stopped } from "../../core/clock";
import type { Point } from "../../core/geometry";
import type { OpeningChoice, OpeningState, OpeningStep } from "../../engine/brain";
import { Negotiation, type OpeningPlay, isOnBoard } from "./negotiation";
import type { Draft } from "./draft";
import { type MatchState, currentOpening, hasEngine } from "./state";

/** Begins with the opening, or else with the first move. */
export function begin(draft: Draft, play: (draft: Draft) => void): void {
  const { opening, phase } = draft.state;
  if (phase !== "opening") return play(draft);
  if (!opening) return draft.ask("even", "even");
  if (opening.states.length === 0) return draft.ask("describe", null);
  return goOn(draft);
}

/** The engine has described the opening before its first step and after each one. */
export function described(draft: Draft, states: readonly OpeningState[]): void {
  const { opening } = draft.state;
  if (!opening) return;
  const described = { ...opening, states, chosen: null };
  // What the user has chosen is what the engine offers.
  const chosen = new Negotiation(described).choices.find(({ kind }) => kind === opening.chosen?.kind);
  draft.set({ opening: { ...described, chosen: chosen && isOnBoard(chosen) ? chosen : null } });
  goOn(draft);
}

/** The engine has put stones on the board that leave the game even. */
export function evened(draft: Draft, stones: readonly Point[]): void {
  draft.set({ thought: null, phase: "play", stones });
  draft.do({ kind: "showOpening" });
  draft.say({ kind: "even" });
  draft.do({ kind: "begin" });
}

/** Whoever's step it is makes it; at the end the game begins. */
function goOn(draft: Draft): void {
  const { state } = draft;
  const negotiation = state.opening && new Negotiation(state.opening);
  if (!negotiation?.state) return;
  const { holders, turn } = negotiation.state;
  if (turn === null) {
    draft.set({ phase: "play" });
    if (hasEngine(state.options)) draft.set({ engine: holders.black === negotiation.person ? "white" : "black" });
  }
  draft.do({ kind: "name" });
  if (draft.at.isOpened || turn === null || isShowing(draft)) draft.say({ kind: "prompt" });
  if (turn === null) return draft.do({ kind: "begin" });
  if (!negotiation.isPersons) return decide(draft);
  // A step that was on its way to the engine when the page was left, or the engine failed.
  const { picks, due } = negotiation;
  if (due > 0 && picks.length === due) makeStep(draft, { kind: "stones", points: picks });
}

const isShowing = (draft: Draft): boolean => draft.effects.some(({ kind }) => kind === "showOpening");

export function tapOpening(draft: Draft, point: Point): void {
  const current = currentOpening(draft.state);
  if (!current?.isPersons) return draft.say({ kind: "notYourTurn" });
  if (!draft.at.isOpened) return draft.do({ kind: "showOpening" }, { kind: "announce" });
  if (!current.onBoard) return draft.say({ kind: "button" });
  // The last step is on its way to the engine.
  if (current.picks.length === current.due) return;
  const refusal = current.refusal(point);
  if (refusal) return draft.say({ kind: "refusal", point, refusal });
  const isPlaced = current.onBoard.kind === "place";
  const opening = current.pick(point);
  draft.set({ opening });
  if (isPlaced) {
    draft.set({ stones: [...draft.state.stones, point] });
    draft.do({ kind: "showOpening" });
  }
  const { picks, due } = new Negotiation(opening);
  if (picks.length === due) return makeStep(draft, { kind: "stones", points: picks });
  draft.set({ done: [] });
  draft.say({ kind: "prompt" });
}

/** The user's choice in the opening. */
export function chooseStep(draft: Draft, choice: OpeningChoice, count: number | undefined): void {
  const current = currentOpening(draft.state);
  if (!current?.isPersons || draft.state.thought) return;
  if (!draft.at.isOpened) draft.do({ kind: "showOpening" });
  if (isOnBoard(choice)) {
    draft.set({ opening: current.choose(choice), done: [] });
    draft.say({ kind: "prompt" });
  } else if (choice.kind !== "count") {
    makeStep(draft, { kind: choice.kind });
  } else if (count !== undefined) {
    makeStep(draft, { kind: "count", count });
  }
}

/** The user makes a step, which the engine describes. */
function makeStep(draft: Draft, step: OpeningStep): void {
  const asked = draft.state.asked + 1;
  draft.set({ asked, hasMoved: true });
  draft.do({ kind: "step", asked, step });
}

/** A step is made, by the engine if it has thought about it. */
export function stepped(draft: Draft, made: { readonly step: OpeningStep; readonly state: OpeningState } | null): void {
  const { opening, thought, done, stones } = draft.state;
  if (!opening) return;
  // Stopped before it began, the engine still has its step to make.
  if (!made) return thought === "step" ? draft.askToPlay("decide", true) : undefined;
  draft.set({ thought: null });
  const before = new Negotiation(opening);
  const choice = before.choices.find(isOnBoard)?.kind ?? null;
  draft.set({
    done: thought ? [...done, { step: made.step, choice }] : [],
    opening: before.apply(made.step, made.state),
    stones: [...stones, ...made.state.stones.slice(stones.length)],
  });
  if (made.state.stones.length !== stones.length) draft.do({ kind: "showOpening" });
  goOn(draft);
}

/** The engine makes the step, which may be the user's. */
export function decide(draft: Draft): void {
  const current = currentOpening(draft.state);
  if (!current) return;
  if (current.isPersons || draft.state.done.length === 0) draft.say({ kind: "thinking" });
  const stones = draft.state.stones.slice(0, current.state?.stones.length);
  // The stones of a step that is not complete go.
  if (current.picks.length > 0) {
    draft.set({ opening: current.withoutPicks(), stones });
    draft.do({ kind: "showOpening" });
  }
  draft.set({ failure: null });
  draft.askToPlay("decide");
}

/** The opening without the last stone or choice of the user, or the steps since the user's last one; null without any. */
export const openingBefore = ({ opening }: MatchState): OpeningPlay | null =>
  opening && new Negotiation(opening).undo();

/** Takes back what the user has done last in the opening. */
export function undoOpening(draft: Draft): void {
  const { state, at } = draft;
  const opening = openingBefore(state);
  if (!opening || !state.opening) return;
  const isPlaced = new Negotiation(state.opening).onBoard?.kind === "place";
  if (state.thought) draft.do({ kind: "stop" });
  const after = new Negotiation(opening);
  const left = (after.state?.stones.length ?? 0) + (isPlaced ? after.picks.length : 0);
  draft.set({
    opening,
    stones: state.stones.slice(0, left),
    thought: null,
    failure: null,
    asked: state.asked + 1,
    phase: "opening",
    engine: null,
    done: [],
    ...(state.clock && { clock: stopped(state.clock, false, at.now) }),
  });
  draft.do({ kind: "showOpening" }, { kind: "name" });
  draft.say({ kind: "prompt" });
}
