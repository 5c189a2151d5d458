/** Puzzles with the engine: which first moves are right, what a hint costs, and how a wrong defence loses. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { Analysis } from "../src/app/analysis";
import { App } from "../src/app/app";
import { Exercise } from "../src/app/exercise";
import { type ExerciseState, newExercise } from "../src/app/exercise/state";
import { parseSettings } from "../src/app/settings";
import { type StoredTask, type Task, gameOf, keyOf, unstore } from "../src/app/tasks";
import { Brain, type Verdict } from "../src/engine/brain";
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

/** Whether no move is being judged. */
const isJudged = ({ activity }: App): boolean => ((activity as Exercise).stored.state as ExerciseState).judged === null;

const known = (kind: string, number = 0) => tasks.filter((one) => one.kind === kind)[number]!;

/** The page with a puzzle, and how it was answered. */
async function begun(task: Task, engine = brain) {
  const app = new App(parseSettings(null), Promise.resolve(engine));
  await app.loading;
  const analysis = new Analysis(app);
  const answers: boolean[] = [];
  const course = { answered: (isRight: boolean) => void answers.push(isRight), next: () => begin() };
  const begin = () => Exercise.begin(app, newExercise(task, { kind: "puzzles" }), course);
  return { app, analysis, answers, task, begin };
}

/** Black has an open three: f8 and j8 win, and k8 does not. */
const THREE: StoredTask = {
  size: [15, 15],
  rule: "freestyle",
  moves: "g8 a1 h8 c3 i8 e1",
  kind: "fours",
  plies: 3,
  solution: "f8",
};
const J8 = 9 + 7 * 15;

it("takes another first move that the solver proves to win", async () => {
  const { app, answers, begin } = await begun(unstore(THREE)!);
  begin();
  await app.tap(J8);
  await until(() => /The reply is/.test(app.message));
  expect(app.message).toMatch(/^Solved · j8 wins as well · The reply is \w+\. You may play the win out$/);
  expect(answers).toEqual([true]);
});

it("takes other first moves that are stored without asking the solver", async () => {
  const engine = brainWith("unknown");
  const { app, answers, begin } = await begun(unstore({ ...THREE, alternatives: "j8" })!, engine);
  begin();
  await app.tap(J8);
  await until(() => /The reply is/.test(app.message));
  expect([app.message.startsWith("Solved · j8 wins as well"), answers]).toEqual([true, [true]]);
});

it("counts a first move that does not win as a miss, and takes it back", async () => {
  const { app, answers, task, begin } = await begun(unstore(THREE)!);
  begin();
  await app.tap(0);
  await until(() => app.line.length > 0);
  expect(app.message).toMatch(/^a15 does not win by fours and threes\. Try another move/);
  expect([answers, app.game.count]).toEqual([[false], task.stones.length + 1]);
});

it("shows the best answer to a move that does not win, and what it leaves", async () => {
  const { app, begin } = await begun(unstore(THREE)!);
  begin();
  await app.tap(0);
  await until(() => /The best reply is/.test(app.message));
  expect(app.message).toMatch(/ · The best reply is [fj]8\. After it, your chance of winning is \d+%$/);
  expect(app.line).toEqual([0, expect.toSatisfy((point: number) => [J8, J8 - 4].includes(point))]);
});

it("leaves a chance of 100 % to what is proven", async () => {
  const found = { lines: [{ worth: { black: 0.9999 }, moves: [J8] }], stopped: false };
  const engine = Object.assign(brainWith("no-win"), { think: () => Promise.resolve(found) });
  const { app, begin } = await begun(unstore(THREE)!, engine);
  begin();
  await app.tap(0);
  await until(() => /The best reply is/.test(app.message));
  expect(app.message).toMatch(/your chance of winning is 99%$/);
});

it("shows how the other side wins if the move lets it", async () => {
  // White has three in a row as well, and Black's move to a corner leaves White to move.
  const task = unstore({ ...THREE, moves: "g8 g4 h8 h4 i8 i4" })!;
  const { app, answers, begin } = await begun(task);
  begin();
  await app.tap(0);
  await until(() => /loses in \d+, as the line on the board shows/.test(app.message));
  expect([app.line[0], answers]).toEqual([0, [false]]);
  expect(app.line.length).toBeGreaterThan(1);
});

it("takes a move that the search proves to win where the solver sees no win", async () => {
  const { app, answers, begin } = await begun(unstore(THREE)!, brainWith("no-win"));
  begin();
  await app.tap(J8);
  await until(() => /The reply is/.test(app.message));
  expect(answers).toEqual([true]);
});

/** The engine, except that it judges every move alike. */
function brainWith(verdict: Verdict | null): Brain {
  return Object.assign(Object.create(brain) as Brain, { hasWon: () => Promise.resolve(verdict) });
}

