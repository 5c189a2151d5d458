/** The puzzles that come with the page. */

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { type Engine, createEngine } from "fukumi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fit } from "../scripts/puzzle-rating.js";
import { PUZZLE_RULES } from "../src/app/settings";
import { KINDS, type Kind, type StoredTask, type Task, gameOf, keyOf, unstore } from "../src/app/tasks";
import { type Point, other, xOf, yOf } from "../src/core/geometry";

const text = readFileSync(new URL("../src/puzzles.json", import.meta.url), "utf8");
const stored = (JSON.parse(text) as { puzzles: StoredTask[] }).puzzles;
const tasks = stored.map(unstore).filter((task) => task !== null);
const of = (kind: Kind) => tasks.filter((task) => task.kind === kind);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ memoryBytes: 8 << 20 });
});
afterAll(() => engine.close());

/** Puts the position of a task on the engine's board, after some moves of its solution. */
function show({ size, rule, stones, turn }: Task, moves: readonly Point[] = [], toMove = turn) {
  const played = moves.map((point, index) => ({ color: index % 2 ? other(turn) : turn, point }));
  const all = [...stones, ...played].map(({ color, point }) => ({
    side: color,
    x: xOf(point, size),
    y: yOf(point, size),
  }));
  return engine.setPosition({ rule, ...size, stones: all, toMove });
}

/** Some tasks of a kind, from the easiest to the hardest. */
function some(kind: Kind): Task[] {
  const all = of(kind);
  return [0, 1, 2, 3].map((part) => all[Math.floor((part * (all.length - 1)) / 3)]!);
}

describe("the puzzles", () => {
  it("are of every kind and rule, differ, and are small to load", () => {
    expect(tasks).toHaveLength(stored.length);
    expect(tasks.length).toBeGreaterThanOrEqual(1000);
    expect(new Set(tasks.map(keyOf)).size).toBe(tasks.length);
    for (const kind of KINDS) expect(of(kind).length, kind).toBeGreaterThanOrEqual(150);
    expect(new Set(["mixed", ...tasks.map(({ rule }) => rule)])).toEqual(new Set(PUZZLE_RULES));
    expect(gzipSync(text).length).toBeLessThan(150_000);
  });

  it("are as many as the document says", () => {
    const document = readFileSync(new URL("../../docs/board.md", import.meta.url), "utf8");
    expect(document).toContain(`The ${tasks.length.toLocaleString("en")} puzzles are`);
  });

  it("have ratings for beginners and for masters", () => {
    const ratings = tasks.map(({ rating }) => rating!);
    expect([...ratings].sort((a, b) => a - b)).toEqual(ratings);
    expect(ratings[0]).toBeGreaterThan(200);
    expect(ratings.filter((rating) => rating < 800).length).toBeGreaterThan(40);
    expect(ratings.filter((rating) => rating > 1400).length).toBeGreaterThan(20);
  });

  it("have solutions that can be played", () => {
    for (const task of tasks) {
      const game = gameOf(task);
      let node = game.last();
      expect([game.turn(node), game.end(node)]).toEqual([task.turn, null]);
      for (const point of task.solution) {
        node = game.play(node, point);
        expect(game.end(node)).toBeNull();
      }
      expect(task.solution.length % 2).toBe(1);
    }
  });

  it.each(["fours", "threats", "trap"] as const)(
    "of the kind %s have the stored first moves that win, and no others",
    async (kind) => {
      for (const task of some(kind)) {
        await show(task);
        const { firstMoves } = await engine.winningMoves({ nodes: 300_000 });
        const found = firstMoves.map(({ verdict, move: { x, y } }) => [verdict, x + y * task.size.width]);
        const stored = [task.solution[0], ...task.alternatives];
        expect(found, keyOf(task)).toEqual(expect.arrayContaining([["win", task.solution[0]]]));
        for (const [verdict, move] of found) expect([verdict, stored.includes(move as Point)]).toEqual(["win", true]);
        await show(task);
        const fours = await engine.solve({ threats: "fours", nodes: 100_000 });
        if (kind !== "trap") expect(fours.verdict === "win", keyOf(task)).toBe(kind === "fours");
      }
    },
  );

  it("of the kind defence have the stored moves that stop the opponent's win, and no others", async () => {
    const several = of("defence").filter(({ alternatives }) => alternatives.length > 0);
    for (const task of [...some("defence"), ...several.slice(0, 2)]) {
      await show(task);
      const { replies } = await engine.defences({ nodes: 500_000 });
      const others = replies.filter(({ verdict }) => verdict !== "win");
      const found = others.map(({ verdict, move: { x, y } }) => [verdict, x + y * task.size.width] as const);
      const stored = [task.solution[0]!, ...task.alternatives].map((move) => ["no-win", move] as const);
      const byMove = (a: readonly [string, number], b: readonly [string, number]) => a[1] - b[1];
      expect(found.sort(byMove), keyOf(task)).toEqual(stored.sort(byMove));
    }
  });

  it("of the kind trap end with a four whose only answer is forbidden", async () => {
    for (const task of of("trap")) {
      expect([task.rule, task.turn]).toEqual(["renju", "white"]);
      const { forbidden } = await show(task, task.solution, "black");
      await show(task, task.solution, "white");
      const { firstMoves } = await engine.winningMoves({ threats: "fours", nodes: 1000 });
      const fives = firstMoves.filter(({ plies }) => plies === 1).map(({ move }) => move);
      expect(fives).toHaveLength(1);
      expect(forbidden).toContainEqual(fives[0]);
    }
  });
});

describe("the rating of a puzzle", () => {
  const levels = [600, 900, 1200, 1500, 1800];
  const tries = (solvedFrom: number) => levels.map((elo) => ({ elo, solved: elo >= solvedFrom }));

  it("lies between the players who fail and those who solve it", () => {
    const ratings = [600, 900, 1200, 1500, 1800, 9999].map((from) => fit(tries(from), 9));
    expect([...ratings].sort((a, b) => a - b)).toEqual(ratings);
    expect(ratings[2]).toBeGreaterThan(900);
    expect(ratings[2]).toBeLessThan(1200);
  });

  it("is higher for a longer win that the same players solve", () => {
    expect(fit(tries(1200), 21)).toBeGreaterThan(fit(tries(1200), 7));
    expect(fit([], 8)).toBe(1100);
  });
});
