/** A game as data: what happens in it, without a board, an engine or a browser. */

import { describe, expect, it } from "vitest";
import { canUndo, reduce } from "../src/app/match/reduce";
import { type Effect, type MatchEvent, type MatchState, type Situation, newMatch } from "../src/app/match/state";
import { parseMatch } from "../src/app/match/stored";
import { parseSettings } from "../src/app/settings";
import { started } from "../src/core/clock";

const BLACKS: Situation = {
  now: 1000,
  turn: "black",
  end: null,
  clocks: null,
  isOpened: true,
  hasNext: false,
  passes: 0,
  back: null,
  forward: null,
};
const WHITES: Situation = { ...BLACKS, turn: "white" };

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

const begin = (changes: Partial<MatchState["options"]> = {}) =>
  frozen(newMatch({ ...parseSettings(null), level: 2, ...changes }, 0));

/** The state after an event, and the kinds of what is to be done; nothing that is given may change. */
function after(state: MatchState, event: MatchEvent, at = BLACKS): readonly [MatchState, readonly Effect[]] {
  const made = reduce(frozen(state), frozen(event), frozen(at));
  return [made.state, made.effects];
}
const kinds = (effects: readonly Effect[]) => effects.map(({ kind }) => kind);

describe("a game with the engine", () => {
  it("asks it after a move of the user, and plays its answer", () => {
    let [state, effects] = after(begin(), { kind: "begun" });
    expect(kinds(effects)).toEqual(["name", "announce"]);
    [state, effects] = after(state, { kind: "tapped", point: 112 });
    expect(effects).toEqual([{ kind: "play", point: 112, clocks: null }]);
    [state, effects] = after(state, { kind: "placed" }, WHITES);
    expect([state.thought, effects]).toEqual(["move", [{ kind: "think", asked: 1, isHurried: false }]]);
    [state, effects] = after(state, { kind: "moved", asked: 1, move: 113, reply: 7 }, WHITES);
    expect([state.thought, effects]).toEqual([
      null,
      [
        { kind: "play", point: 113, clocks: null },
        { kind: "ponder", reply: 7 },
      ],
    ]);
  });

  it("ignores an answer to an earlier question, and one about a position that was left", () => {
    const [asked] = after(begin(), { kind: "placed" }, WHITES);
    const [left, effects] = after(asked, { kind: "left" }, WHITES);
    expect(kinds(effects)).toEqual(["stop"]);
    const [again] = after(left, { kind: "placed" }, WHITES);
    for (const [state, number] of [
      [left, 1],
      [again, 1],
      [again, 3],
    ] as const) {
      const late = after(state, { kind: "moved", asked: number, move: 5, reply: undefined }, WHITES);
      expect(late).toEqual([state, []]);
    }
    expect(after(left, { kind: "failed", asked: 1, reason: "broken" }, WHITES)).toEqual([left, []]);
  });

  it("lets it think again when the user comes back to the end of the line", () => {
    const [asked] = after(begin({ clock: "5+0" }), { kind: "placed" }, WHITES);
    const [left] = after(asked, { kind: "left" });
    expect(after(left, { kind: "shown" })).toEqual([left, []]);
    expect(after(left, { kind: "shown" }, { ...WHITES, hasNext: true })).toEqual([left, []]);
    const end = { kind: "five", winner: "black", row: [] } as const;
    expect(after(left, { kind: "shown" }, { ...WHITES, end })).toEqual([left, []]);
    const [back, effects] = after(left, { kind: "shown" }, WHITES);
    expect(effects).toEqual([{ kind: "think", asked: 2, isHurried: false }]);
    expect([back.thought, back.rating, back.clock!.running]).toEqual(["move", "open", null]);
    expect(after(back, { kind: "shown" }, WHITES)).toEqual([back, []]);
    const [failed] = after(asked, { kind: "failed", asked: 1, reason: "broken" }, WHITES);
    expect(after(failed, { kind: "shown" }, WHITES)).toEqual([failed, []]);
  });

  it("lets it move at once when it is stopped before it has found anything", () => {
    const [asked] = after(begin({ clock: "5+0" }), { kind: "placed" }, WHITES);
    const [pressed, stop] = after(asked, { kind: "engineMoves" }, WHITES);
    expect(kinds(stop)).toEqual(["stop"]);
    const none = { kind: "moved", asked: 1, move: undefined, reply: undefined } as const;
    const [again, effects] = after(pressed, none, WHITES);
    expect(effects).toEqual([{ kind: "think", asked: 2, isHurried: true }]);
    expect([again.thought, again.rating, again.clock!.running]).toEqual(["move", "open", null]);
  });

  it("lets it make its step of an opening at once when it is stopped before it begins", () => {
    const setUp = begin({ opening: "swap1", seat: "white" });
    const turn = { player: "first", choices: [{ kind: "swap" }] } as const;
    const described = { stones: [], toMove: "black", holders: { black: "first", white: "second" }, turn } as const;
    const play = { ...setUp, opening: { ...setUp.opening!, states: [described] } };
    const [asked, effects] = after(play, { kind: "engineMoves" });
    expect(effects.at(-1)).toEqual({ kind: "decide", asked: 1, isHurried: false });
    const [again, hurried] = after(asked, { kind: "stepped", asked: 1, made: null });
    expect([again.thought, hurried]).toEqual(["step", [{ kind: "decide", asked: 2, isHurried: true }]]);
  });

  it("helps nobody in its own turn, unless its move there is taken back", () => {
    const [asked] = after(begin(), { kind: "placed" }, WHITES);
    const [left] = after(asked, { kind: "left" }, WHITES);
    const [own, effects] = after(left, { kind: "engineMoves" }, WHITES);
    expect([own.rating, own.engine, kinds(effects)]).toEqual(["open", "white", ["name", "think"]]);
    expect(after(left, { kind: "engineMoves" }, { ...WHITES, hasNext: true })[0].rating).toBe("helped");
    expect(after(left, { kind: "engineMoves" })[0].rating).toBe("helped");
  });

  it("stands still when the engine fails, and goes on when it is asked again", () => {
    const [asked] = after(begin({ clock: "5+0" }), { kind: "placed" }, WHITES);
    const [ready] = after(asked, { kind: "ready", asked: 1 }, WHITES);
    const [failed, said] = after(ready, { kind: "failed", asked: 1, reason: "broken" }, { ...WHITES, now: 3000 });
    expect(said).toEqual([{ kind: "say", message: { kind: "failed" } }]);
    expect([failed.failure, failed.thought, failed.clock!.left.white]).toEqual(["broken", null, 298_000]);
    expect(after(failed, { kind: "ticked" }, { ...WHITES, now: 1e9 })).toEqual([failed, []]);
    const [retried, effects] = after(failed, { kind: "retried" }, WHITES);
    expect([retried.failure, retried.thought, effects]).toEqual([
      null,
      "move",
      [{ kind: "think", asked: 2, isHurried: false }],
    ]);
  });

  it("is lost on time once, and counts if nothing helped", () => {
    const [state] = after(begin({ clock: "1+0" }), { kind: "placed" });
    const [over, effects] = after(state, { kind: "ticked" }, { ...BLACKS, now: 61_001 });
    expect([over.phase, over.clock!.running]).toEqual(["over", null]);
    expect(effects).toEqual([
      { kind: "count", points: 0 },
      { kind: "result", text: "W+T" },
      { kind: "say", message: { kind: "lost", loser: "black", how: "T" } },
    ]);
    expect(after(over, { kind: "ticked" }, { ...BLACKS, now: 99_000 })[1]).toEqual([]);
    for (const kind of ["helped", "deleted"] as const) {
      const [helped] = after(state, { kind });
      expect(kinds(after(helped, { kind: "resigned" })[1])).toEqual(["result", "say"]);
    }
  });
});

