/** Games that are opened by every rule, with the engine itself. */

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { App } from "../src/app/app";
import { Match } from "../src/app/match";
import { type Settings, parseSettings } from "../src/app/settings";
import { deletion } from "../src/core/edit";
import type { Point } from "../src/core/geometry";
import { OPENING_RULES } from "../src/core/openings";
import { Brain, type OpeningChoice } from "../src/engine/brain";
import { setLanguage } from "../src/i18n/languages";

let brain: Brain;
beforeAll(async () => {
  brain = await Brain.load({ threads: 1, memoryBytes: 16 << 20 });
  await setLanguage("en");
});
afterAll(() => brain.close());

/** Numbers that look random, the same ones each time. */
function generator(seed: number): (most: number) => number {
  return (most) => (seed = (seed * 48271) % 2147483647) % most;
}

function begin(
  opening: Settings["opening"],
  seat: "black" | "white" | "both",
  clock: Settings["clock"] = "none",
): { app: App; match: Match } {
  const settings = { ...parseSettings(null), rule: "renju" as const, opening, seat, clock, level: 1 };
  const app = new App(settings, Promise.resolve(brain));
  app.brain = brain;
  return { app, match: Match.start(app) };
}

/** Waits until it is the user's turn, or the opening is over. */
async function settled({ app, match }: { app: App; match: Match }): Promise<void> {
  const isSettled = () => match.phase !== "opening" || (match.current?.isPersons && !match.isThinking);
  while (!isSettled()) {
    expect(app.message).not.toMatch(/does not work/);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Makes a legal step of the user, drawn by lot; returns the kind of it. */
async function step(game: { app: App; match: Match }, random: (most: number) => number): Promise<string> {
  const { app, match } = game;
  const { choices } = match.current!;
  const choice: OpeningChoice = choices[random(choices.length)]!;
  const opening = () => match.negotiation!;
  const steps = opening().steps.length;
  if (choice.kind === "count") match.choose(choice, 1 + random(choice.most));
  else if (choice.kind === "swap" || choice.kind === "stay" || choices.length > 1) match.choose(choice);
  while (opening().onBoard && opening().steps.length === steps && opening().picks.length < opening().due) {
    const free = app.game.stones(app.node).flatMap((stone, point): Point[] => (stone === null ? [point] : []));
    const legal = free.filter((point) => !opening().picks.includes(point) && opening().refusal(point) === null);
    match.tried(legal[random(legal.length)]!);
  }
  while (opening().steps.length === steps) await new Promise((resolve) => setTimeout(resolve, 2));
  return choice.kind;
}

describe.each(OPENING_RULES)("an opening by %s", (rule) => {
  it.each(["black", "white", "both"] as const)("is played to its end, and taken back, with %s", async (seat) => {
    for (const seed of [3, 71, 2024]) {
      const game = begin(rule, seat);
      const { app, match } = game;
      const random = generator(seed);
      await settled(game);
      let own = 0;
      while (match.phase === "opening") {
        await step(game, random);
        own++;
        await settled(game);
      }
      const opening = () => match.negotiation!;
      const { stones, holders } = opening().state!;
      expect(app.node.path().flatMap(({ move }) => (move ? [move.point] : []))).toEqual(
        expect.arrayContaining([...stones]),
      );
      if (seat === "both") expect(match.engine).toBeNull();
      else expect(holders[match.engine!]).not.toBe(seat === "black" ? "first" : "second");
      // Back to the user's first step, if there was one.
      if (app.brain) app.brain.stop();
      for (let back = 0; back < 40; back++) match.undo();
      if (own > 0) {
        expect(match.phase).toBe("opening");
        expect(opening().steps.length).toBeLessThanOrEqual(seat === "white" ? 2 : 0);
        expect(app.node.number).toBe(opening().state!.stones.length);
        await step(game, random);
        await settled(game);
        expect(opening().steps.length).toBeGreaterThan(0);
      }
      app.begin(null);
    }
  });
});

describe("in a game that counts", () => {
  it("a move that is deleted is one taken back", async () => {
    const { app, match } = begin("free", "black");
    await app.tap(112);
    await expect.poll(() => app.node.number, { timeout: 60_000 }).toBe(2);
    const reply = app.node;
    app.go(reply.parent!);
    app.go(reply);
    expect(match.stake).not.toBeNull();
    app.edit(deletion(app.game, reply));
    expect([app.node.number, match.stake]).toEqual([1, null]);
    app.begin(null);
  });
});

describe("in an opening", () => {
  it("stones go where the rule allows, and the reason is told if not", async () => {
    const game = begin("rif", "both");
    const { app, match } = game;
    await settled(game);
    expect(app.message).toMatch(/First player, Black: Place stone 1 of 3 \(Black\) in the centre/);
    match.tried(0);
    expect(app.message).toBe("a15 is not allowed: the stone goes in the centre");
    const point = (x: number, y: number) => x + y * 15;
    const put = (...points: Point[]) => points.forEach((each) => match.tried(each));
    put(point(7, 7), point(7, 6));
    expect([match.current!.next!.area, app.node.number]).toEqual([{ kind: "within", distance: 2 }, 2]);
    match.undo();
    expect([app.node.number, match.current!.picks.length]).toEqual([1, 1]);
    put(point(7, 6), point(7, 5));
    while (match.current!.steps.length < 1) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(app.message).toMatch(/Second player, White: Take Black, or keep White/);
    put(point(0, 0));
    expect(app.message).toMatch(/First press one of the buttons/);
    match.choose({ kind: "swap" });
    while (match.current!.steps.length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
    put(point(7, 4));
    while (match.current!.steps.length < 3) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(app.message).toMatch(/Second player, Black: Offer 2 different fifth stones/);
    put(point(6, 7), point(8, 7));
    expect(app.message).toBe("i8 makes the same position as g8");
    expect(match.current!.ruledOut).toEqual([point(8, 7)]);
    // Pressed again, a stone is no longer offered.
    put(point(6, 7));
    expect(match.current!.picks).toEqual([]);
    put(point(6, 7), point(5, 7));
    while (match.current!.steps.length < 4) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(app.node.number).toBe(4);
    put(point(0, 0));
    expect(app.message).toBe("a15 was not offered");
    put(point(5, 7));
    while (match.phase === "opening") await new Promise((resolve) => setTimeout(resolve, 2));
    expect([app.node.number, app.message]).toEqual([5, "The opening is over: White to move"]);
    expect(app.opening?.name).toBe("Kansei");
    app.begin(null);
  });

  it("the engine decides for the user, and says what it would do", async () => {
    const game = begin("yamaguchi", "black");
    const { app, match } = game;
    await settled(game);
    await match.advise(new AbortController().signal);
    expect(app.message).toMatch(/^Hint: Fukumi places h8 \w+ \w+\.$/);
    expect(app.node.number).toBe(0);
    match.tried(7 + 7 * 15);
    match.moveNow();
    while (match.current!.steps.length < 1) await new Promise((resolve) => setTimeout(resolve, 2));
    await settled(game);
    expect([app.node.number, match.current!.choices[0]!.kind]).toEqual([3, "count"]);
    app.begin(null);
  });

  it("whoever looks at another position comes back to the opening", async () => {
    const game = begin("swap", "both");
    const { app, match } = game;
    await settled(game);
    match.tried(0);
    app.go(app.game.root);
    app.sayMove();
    match.tried(1);
    expect([app.node.number, match.current!.picks]).toEqual([1, [0]]);
    expect(app.message).toMatch(/Place stone 2 of 3/);
    app.begin(null);
  });
});

it("the engine thinks in the user's time, if that is wanted, until the user moves", async () => {
  for (const ponders of [false, true]) {
    const settings = {
      ...parseSettings(null),
      level: 12,
      moveLimits: { seconds: null, depth: null, nodes: 2000 },
      ponders,
    };
    const app = new App(settings, Promise.resolve(brain));
    app.brain = brain;
    const match = Match.start(app);
    const ponder = vi.spyOn(brain, "ponder");
    const center = 7 + 7 * 15;
    match.tried(center);
    while (match.isThinking || app.node.number < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(ponder).toHaveBeenCalledTimes(ponders ? 1 : 0);
    if (ponders) {
      const [, node, , signal] = ponder.mock.calls[0]!;
      expect([node === app.node, signal.aborted]).toEqual([true, false]);
      match.tried(app.game.stones(app.node).indexOf(null));
      expect(signal.aborted).toBe(true);
      await ponder.mock.results[0]!.value;
    }
    app.begin(null);
    ponder.mockRestore();
  }
});

it("what the engine has to load takes no time of its clock", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const prepare = vi.spyOn(brain, "prepare").mockImplementation(async () => void (now += 60_000));
  try {
    const { app, match } = begin("free", "white", "5+0");
    while (match.isThinking || app.node.number < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(prepare.mock.calls).toEqual([["renju"]]);
    expect(match.times).toEqual({ black: 300_000, white: 300_000 });
    app.begin(null);
  } finally {
    vi.restoreAllMocks();
  }
});

it("a game that came to its end is not unfinished while an earlier position of it is shown", () => {
  const app = new App({ ...parseSettings(null), seat: "people" }, Promise.resolve(brain));
  app.brain = brain;
  const match = Match.start(app);
  for (const point of [0, 20, 1, 40, 2, 60, 3]) match.tried(point);
  expect(match.isUnfinished).toBe(true);
  match.tried(80);
  match.tried(4);
  expect(match.isFinished).toBe(true);
  app.go(app.node.parent!.parent!);
  expect(match.isUnfinished).toBe(false);
  // Another move makes another game of it.
  match.tried(100);
  expect(match.isUnfinished).toBe(true);
});

describe("a game that is lost without a row of five", () => {
  it.each([
    ["black", "W+R", "Black has resigned"],
    ["white", "B+R", "White has resigned"],
  ] as const)("by resignation of %s has its result", async (seat, result, message) => {
    const { app, match } = begin("free", seat);
    match.resign();
    expect([app.game.result, app.message]).toEqual([result, expect.stringContaining(message)]);
    expect(await brain.write(app.game, "sgf")).toContain(`RE[${result}]`);
    app.begin(null);
  });

  it("on time has its result", () => {
    vi.useFakeTimers();
    try {
      const { app } = begin("free", "both", "5+0");
      vi.advanceTimersByTime(301_000);
      expect([app.game.result, app.message]).toEqual(["W+T", "Black ran out of time and loses"]);
      app.begin(null);
    } finally {
      vi.useRealTimers();
    }
  });
});
