/** What the engine is asked for, and that it ends when the user says so. */

import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { Analysis } from "../src/app/analysis";
import { App } from "../src/app/app";
import { Drill } from "../src/app/drill";
import { Exercise } from "../src/app/exercise";
import { newExercise } from "../src/app/exercise/state";
import { Puzzles } from "../src/app/puzzles";
import { Review } from "../src/app/review";
import { parseSettings } from "../src/app/settings";
import type { Task } from "../src/app/tasks";
import { Training } from "../src/app/training";
import { deletion } from "../src/core/edit";
import { Brain } from "../src/engine/brain";
import { setLanguage } from "../src/i18n/languages";

let brain: Brain;
beforeAll(async () => {
  brain = await Brain.load({ threads: 1, memoryBytes: 16 << 20 });
  await setLanguage("en");
});
afterAll(() => brain.close());

async function begin(moves: string): Promise<App> {
  const app = new App(parseSettings(null), Promise.resolve(brain));
  app.brain = brain;
  const [game] = await brain.read(moves, app.game.size, app.game.rule);
  app.open(game!());
  app.go(app.game.last());
  return app;
}

/** Waits until something that the app says of itself is true. */
async function until(app: App, isTrue: () => boolean): Promise<void> {
  if (isTrue()) return;
  await new Promise<void>((resolve) => {
    app.on(["analysis", "review", "activity", "message"], () => isTrue() && resolve());
  });
}

const GAME = "h8 i9 i7 g9 h9 h10 h7 g7 h6 h5 j8 g5 k6 f8";

it("a stopped analysis no longer runs, and can be begun again", async () => {
  const app = await begin("h8 i9 g7");
  const analysis = new Analysis(app);
  const think = vi.spyOn(brain, "think");
  for (const round of [1, 2]) {
    analysis.start();
    await until(app, () => analysis.lines.length > 0);
    expect(think).toHaveBeenCalledTimes(round);
    const { nodes } = analysis.report!;
    analysis.stop();
    expect(analysis.isOn).toBe(false);
    // It would go on for minutes.
    expect((await think.mock.results[round - 1]!.value)?.stopped).toBe(true);
    expect(analysis.report!.nodes).toBe(nodes);
    app.go(round === 1 ? app.game.root : app.game.last());
    expect(think).toHaveBeenCalledTimes(round);
    analysis.report = null;
  }
  think.mockRestore();
});

it("an analysis ends at the limits that the user has chosen, with as many lines as wanted", async () => {
  const app = await begin("h8 i9 g7");
  const analysis = new Analysis(app);
  app.settings.lines = 20;
  const depths: number[] = [];
  for (const depth of [2, 3]) {
    app.settings.analysisLimits = { seconds: null, depth, nodes: null };
    analysis.start();
    await until(app, () => analysis.isDone);
    depths.push(analysis.report!.depth);
    expect(new Set(analysis.lines.map(({ moves }) => moves[0])).size).toBe(20);
  }
  expect(depths).toEqual([2, 3]);
  app.settings.analysisLimits = { seconds: null, depth: null, nodes: 3000 };
  analysis.start();
  await until(app, () => analysis.isDone);
  expect(analysis.report!.nodes).toBeLessThan(10_000);
  analysis.stop();
});

it("an analysis goes on with other equipment", async () => {
  const app = await begin("h8 i9 g7");
  const analysis = new Analysis(app);
  vi.stubGlobal("crossOriginIsolated", true);
  try {
    for (const threads of [2, 1] as const) {
      app.settings.threads = threads;
      analysis.start();
      analysis.report = null;
      await analysis.equip();
      expect(brain.threads === threads || app.message.includes(`: ${brain.threads}`)).toBe(true);
      await until(app, () => analysis.lines.length > 0);
      analysis.stop();
    }
  } finally {
    vi.unstubAllGlobals();
  }
});

