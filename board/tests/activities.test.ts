/** Exercises, the lesson and watched games as data: what happens in them, and what comes back from the storage. */

import { describe, expect, it } from "vitest";
import {
  type ExerciseEvent,
  type ExerciseState,
  afterEvent,
  newExercise,
  parseExercise,
} from "../src/app/exercise/state";
import { type DrillEvent, afterDrillEvent, newDrill, parseDrill } from "../src/app/drill/state";
import { afterMove, parseLesson } from "../src/app/lesson";
import { parseReview } from "../src/app/review/state";
import { type StoredTask, unstore } from "../src/app/tasks";
import { type WatchEvent, type Watching, afterWatchEvent, newWatching, parseWatching } from "../src/app/watching";
import { LESSON, pointsOf } from "../src/core/lesson";
import stored from "../src/puzzles.json";

const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("an exercise", () => {
  const task = unstore(stored.puzzles[0] as unknown as StoredTask)!;
  const begun = newExercise(task, { kind: "puzzles" });

  /** The state after events, and what has counted. */
  function after(state: ExerciseState, ...kinds: (Exclude<ExerciseEvent["kind"], "tried"> | number)[]) {
    const counted: boolean[] = [];
    for (const each of kinds) {
      const event: ExerciseEvent = typeof each === "number" ? { kind: "tried", point: each } : { kind: each };
      const made = afterEvent(Object.freeze(state), event);
      state = made.state;
      if (made.counts !== null) counted.push(made.counts);
    }
    return { state, counted };
  }

  it.each([
    [[5, "right"], "solved", [true]],
    [[5, "wrong", 6, "right"], "solved", [false]],
    [[5, "left", 6, "right", 7, "wrong"], "solved", [true]],
    [["warned", 5, "right"], "solved", [true]],
    [["warned", "helped", 5, "right"], "solved", [false]],
    [["shown", "retried"], "open", [false]],
    [[5, "right", "shown"], "shown", [true]],
  ] as const)("after %j is %s, and counts once", (events, phase, counts) => {
    const { state, counted } = after(begun, ...events);
    expect([state.phase, counted, state.judged]).toEqual([phase, counts, null]);
    expect(parseExercise(copy(state))).toEqual(state);
  });

  it("keeps the move that is being judged", () => {
    const { state } = after(begun, 5);
    expect(parseExercise(copy(state))?.judged).toBe(5);
  });

  it("may be of set-up stones, and is nothing if it makes no sense", () => {
    const stones = [{ color: "black", point: 3 } as const, { color: "black", point: 4 } as const];
    const setUp = newExercise({ ...task, stones }, { kind: "own", index: 2 });
    expect(parseExercise(copy(setUp))).toEqual(setUp);
    for (const bad of [
      null,
      {},
      { ...begun, phase: "over" },
      { ...begun, judged: 999 },
      { ...begun, origin: { kind: "own" } },
      { ...begun, task: { ...task, rule: "chess" } },
      { ...begun, task: { ...task, size: { width: 99, height: 15 } } },
      { ...begun, task: { ...task, stones: [...task.stones, task.stones[0]] } },
      { ...begun, task: { ...task, solution: [] } },
      { ...begun, task: { ...task, kind: "mistake" } },
    ])
      expect(parseExercise(copy(bad)), JSON.stringify(bad)?.slice(0, 80)).toBeNull();
  });
});

describe("a step of the lesson", () => {
  it("is solved by its answers alone, and once", () => {
    LESSON.forEach((step, number) => {
      const begun = { number, isSolved: false };
      for (const point of pointsOf(step.answers)) {
        const solved = afterMove(begun, point)!;
        expect(solved.isSolved).toBe(true);
        expect(afterMove(solved, point)).toBeNull();
        expect(parseLesson(copy(solved))).toEqual(solved);
      }
      expect(afterMove(begun, 0)).toEqual(begun);
    });
    for (const bad of [null, {}, { number: LESSON.length, isSolved: false }, { number: 0.5, isSolved: true }])
      expect(parseLesson(bad)).toBeNull();
  });
});