describe("what can be taken back", () => {
  const swap = begin({ opening: "swap1" });
  const opening = { ...swap.opening!, picks: [7] };
  const even = { ...begin({ opening: "even" }), phase: "play", stones: [7, 8, 9] } as const;

  it.each<[string, MatchState, Partial<Situation>, boolean]>([
    ["a move", begin(), { back: 0 }, true],
    ["nothing before the first move, or after one of the engine alone", begin(), { back: null }, false],
    ["nothing of the stones that leave the game even", even, { back: 2 }, false],
    ["nothing while the engine looks for them", begin({ opening: "even" }), { back: 0 }, false],
    ["a move after them", even, { back: 3 }, true],
    ["a stone of an opening", { ...swap, opening, stones: [7] }, { back: 0 }, true],
    ["nothing of an opening that begins", swap, { back: null }, false],
  ])("is %s", (_, state, changes, can) => {
    const at = { ...BLACKS, ...changes };
    const [, effects] = after(state, { kind: "undone" }, at);
    expect([canUndo(state, at), effects.length > 0]).toEqual([can, can]);
  });
});

describe("a stored game", () => {
  /** What comes back from the storage. */
  const stored = (state: MatchState) => parseMatch(JSON.parse(JSON.stringify(state)));

  it.each([
    ["without a clock", {}],
    ["with a clock", { clock: "3+2" as const }],
    ["of two people", { seat: "people" as const }],
    ["with an opening", { opening: "swap2" as const }],
    ["that begins even", { opening: "even" as const }],
    ["at full strength", { level: 12, moveLimits: { seconds: null, depth: 9, nodes: 1e6 } }],
  ])("is the same %s", (_, changes) => {
    const [state] = after(begin(changes), { kind: "begun" });
    const still = { ...state, clock: state.clock && { ...state.clock, running: null } };
    expect(stored(still)).toEqual(still);
  });

  it("goes on for the side whose turn it is, with the time that was left", () => {
    const clock = { increment: 0, period: 0, left: { black: 42_000, white: 7000 }, running: null };
    const state = { ...begin({ clock: "1+0" }), clock };
    const [waits, none] = after(state, { kind: "resumed" }, { ...BLACKS, clocks: { black: 60_000, white: 60_000 } });
    expect([waits.clock, none]).toEqual([started(clock, "black", 1000), []]);
    const [asks, effects] = after({ ...state, thought: "move", asked: 6 }, { kind: "resumed" }, WHITES);
    expect([asks.thought, effects]).toEqual(["move", [{ kind: "think", asked: 7, isHurried: false }]]);
    // The engine is not asked about an earlier position that the user looks at.
    expect(after(state, { kind: "resumed" }, { ...WHITES, hasNext: true })).toEqual([state, []]);
    expect(kinds(after(state, { kind: "resumed" }, WHITES)[1])).toEqual(["think"]);
    const over = { ...state, phase: "over" as const };
    expect(after(over, { kind: "resumed" })).toEqual([over, []]);
  });

  it("makes a step of the opening again that was on its way to the engine", () => {
    const play = begin({ opening: "swap1" });
    const state = { stones: [], toMove: "black", holders: { black: "first", white: "second" } } as const;
    const place = { kind: "place", stones: [{ area: { kind: "anywhere" }, points: [7] }] } as const;
    const turn = { player: "first", choices: [place] } as const;
    const left = { ...play, opening: { ...play.opening!, picks: [7] }, stones: [7] };
    const [asked, effects] = after(left, { kind: "resumed" });
    expect(effects).toEqual([{ kind: "describe", asked: 1 }]);
    const described = { kind: "described", asked: 1, states: [{ ...state, turn }] } as const;
    expect(after(asked, described)[1].at(-1)).toEqual({
      kind: "step",
      asked: 2,
      step: { kind: "stones", points: [7] },
    });
  });

  it.each([
    ["no object", () => 7],
    ["another phase", (state: MatchState) => ({ ...state, phase: "end" })],
    ["a level that is none", (state: MatchState) => ({ ...state, options: { ...state.options, level: 0 } })],
    ["a clock that runs", (state: MatchState) => ({ ...state, clock: started(state.clock!, "black", 5) })],
    ["no clock", (state: MatchState) => ({ ...state, clock: null })],
    ["a stone beside the board", (state: MatchState) => ({ ...state, stones: [225] })],
    ["a stone on a stone", (state: MatchState) => ({ ...state, stones: [5, 5] })],
    ["a step that is none", (state: MatchState) => ({ ...state, done: [{ step: { kind: "jump" }, choice: null }] })],
    ["an opening of another size", (state: MatchState) => ({ ...state, opening: { ...state.opening, size: {} } })],
  ])("is nothing with %s", (_, change) => {
    const state = begin({ clock: "3+2", opening: "swap" });
    expect(stored(state)).not.toBeNull();
    expect(parseMatch(JSON.parse(JSON.stringify(change(state))))).toBeNull();
  });
});
