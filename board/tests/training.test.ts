/** The rating, what comes back after days, and which puzzle is next. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { App } from "../src/app/app";
import { Exercise } from "../src/app/exercise";
import { Puzzles, chooseTask } from "../src/app/puzzles";
import { parseSettings } from "../src/app/settings";
import { type StoredTask, type Task, keyOf, store, unstore } from "../src/app/tasks";
import { Training } from "../src/app/training";
import { NEW_PLAYER, type Rating, played, rated } from "../src/core/rating";
import { BOX_DAYS, dayOf, missed, repeated } from "../src/core/schedule";
import { GameTree } from "../src/core/tree";
import { setLanguage } from "../src/i18n/languages";
import { Random } from "./random";

const kept = new Map<string, string>();
beforeEach(async () => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
  await setLanguage("en");
});
afterEach(() => vi.unstubAllGlobals());

const newApp = () => new App(parseSettings(null), Promise.resolve(null));

/** A puzzle of a position that no other number has. */
function task(number: number, rating: number | null = 1000): Task {
  const size = { width: 15, height: 15 };
  const stones = [7 + 7 * 15, number].map((point, index) => ({ color: index ? "white" : "black", point }) as const);
  return {
    size,
    rule: "freestyle",
    stones,
    turn: "black",
    kind: "fours",
    plies: 7,
    solution: [8 + 7 * 15],
    alternatives: [],
    rating,
    slip: null,
  };
}

describe("the rating", () => {
  it("does not fall below zero", () => {
    expect(rated({ value: 100, deviation: 300 }, 0, false)).toMatchObject({ value: 0 });
    expect(rated({ value: 0, deviation: 300 }, 0, true).value).toBeGreaterThan(100);
  });

  it("is that of Glickman's worked example", () => {
    // M. Glickman, "Example of the Glicko system": three games in a rating period, taken together. The published values
    // are 1464 and 151.4, with g = 0.9955, 0.9531, 0.7242 and E = 0.639, 0.432, 0.303.
    const player = { value: 1500, deviation: 200 };
    const games = [
      [{ value: 1400, deviation: 30 }, 1, 0.9955, 0.639],
      [{ value: 1550, deviation: 100 }, 0, 0.9531, 0.432],
      [{ value: 1700, deviation: 300 }, 0, 0.7242, 0.303],
    ] as const;
    // Each game alone gives g, E and the information; a period is their sum.
    const q = Math.LN10 / 400;
    let information = 1 / player.deviation ** 2;
    let gain = 0;
    for (const [opponent, score, g, expected] of games) {
      const alone = played(player, opponent, score);
      const learnt = 1 / alone.deviation ** 2 - 1 / player.deviation ** 2;
      expect(Math.sqrt(learnt / (expected * (1 - expected))) / q).toBeCloseTo(g, 2);
      information += learnt;
      gain += (alone.value - player.value) / alone.deviation ** 2;
    }
    expect(Math.round(player.value + gain / information)).toBe(1464);
    expect(1 / Math.sqrt(information)).toBeCloseTo(151.4, 1);
  });

  it("rises by a puzzle that was solved and falls by one that was missed, less and less", () => {
    let rating = NEW_PLAYER;
    let step = Infinity;
    for (let number = 0; number < 30; number++) {
      const next = rated(rating, rating.value, number % 2 === 0);
      const change = next.value - rating.value;
      expect(Math.sign(change)).toBe(number % 2 ? -1 : 1);
      expect(Math.abs(change)).toBeLessThanOrEqual(step + 1e-9);
      step = Math.abs(change);
      rating = next;
    }
    expect(step).toBeGreaterThan(5);
    // A surprise moves it further.
    expect(rated(rating, rating.value + 400, true).value).toBeGreaterThan(
      rated(rating, rating.value - 400, true).value,
    );
  });

  it("finds out how strong a player is", () => {
    const numbers = new Random(3);
    const random = () => numbers.below(1 << 16) / (1 << 16);
    for (const strength of [500, 1000, 1800]) {
      let rating: Rating = NEW_PLAYER;
      const last: number[] = [];
      for (let number = 0; number < 300; number++) {
        const puzzle = rating.value + (random() - 0.5) * 300;
        rating = rated(rating, puzzle, random() < 1 / (1 + 10 ** ((puzzle - strength) / 400)));
        if (number >= 100) last.push(rating.value);
      }
      const mean = last.reduce((sum, value) => sum + value, 0) / last.length;
      expect(Math.abs(mean - strength)).toBeLessThan(80);
    }
  });
});

