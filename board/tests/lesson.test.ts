/** The answers of the lesson are those that the engine finds, and the lesson keeps what was learnt. */

import { type Engine, createEngine } from "fukumi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { App } from "../src/app/app";
import { Lesson } from "../src/app/lesson";
import { parseSettings } from "../src/app/settings";
import { Training } from "../src/app/training";
import { type Point, label, xOf, yOf } from "../src/core/geometry";
import { LESSON, LESSON_SIZE, lessonGame, pointsOf } from "../src/core/lesson";

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ memoryBytes: 1 << 20 });
});
afterAll(() => engine.close());

const at = (point: Point) => ({ x: xOf(point, LESSON_SIZE), y: yOf(point, LESSON_SIZE) });
const name = ({ x, y }: { x: number; y: number }) => label(x + y * LESSON_SIZE.width, LESSON_SIZE);
const sorted = (names: string[]) => [...names].sort();

describe("the lesson", () => {
  it.each(LESSON.map((step, index) => [index + 1, step] as const))("has the answers of step %d", async (_, step) => {
    const { setup, turn, rule } = { ...lessonGame(step), turn: step.turn };
    const stones = setup.map(({ color, point }) => ({ side: color, ...at(point) }));
    await engine.setPosition({ rule, ...LESSON_SIZE, stones, toMove: turn });
    if (step.defends) {
      const { replies } = await engine.defences({ nodes: 200_000 });
      expect(replies.some(({ verdict }) => verdict === "unknown")).toBe(false);
      const holding = replies.filter(({ verdict }) => verdict === "no-win").map(({ move }) => name(move));
      expect(sorted(holding)).toEqual(sorted(step.answers.split(" ")));
    } else {
      const { firstMoves } = await engine.winningMoves({ nodes: 50_000 });
      const least = Math.min(...firstMoves.map(({ plies }) => plies ?? Infinity));
      const quickest = firstMoves.filter(({ plies }) => plies === least).map(({ move }) => name(move));
      expect(sorted(quickest)).toEqual(sorted(step.answers.split(" ")));
    }
  });

  it("takes the right move only, and goes on where it was left", async () => {
    const app = new App(parseSettings(null), Promise.resolve(null));
    const training = new Training(app);
    Lesson.start(app, training);
    const [first, second] = pointsOf(LESSON[0]!.answers);
    await app.tap(0);
    expect([app.node.number, app.verdictMark?.kind, app.message]).toEqual([
      0,
      "wrong",
      "a9 is not the move. Five stones in a row win, in any direction. Black: make five",
    ]);
    expect(training.lesson).toEqual([]);
    await app.tap(first!);
    expect([app.node.number, app.verdictMark?.kind, app.message]).toEqual([
      1,
      "right",
      `${label(first!, LESSON_SIZE)} is right`,
    ]);
    Lesson.start(app, training);
    expect((app.activity as Lesson).number).toBe(1);
    // A step may be done again, by another answer as well, and counts once.
    Lesson.start(app, training, 0);
    await app.tap(second!);
    expect(training.lesson).toEqual([0]);
    for (const [index, step] of LESSON.entries()) {
      Lesson.start(app, training, index);
      await app.tap(pointsOf(step.answers)[0]!);
    }
    expect(sorted(training.lesson.map(String))).toEqual(sorted(LESSON.map((_, index) => String(index))));
    expect(app.message).toMatch(/last step/);
    Lesson.start(app, training);
    expect((app.activity as Lesson).number).toBe(0);
  });
});
