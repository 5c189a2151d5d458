/** What the engine says to what a game asks it. */

import { timeForMove } from "../../core/clock";
import { type Brain, type OpeningState, type OpeningStep, randomSeed } from "../../engine/brain";
import type { App } from "../app";
import { thinking } from "../settings";
import { Negotiation } from "./negotiation";
import type { Effect, MatchEvent, MatchState } from "./state";

/** The longest time for a move below full strength, in milliseconds; the levels stop by themselves long before. */
const LEVEL_TIME = 10_000;
/** The time for a step of the opening, in milliseconds. */
export const OPENING_TIME = 3_000;
/** The time for a move or a step that the engine is to make at once, in milliseconds. */
const HURRIED_TIME = 1;
/** Positions to look at for stones that leave the game even, a second or two for most. */
const EVEN_NODES = 200_000;

/** A question of a game. */
export type Question = Extract<Effect, { readonly asked: number }>;

/** A question for a move or a step of the engine. */
type ToPlay = Extract<Question, { readonly isHurried: boolean }>;

/** The game that asks. */
export interface Asking {
  readonly app: App;
  /** The state as it is now. */
  state(): MatchState;
  /** Whether the answer is still wanted. */
  isWanted(): boolean;
  /** Called when the engine has all that it needs for a move. */
  ready(): void;
}

/** Asks the engine; its answer is an event. */
export async function answer(brain: Brain, question: Question, asking: Asking): Promise<MatchEvent> {
  const { asked } = question;
  const { opening, options } = asking.state();
  switch (question.kind) {
    case "think":
      return think(brain, question, asking);
    case "even":
      // Without stones if another question has ended this one.
      return {
        kind: "evened",
        asked,
        stones: (await brain.evenStones(asking.app.game, EVEN_NODES, randomSeed())) ?? [],
      };
    case "describe":
      return { kind: "described", asked, states: await describe(brain, asking.state()) };
    case "step":
      return { kind: "stepped", asked, made: await made(brain, asking.state(), question.step) };
    case "decide": {
      const setup = opening && new Negotiation(opening).setup();
      const timeMs = question.isHurried ? HURRIED_TIME : OPENING_TIME;
      const step = setup && (await brain.decideStep(setup, timeMs, options.level));
      return { kind: "stepped", asked, made: step && (await made(brain, asking.state(), step)) };
    }
  }
}

async function think(brain: Brain, { asked, isHurried }: ToPlay, asking: Asking): Promise<MatchEvent> {
  const { game, node } = asking.app;
  const { options, clock: hasClock } = asking.state();
  const none = { kind: "moved", asked, move: undefined, reply: undefined } as const;
  if (!asking.isWanted()) return none;
  if (hasClock) {
    // It stands still until all that the engine needs is loaded. If that fails, thinking fails as well.
    brain.stop();
    await brain.prepare(game.rule).catch(() => undefined);
  }
  if (!asking.isWanted()) return none;
  asking.ready();
  const { level, moveLimits } = options;
  const isFull = level === brain.levels;
  const unhurried = isFull ? thinking(moveLimits) : { timeMs: LEVEL_TIME };
  const limits = isHurried ? { timeMs: HURRIED_TIME } : unhurried;
  const { clock } = asking.state();
  const onClock = clock ? timeForMove(clock, game.turn(node), performance.now()) : Infinity;
  const timeMs = Math.round(Math.min(limits.timeMs ?? Infinity, onClock));
  const request = { ...limits, ...(timeMs < Infinity && { timeMs }), level, variety: isFull, seed: randomSeed() };
  const result = await brain.think(game, node, request, () => undefined);
  if (!result || !asking.isWanted()) return none;
  const [best] = result.lines;
  if (best && isFull) node.worth = best.worth;
  return { kind: "moved", asked, move: result.move, reply: isFull ? best?.moves[1] : undefined };
}

/** What the engine says of the opening before its first step and after each one. */
async function describe(brain: Brain, { opening }: MatchState): Promise<readonly OpeningState[]> {
  if (!opening) return [];
  const { steps } = opening;
  const setups = Array.from({ length: steps.length + 1 }, (_, made) =>
    new Negotiation({ ...opening, steps: steps.slice(0, made) }).setup(),
  );
  return Promise.all(setups.map((setup) => brain.opening(setup)));
}

/** A step of the opening with what the engine says after it. */
async function made(
  brain: Brain,
  { opening }: MatchState,
  step: OpeningStep,
): Promise<{ step: OpeningStep; state: OpeningState } | null> {
  return opening && { step, state: await brain.opening(new Negotiation(opening).setup(step)) };
}