it("an analysis follows the position, and waits while the engine has a long piece of work", async () => {
  const app = await begin("h8 i9 g7");
  const analysis = new Analysis(app);
  const think = vi.spyOn(brain, "think");
  analysis.start();
  app.go(app.game.root);
  expect(think.mock.calls.map(([, node]) => node.number)).toEqual([3, 0]);
  expect(think.mock.calls.map(([, , , , signal]) => signal!.aborted)).toEqual([true, false]);
  const release = app.occupy();
  app.changed("review");
  expect(think.mock.calls[1]![4]!.aborted).toBe(true);
  release();
  app.changed("review");
  expect(think).toHaveBeenCalledTimes(3);
  analysis.stop();
  expect(think.mock.calls.every(([, , , , signal]) => signal!.aborted)).toBe(true);
  await Promise.all(think.mock.results.map(({ value }) => value as Promise<unknown>));
  think.mockRestore();
});

it("a search for puzzles and a review can be stopped, before they have begun as well", async () => {
  const app = await begin(GAME);
  const puzzles = new Puzzles(app, new Training(app), async () => []);
  const review = new Review(app);
  for (const begun of [false, true]) {
    const looking = puzzles.find();
    if (begun) await until(app, () => (puzzles.search?.done ?? 0) > 0);
    puzzles.stop();
    await looking;
    // Once it has begun, it may be over before it is stopped.
    expect(app.message).toMatch(begun ? /stopped|found/ : /^The search was stopped; it found 0 puzzles$/);
    expect([puzzles.search, app.isBusy]).toEqual([null, false]);
    const reviewing = review.run(2_000_000);
    if (begun) await until(app, () => (review.progress?.done ?? 0) > 0);
    review.stop();
    await reviewing;
    expect(app.message).toBe("The review was stopped");
    expect([review.progress, app.isBusy]).toEqual([null, false]);
  }
});

it("the engine is busy until the last of several pieces of work has ended", async () => {
  const app = await begin(GAME);
  const puzzles = new Puzzles(app, new Training(app), async () => []);
  const review = new Review(app);
  const looking = puzzles.find();
  // A review ends the search for puzzles.
  const reviewing = review.run(2_000_000);
  await looking;
  expect([puzzles.search, review.progress !== null, app.isBusy]).toEqual([null, true, true]);
  review.stop();
  await reviewing;
  expect(app.isBusy).toBe(false);
});

it("a review ends, or is forgotten with the search for better moves, when moves of its line are deleted", async () => {
  const app = await begin(GAME);
  const review = new Review(app);
  await review.run(5_000);
  const { game, node } = app;
  app.go(node.parent!);
  app.play(0);
  app.edit(deletion(game, app.node));
  review.drill(review.mistakes[0]!.move!.color);
  expect([review.mistakes.length > 0, review.stored !== null, app.activity]).toEqual([true, true, expect.any(Drill)]);
  app.edit(deletion(game, node));
  expect([review.mistakes, review.stored, app.activity]).toEqual([[], null, null]);

  const reviewing = review.run(2_000_000);
  await until(app, () => (review.progress?.done ?? 0) > 0);
  expect(review.stored!.running).not.toBeNull();
  app.edit(deletion(game, game.last()));
  expect(review.stored).toBeNull();
  await reviewing;
  expect(app.message).toBe("The review was stopped");
});

it("the mistakes of the user's reviewed games come back, and those of the side that is drilled", async () => {
  const app = await begin(GAME);
  app.game.players = { black: "Fukumi", white: "You" };
  const kept: Task[] = [];
  const review = new Review(app, (tasks) => void kept.push(...tasks));
  // The game was played before the language was changed.
  await setLanguage("de");
  await review.run(5_000);
  await setLanguage("en");
  expect(kept.length).toBeGreaterThan(0);
  const line = app.game.last().path();
  for (const { kind, turn, stones, solution, slip } of kept) {
    expect([kind, turn]).toEqual(["mistake", "white"]);
    expect(slip!.point).toBe(line[stones.length + 1]!.move!.point);
    expect(solution[0]).not.toBe(slip!.point);
  }
  const found = kept.length;
  review.drill("white");
  await until(app, () => /Find a better move/.test(app.message));
  expect(kept.slice(found)).toEqual(kept.slice(0, found));

  // The best move solves it, the old one does not.
  const [task] = kept;
  const answers: boolean[] = [];
  for (const point of [task!.slip!.point, task!.solution[0]!]) {
    Exercise.begin(app, newExercise(task!, { kind: "repetition" }), {
      answered: (isRight) => void answers.push(isRight),
      next: () => undefined,
    });
    await app.tap(point);
    await until(app, () => /is not better|Solved/.test(app.message));
  }
  expect(answers).toEqual([false, true]);
});
