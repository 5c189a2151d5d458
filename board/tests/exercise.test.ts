/** Puzzles with the engine: what a hint costs, and how a wrong defence loses. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { Analysis } from "../src/app/analysis";
import { App } from "../src/app/app";
import { Exercise } from "../src/app/exercise";
import { parseSettings } from "../src/app/settings";
import { type StoredTask, gameOf, unstore } from "../src/app/tasks";
import { Brain } from "../src/engine/brain";
import { setLanguage } from "../src/i18n/languages";
import stored from "../src/puzzles.json";

let brain: Brain;
beforeAll(async () => {
  brain = await Brain.load({ threads: 1, memoryBytes: 1 << 20 });
  await setLanguage("en");
});
afterAll(() => brain.close());

const tasks = (stored.puzzles as unknown as StoredTask[]).map((one) => unstore(one)!);

async function until(is: () => boolean): Promise<void> {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** The page with a puzzle of a kind, and how it was answered. */
async function begun(kind: string, number = 0) {
  const app = new App(parseSettings(null), Promise.resolve(brain));
  await app.loading;
  const analysis = new Analysis(app);
  const answers: boolean[] = [];
  const task = tasks.filter((one) => one.kind === kind)[number]!;
  const begin = () => Exercise.begin(app, task, (isRight) => answers.push(isRight), begin);
  return { app, analysis, answers, task, begin };
}

it("counts as not solved with a hint, which is said before", async () => {
  const { app, analysis, answers, task, begin } = await begun("fours");
  begin();
  await analysis.hint();
  expect([app.message, app.hint, answers]).toEqual([
    "With help this puzzle counts as not solved. Ask again to get it",
    null,
    [],
  ]);
  await analysis.hint();
  expect([app.hint, answers]).toEqual([task.solution[0], [false]]);
  // What was paid for is not asked about again.
  await analysis.hint();
  await app.tap(task.solution[0]!);
  await until(() => /^Right\./.test(app.message));
  expect(answers).toEqual([false]);
});

it("has no analysis and no threats that were not asked for", async () => {
  const { app, analysis, answers, task, begin } = await begun("fours");
  analysis.start();
  app.set({ showsThreats: true });
  begin();
  await brain.ruling(app.game, app.node);
  expect([app.showsThreats, analysis.isOn, analysis.lines, answers]).toEqual([false, true, [], []]);
  await app.tap(task.solution[0]!);
  await until(() => /^Right\./.test(app.message));
  expect(answers).toEqual([]);
  analysis.stop();
});

it("shows how a wrong defence loses, and waits for another try", async () => {
  for (let number = 0; number < 3; number++) {
    const { app, answers, task, begin } = await begun("defence", number);
    begin();
    const stones = app.game.stones(app.node);
    const wrong = stones.findIndex((stone, point) => stone === null && !task.solution.includes(point));
    await app.tap(wrong);
    await until(() => app.line.length > 0);
    expect(app.message).toMatch(/ loses in \d+, as the line on the board shows\. Try another move$/);
    expect([app.line[0], app.game.count, answers]).toEqual([wrong, task.stones.length + 1, [false]]);
    // The line ends with threats that cannot all be stopped.
    const game = gameOf(task);
    let node = game.last();
    for (const point of app.line) node = game.play(node, point);
    expect(game.turn(node)).toBe(task.turn);
    expect(await brain.solve(game, game.play(node, null), 1)).toMatchObject({ verdict: "win", plies: 1 });
    await app.tap(task.solution[0]!);
    await until(() => app.message === "Solved");
    expect(app.line).toEqual([]);
  }
});
