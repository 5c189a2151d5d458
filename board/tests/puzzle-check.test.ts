/** The check of the puzzles: what it refuses, and a sample of those that come with the page. */

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Engine, createEngine } from "fukumi";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { CHECK_MEMORY_BYTES, CHECK_NODES, check, checkAll, settled } from "../scripts/puzzle-check.js";
import { withBestReplies } from "../scripts/puzzle-replies.js";
import { CHECKED_NODES } from "../src/app/puzzles";
import type { StoredTask } from "../src/app/tasks";
import file from "../src/puzzles.json";

/** Enough for the positions below, and deterministic. */
const NODES = 50_000;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ memoryBytes: CHECK_MEMORY_BYTES });
});
afterAll(() => engine.close());

const task = (task: Omit<StoredTask, "size">): StoredTask => ({ ...task, size: [15, 15] });

/** No other first move wins by threes, but f10 and f11 win all the same. */
const SECOND_WIN = task({
  kind: "threats",
  rule: "freestyle",
  moves: "g7 h8 f9 g6 e8 d7 e10 d11",
  plies: 15,
  solution: "e9 e11 f8 d10 g9 d9 d8 d13 d12 b8 e7 e6 d6",
});

/** Three in a row, open at both ends. */
const THREE = task({
  kind: "fours",
  rule: "freestyle",
  moves: "g8 a1 h8 c3 i8 e1",
  plies: 3,
  solution: "f8",
  rating: 500,
});

it("refuses a win if the search sees another one that the solver cannot see", async () => {
  const result = await check(engine, SECOND_WIN, NODES);
  expect(result.answers).toEqual(["e9"]);
  expect(result.chance).toBeGreaterThanOrEqual(0.99);
  expect(settled(SECOND_WIN, result)).toBeNull();
});

it("finds the other first moves that win, and refuses a puzzle with many", async () => {
  const result = await check(engine, THREE, NODES);
  expect(result.answers.slice(0, 2)).toEqual(["f8", "j8"]);
  expect(result.answers.length).toBeGreaterThan(3);
  expect(settled(THREE, result)).toBeNull();
});

it("refuses a win whose stored first move is not proven to win", async () => {
  const slow = { ...THREE, solution: "o15" };
  const result = await check(engine, slow, NODES);
  expect(result.answers).toEqual([]);
  expect(settled(slow, result)).toBeNull();
});

/** Black has to stop the three of White. */
const DEFENCE = task({ ...THREE, kind: "defence", moves: "h7 g8 g7 h8 f6 i8", solution: "o1" });

it("refuses a defence after which the attacker wins all the same", async () => {
  const result = await check(engine, DEFENCE, NODES);
  expect(result.answers).toEqual([]);
  expect(settled(DEFENCE, result)).toBeNull();
});

it("keeps the moves of a defence after which the attacker does not win", async () => {
  const several = { ...DEFENCE, alternatives: "f8 j8 a15" };
  const result = await check(engine, several, NODES);
  expect(result.answers).toEqual(["f8", "j8"]);
  expect(settled(several, result)).toEqual({ ...DEFENCE, solution: "f8", alternatives: "j8" });
});

it("settles what the numbers say", () => {
  const win = { answers: ["f8"], chance: 0.9 };
  expect(settled(THREE, win)).toEqual(THREE);
  expect(settled({ ...THREE, alternatives: "j8" }, win)).toEqual(THREE);
  expect(settled(THREE, { ...win, answers: ["f8", "j8", "a2"] })).toMatchObject({ alternatives: "j8 a2" });
  for (const change of [{ answers: [] }, { chance: 0.99 }, { answers: ["f8", "j8", "a2", "a3"] }])
    expect(settled(THREE, { ...win, ...change }), JSON.stringify(change)).toBeNull();
  expect(settled(DEFENCE, { answers: ["o1"], chance: 0.9 })).toEqual(DEFENCE);
  expect(settled(DEFENCE, { answers: [], chance: 0 })).toBeNull();
  expect(settled(DEFENCE, { answers: ["o1"], chance: 0.995 })).toBeNull();
});

it("goes on after an interruption, and rates anew what has other answers", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const state = join(mkdtempSync(join(tmpdir(), "fukumi-")), "state");
  const [first, second] = [THREE, { ...THREE, kind: "threats" }] as const;
  let searches = 0;
  const move = { x: 0, y: 0 };
  const fake = {
    levels: [],
    setPosition: () => Promise.resolve(),
    forget: () => Promise.resolve(),
    winningMoves: () =>
      Promise.resolve({
        firstMoves: [
          { verdict: "win", move: { x: 5, y: 7 } },
          { verdict: "win", move: { x: 9, y: 7 } },
        ],
      }),
    think: () => Promise.resolve({ move, lines: [{ plies: null, winRate: 0.5 }], searched: ++searches }),
  };
  const [checked] = await checkAll(fake, [first], state, 7);
  expect(checked).toEqual({ ...first, alternatives: "j8", rating: 975 });
  // The last line was cut off.
  writeFileSync(state, `${readFileSync(state, "utf8")}{"name":`);
  expect(await checkAll(fake, [first, second], state, 7)).toHaveLength(2);
  expect(searches).toBe(2);
  expect(await checkAll(fake, [first, second], state, 7)).toHaveLength(2);
  expect(searches).toBe(2);
  await expect(checkAll(fake, [first], state, 8)).rejects.toThrow(/begins with/);
});

it("was done for all puzzles with the positions that the page names", () => {
  expect([CHECK_NODES, file.checked]).toEqual([CHECKED_NODES, CHECKED_NODES]);
});

it("finds nothing new in a sample of the puzzles that come with the page", async () => {
  const puzzles = file.puzzles as unknown as StoredTask[];
  for (const kind of ["fours", "threats", "trap", "defence"]) {
    const all = puzzles.filter((puzzle) => puzzle.kind === kind);
    const puzzle = all[Math.floor(all.length / 2)]!;
    expect(settled(puzzle, await check(engine, puzzle, NODES)), `${kind} ${puzzle.moves}`).toEqual(puzzle);
  }
});

const shipped = file.puzzles as unknown as StoredTask[];

it("gives a solution the longest defence where a reply is no better than a pass", async () => {
  const [trap] = shipped.filter(({ kind, plies }) => kind === "trap" && plies === 7);
  const solution = trap!.solution.split(" ");
  expect(solution).toHaveLength(5);
  // The threat leaves no reply, so any point will do for the solver.
  const idle = { ...trap!, solution: [...solution.slice(0, 3), "a1", solution[4]].join(" ") };
  const found = await withBestReplies(engine, idle);
  expect(found).toEqual(trap);
  expect(await withBestReplies(engine, found)).toEqual(found);
});

it("leaves alone solutions whose replies are forced, and defences", async () => {
  const forced = shipped.find(({ kind, plies }) => kind === "fours" && plies === 7)!;
  const defence = shipped.find(({ kind }) => kind === "defence")!;
  for (const puzzle of [forced, defence]) expect(await withBestReplies(engine, puzzle)).toEqual(puzzle);
});