describe("the schedule", () => {
  it("lets something come back after more and more days, until it has been learnt", () => {
    let slot = missed(100);
    const days: number[] = [];
    for (let today = slot.due; ; today = slot.due) {
      days.push(today);
      const next = repeated(slot, true, today);
      if (!next) break;
      slot = next;
    }
    expect(days).toEqual([101, 104, 111, 127, 162, 252]);
    expect(days).toHaveLength(BOX_DAYS.length);
    expect(repeated({ box: 4, due: 5 }, false, 9)).toEqual({ box: 0, due: 10 });
  });

  it.each([
    ["Asia/Tokyo", -540],
    ["America/New_York", 300],
    ["UTC", 0],
  ])("begins a day at midnight in %s", (zone, offset) => {
    const before = process.env["TZ"];
    process.env["TZ"] = zone;
    try {
      expect(new Date(2026, 10, 27).getTimezoneOffset()).toBe(offset);
      const day = dayOf(new Date(2026, 10, 27, 0, 0));
      expect([0, 1, 9, 14, 15, 19, 23].map((hour) => dayOf(new Date(2026, 10, 27, hour, 59)) - day)).toEqual(
        [0, 1, 9, 14, 15, 19, 23].map(() => 0),
      );
      expect(dayOf(new Date(2026, 10, 26, 23, 59)) - day).toBe(-1);
      expect(dayOf(new Date(2026, 10, 28, 0, 0)) - day).toBe(1);
    } finally {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    }
  });

  it("begins a day at midnight where the user is", () => {
    const evening = new Date(2026, 10, 27, 23, 59);
    const morning = new Date(2026, 10, 28, 0, 1);
    expect(dayOf(morning) - dayOf(evening)).toBe(1);
    expect(dayOf(evening)).toBe(dayOf(new Date(2026, 10, 27, 0, 1)));
  });
});

describe("training", () => {
  it("rates a puzzle once, and lets it come back if it was missed", () => {
    let day = new Date(2026, 10, 27);
    const training = new Training(newApp(), () => day);
    const [first, second] = [task(0), task(1)];
    training.answered(first, true);
    const { value } = training.rating;
    expect([value > NEW_PLAYER.value, Math.round(value - training.change)]).toEqual([true, NEW_PLAYER.value]);
    training.answered(first, false);
    training.answered(second, false);
    expect(training.rating.value).toBeLessThan(value);
    expect(training.counts).toEqual({ tried: 2, solved: 1 });
    expect([training.triedAt(first), training.triedAt(second), training.triedAt(task(2))]).toEqual([0, 1, -1]);
    expect(training.due).toEqual([]);
    expect(training.later).toEqual({ n: 2, date: new Date(2026, 10, 28) });
    day = new Date(2026, 10, 28);
    expect(training.later).toEqual({ n: 0, date: null });
    expect(training.due.map(keyOf)).toEqual([first, second].map(keyOf));
    training.repeated(first, true);
    training.repeated(second, false);
    expect(training.due).toEqual([]);
    day = new Date(2026, 10, 29);
    expect(training.due).toEqual([second]);
    // Another visit knows it all.
    const again = new Training(newApp(), () => new Date(2026, 11, 1));
    expect([again.rating, again.counts, again.due.map(keyOf)]).toEqual([
      training.rating,
      training.counts,
      [second, first].map(keyOf),
    ]);
  });

  it("keeps a task once, and none with stones that were set up", () => {
    const training = new Training(newApp(), () => new Date(2026, 10, 27));
    const setUp: Task = { ...task(3), stones: [{ color: "white", point: 3 }] };
    expect(training.schedule([task(0), task(0), task(1), setUp])).toBe(2);
    expect(training.schedule([task(1)])).toBe(0);
  });

  it("makes the best of what is kept, whatever it is", () => {
    const good = { box: 1, due: 3, task: store(task(0)) };
    for (const text of [
      "{",
      "null",
      "7",
      "[]",
      '{"rating":{"value":"x","deviation":3},"change":null,"tried":3,"solved":[1],"cards":[3],"lesson":"x"}',
      '{"rating":{"value":1,"deviation":-3},"cards":{"a":{"box":1,"due":2,"task":{"moves":"z99"}}},"lesson":[99,"a"]}',
    ]) {
      kept.set("fukumi-training", text);
      const training = new Training(newApp());
      expect([training.rating, training.change, training.counts, training.due, training.lesson], text).toEqual([
        NEW_PLAYER,
        0,
        { tried: 0, solved: 0 },
        [],
        [],
      ]);
    }
    kept.set("fukumi-training", JSON.stringify({ cards: { a: good, b: { ...good, box: "x" } }, lesson: [2, 30] }));
    const training = new Training(newApp());
    expect([training.due, training.lesson]).toEqual([[task(0, 1000)], [2]]);
  });
});