it.each([
  ["unknown", "It could not be decided whether a15 wins. This does not count against you: try another move"],
  [null, "Black to move wins in 2. Find a winning first move"],
] as const)("counts no miss if the verdict is %s", async (verdict, message) => {
  const { app, answers, task, begin } = await begun(unstore(THREE)!, brainWith(verdict));
  begin();
  const nodes = app.game.count;
  await app.tap(0);
  await until(() => isJudged(app) && app.message === message && app.game.count === nodes);
  await app.tap(task.solution[0]!);
  await until(() => /The reply is/.test(app.message));
  expect(answers).toEqual([true]);
});

it("replies to every threat of a solution with a move that is better than a pass", async () => {
  let replies = 0;
  for (const task of tasks.filter(({ kind }) => kind === "trap")) {
    const game = gameOf(task);
    let node = game.last();
    for (const [index, point] of task.solution.entries()) {
      node = game.play(node, point);
      if (index % 2 === 0) continue;
      replies++;
      // Such as the first point of the board, which the solver names where all replies lose alike.
      const near = game
        .stones(node)
        .some((stone, other) => stone !== null && other !== point && distance(other, point) <= 3);
      expect(near, `${keyOf(task)} ${point}`).toBe(true);
    }
  }
  expect(replies).toBeGreaterThan(100);
});

const distance = (a: number, b: number) =>
  Math.max(Math.abs((a % 15) - (b % 15)), Math.abs(Math.floor(a / 15) - Math.floor(b / 15)));

it("is solved by the first move; a later slip is taken back and counts for nothing", async () => {
  const { app, answers, task, begin } = await begun(known("threats"));
  begin();
  await app.tap(task.solution[0]!);
  await until(() => /The reply is/.test(app.message));
  expect([app.node.number, answers]).toEqual([task.stones.length + 2, [true]]);
  const corner = [0, 14, 210, 224].find((point) => app.game.stones(app.node)[point] === null)!;
  await app.tap(corner);
  await until(() => /does not win by fours and threes|loses in/.test(app.message));
  expect([app.node.number, answers]).toEqual([task.stones.length + 2, [true]]);
  // The win can be played on.
  await app.tap(task.solution[2]!);
  await until(() => /^Right\. The reply is/.test(app.message));
  expect(answers).toEqual([true]);
});

it("ends a trap with the foul, when it is played and when its solution is shown", async () => {
  const trap = tasks.find(({ kind, solution }) => kind === "trap" && solution.length <= 5)!;
  const { app, answers, begin } = await begun(trap);
  begin();
  for (const [index, point] of trap.solution.entries()) {
    if (index % 2) continue;
    await app.tap(point);
    const isAnswered = () =>
      index + 1 < trap.solution.length ? app.game.turn(app.node) === "white" : app.foul !== null;
    await until(() => isJudged(app) && isAnswered());
  }
  const { foul } = app;
  expect(foul!.rows.length).toBeGreaterThan(0);
  expect([app.game.turn(app.node), answers]).toEqual(["black", [true]]);
  expect(app.message).toMatch(
    /^Solved · Only \w+ would stop the five, and it is forbidden: (overline|double (four|three))$/,
  );

  begin();
  (app.activity as Exercise).solve();
  await until(() => app.foul !== null);
  expect(app.foul).toEqual(foul);
  expect(app.line).toEqual(trap.solution);
  expect(app.message).toMatch(/^The solution begins with .* is forbidden/);
  app.go(app.node);
  expect(app.foul).toBeNull();
});

it("counts as not solved with a hint, which is said before", async () => {
  const { app, analysis, answers, task, begin } = await begun(known("fours"));
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
  await until(() => /^Solved/.test(app.message));
  expect(answers).toEqual([false]);
});

it("has no analysis and no threats that were not asked for", async () => {
  const { app, analysis, answers, task, begin } = await begun(known("fours"));
  analysis.start();
  app.set({ showsThreats: true });
  begin();
  await brain.ruling(app.game, app.node);
  expect([app.showsThreats, analysis.isOn, analysis.lines, answers]).toEqual([false, true, [], []]);
  await app.tap(task.solution[0]!);
  await until(() => /^Solved/.test(app.message));
  expect(answers).toEqual([true]);
  analysis.stop();
});

it("takes each defence that is stored, and says how many there are", async () => {
  const defence = {
    ...THREE,
    kind: "defence",
    moves: "h7 g8 g7 h8 f6 i8",
    solution: "f8",
    alternatives: "j8",
  } as const;
  const { app, answers, begin } = await begun(unstore(defence)!);
  begin();
  expect(app.message).toBe("Black to move: all moves but 2 are proven to lose. Find one that holds");
  await app.tap(J8);
  await until(() => answers.length > 0);
  expect([app.message, answers]).toEqual(["Solved", [true]]);
});

it("shows how a wrong defence loses, and waits for another try", async () => {
  for (let number = 0; number < 3; number++) {
    const { app, answers, task, begin } = await begun(known("defence", number));
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