describe("a watched game", () => {
  const begun = newWatching({ black: 2, white: 4 });
  const after = (state: Watching, event: WatchEvent, isEnd = false) => {
    const { state: next, effects } = afterWatchEvent(Object.freeze(state), event, isEnd);
    return [next, effects] as const;
  };

  it("goes on from move to move until it is stopped", () => {
    const [asked, think] = after(begun, { kind: "resumed" });
    expect([asked.kind, think]).toEqual(["thinking", ["think"]]);
    const [resting, rest] = after(asked, { kind: "moved", asked: 1, hasMoved: true });
    expect([resting.kind, rest]).toEqual(["resting", ["rest"]]);
    const [again, more] = after(resting, { kind: "rested" });
    expect([again.kind, again.asked, more.at(-1)]).toEqual(["thinking", 2, "think"]);
    expect(after(again, { kind: "moved", asked: 1, hasMoved: true })).toEqual([again, []]);
    expect(after(again, { kind: "left" }).map((part) => ("kind" in part ? part.kind : part))).toEqual([
      "paused",
      ["stop"],
    ]);
    expect(after(resting, { kind: "paused" })[1]).toEqual(["wake"]);
    expect(after(again, { kind: "moved", asked: 2, hasMoved: true }, true)[0].kind).toBe("paused");
    const [over] = after(again, { kind: "ended" });
    for (const kind of ["resumed", "stepped", "paused", "rested"] as const)
      expect(after(over, { kind })).toEqual([over, []]);
  });

  it("makes one move, and waits after the engine has failed", () => {
    const [asked] = after(begun, { kind: "stepped" });
    expect(after(asked, { kind: "moved", asked: 1, hasMoved: true })[0].kind).toBe("paused");
    const [failed] = after(asked, { kind: "failed", asked: 1 });
    expect(failed.kind).toBe("paused");
    expect(after(failed, { kind: "resumed" })[1]).toEqual(["think"]);
    expect(after(begun, { kind: "resumed" }, true)[1]).toEqual([]);
  });

  it("comes back from the storage if it makes sense", () => {
    const [asked] = after(begun, { kind: "resumed" });
    expect(parseWatching(copy(asked))).toEqual(asked);
    for (const bad of [null, 3, {}, { ...begun, kind: "?" }, { ...begun, levels: { black: 0, white: 1 } }])
      expect(parseWatching(bad)).toBeNull();
  });
});

describe("a search for better moves", () => {
  it("goes from one mistake to the next, and comes back from the storage", () => {
    const begun = newDrill("white");
    const after = (...events: DrillEvent[]) => events.reduce((state, event) => afterDrillEvent(state, event), begun);
    const tried = after({ kind: "tried", point: 7 });
    expect(tried).toEqual({ color: "white", at: 0, isAnswered: false, judged: 7 });
    expect(afterDrillEvent(tried, { kind: "wrong" })).toEqual(begun);
    const right = afterDrillEvent(tried, { kind: "right" });
    expect(right).toEqual({ ...begun, isAnswered: true });
    expect(afterDrillEvent(right, { kind: "left" })).toEqual(right);
    expect(afterDrillEvent(right, { kind: "next" })).toEqual({ ...begun, at: 1 });
    for (const state of [begun, tried, right]) expect(parseDrill(copy(state))).toEqual(state);
    for (const bad of [null, 1, {}, { ...begun, at: -1 }, { ...begun, color: "red" }, { ...begun, judged: "h8" }])
      expect(parseDrill(bad)).toBeNull();
  });
});

describe("a review", () => {
  const judgement = {
    best: 3,
    loss: 0.2,
    before: 0.6,
    after: 0.4,
    mark: "mistake",
    missedWin: false,
    allowsWin: false,
  } as const;
  const summary = { moves: 2, best: 1, mistakes: 1, blunders: 0, missedWins: 0, meanLoss: 0.1 };
  const found = {
    judgements: [null, judgement],
    lines: [[{ moves: [3, 4], worth: { black: 0.6 }, depth: 9 }], null],
    summaries: { black: summary, white: { ...summary, meanLoss: null } },
    defeat: { loser: "black", number: null },
  } as const;

  it("comes back from the storage if it makes sense", () => {
    const state = { places: [0, 1], running: null, found };
    for (const good of [state, { places: [], running: { nodes: 50_000, known: ["a", ""] }, found: null }])
      expect(parseReview(copy(good))).toEqual(good);
    for (const bad of [
      null,
      {},
      { ...state, places: ["a"] },
      { ...state, running: "fast" },
      { ...state, running: { nodes: 50_000, known: [1] } },
      { ...state, found: { ...found, summaries: null } },
      { ...state, found: { ...found, judgements: [7] } },
      { ...state, found: { ...found, lines: [[{ moves: "h8" }]] } },
      { ...state, found: { ...found, defeat: {} } },
    ])
      expect(parseReview(copy(bad)), JSON.stringify(bad)).toBeNull();
  });
});