describe("the next puzzle", () => {
  it("has a rating near that of the user, and was not tried", () => {
    const pool = Array.from({ length: 100 }, (_, number) => task(number, 500 + 10 * number));
    const tried = new Set([50, 51].map((number) => keyOf(pool[number]!)));
    const triedAt = (one: Task) => (tried.has(keyOf(one)) ? 1 : -1);
    const chosen = new Set(
      Array.from({ length: 100 }, (_, number) => chooseTask(pool, 1002, triedAt, () => number / 100)!.rating),
    );
    expect([...chosen].sort((a, b) => a! - b!)).toEqual([960, 970, 980, 990, 1020, 1030, 1040, 1050]);
  });

  it("is the one tried longest ago if all were tried", () => {
    const pool = [task(0), task(1), task(2)];
    expect(chooseTask(pool, 900, (one) => [5, 3, 4][pool.indexOf(one)]!)).toBe(pool[1]);
    expect(chooseTask([], 900, () => -1)).toBeUndefined();
  });

  it("is of the chosen kind and rule, and its file is loaded when it is asked for", async () => {
    const app = newApp();
    const load = vi.fn(async () => [store(task(0)), store({ ...task(1), kind: "defence", rule: "caro" })]);
    const puzzles = new Puzzles(app, new Training(app), load);
    expect(load).not.toHaveBeenCalled();
    app.set({ puzzleKind: "defence", puzzleRule: "caro" });
    await puzzles.next();
    const shown = () => (app.activity as Exercise).task;
    expect([shown().kind, app.message]).toEqual([
      "defence",
      "Black to move: all moves but 1 are proven to lose. Find one that holds",
    ]);
    await app.tap(0);
    expect([app.message, puzzles.training.counts]).toEqual(["a15 loses. Try another move", { tried: 1, solved: 0 }]);
    app.set({ puzzleKind: "fours", puzzleRule: "mixed" });
    await puzzles.next();
    expect(shown().kind).toBe("fours");
    app.set({ puzzleKind: "trap" });
    await puzzles.next();
    expect(app.message).toBe("There is no such puzzle");
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("of the day counts for the day and the rating once, and leads on to other puzzles", async () => {
    let now = new Date(2026, 10, 27, 12);
    const app = newApp();
    const training = new Training(app, () => now);
    const puzzles = new Puzzles(app, training, async () => [task(0), task(1), task(2)].map(store));
    await puzzles.daily();
    const exercise = app.activity as Exercise;
    const day = dayOf(now);
    // It is answered after midnight.
    now = new Date(2026, 10, 28, 0, 1);
    expect(training.days).toEqual({});
    exercise.solve();
    expect(training.days[day]).toEqual({ rating: null, kinds: {}, daily: false });
    expect(training.days[day + 1]).toMatchObject({ kinds: { fours: { tried: 1, solved: 0 } }, daily: null });
    exercise.next();
    await vi.waitFor(() => expect(app.activity).not.toBe(exercise), { timeout: 60_000 });
    expect((app.activity as Exercise).task).not.toEqual(exercise.task);
    // Another visit has the same.
    expect(new Training(newApp(), () => now).days).toEqual(training.days);
  });

  it("does not replace a game that is begun while the puzzles load", async () => {
    const app = newApp();
    let arrive = (_: StoredTask[]): void => undefined;
    const puzzles = new Puzzles(app, new Training(app), () => new Promise((resolve) => (arrive = resolve)));
    const asked = puzzles.next();
    app.open(new GameTree({ size: { width: 9, height: 9 }, rule: "freestyle" }));
    const { game } = app;
    arrive([store(task(0))]);
    await asked;
    expect([app.game === game, app.activity]).toEqual([true, null]);
    // A second press while they load begins one puzzle.
    const begin = vi.spyOn(Exercise, "begin");
    await Promise.all([puzzles.next(), puzzles.next()]);
    expect(begin).toHaveBeenCalledTimes(1);
    begin.mockRestore();
  });
});

describe("a task", () => {
  it("is the same after it was stored, and is refused if it makes no sense", () => {
    const mistake: Task = { ...task(4, null), kind: "mistake", slip: { point: 9, before: 0.5 } };
    for (const one of [task(0), task(1, null), mistake]) expect(unstore(store(one))).toEqual(one);
    const stored = store(task(0));
    for (const bad of [
      { ...stored, rule: "chess" },
      { ...stored, size: [99, 15] as const },
      { ...stored, moves: "h8 h8" },
      { ...stored, moves: "" },
      { ...stored, solution: "h8" },
      { ...stored, kind: "mistake" },
      { ...stored, slip: { move: "a1", before: 0.5 } },
      null,
    ])
      expect(unstore(bad as never), JSON.stringify(bad)).toBeNull();
    // What older versions of the page have kept.
    const { kind, ...old } = { ...stored, threats: "fours-and-threes" };
    expect([kind, unstore(old)?.kind]).toEqual(["fours", "threats"]);
    expect(keyOf(task(0))).not.toBe(keyOf(task(1)));
  });
});
