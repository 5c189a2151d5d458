/** What a move loses is found out beside the game, with an engine that does as it is told. */

import { expect, it, vi } from "vitest";
import { App } from "../src/app/app";
import { lossOf } from "../src/app/loss";
import { parseSettings } from "../src/app/settings";
import type { Node } from "../src/core/tree";
import type { Brain } from "../src/engine/brain";

const { signal } = new AbortController();

/** A game with a variation that has a comment, and an engine that gives Black this chance when it is told to. */
async function begun(black: number) {
  let answer = () => {};
  const think = vi.fn(
    (..._asked: Parameters<Brain["think"]>) =>
      new Promise((resolve) => (answer = () => resolve({ lines: [{ worth: { black } }] }))),
  );
  const app = new App(parseSettings(null), Promise.resolve({ think } as unknown as Brain));
  await app.loading;
  const { game } = app;
  const before = game.play(game.root, 112);
  game.play(before, 113);
  const variation = game.play(game.play(before, 98), 84);
  variation.comment = "mine";
  app.go(before);
  return { app, before, variation, think, answer: () => answer() };
}

it("a variation that is judged stays, and so does what is played meanwhile", async () => {
  const { app, before, variation, think, answer } = await begun(0.7);
  const { game } = app;
  const loss = lossOf(app, before, 98, "white", 0.5, signal);
  await vi.waitFor(() => expect(think).toHaveBeenCalled(), { timeout: 60_000 });
  app.go(game.root);
  const own = game.play(game.root, 7);
  app.go(before);
  answer();
  expect(await loss).toBeCloseTo(0.2);
  expect([game.has(variation), game.has(own), game.count, variation.comment]).toEqual([true, true, 6, "mine"]);
});

it("a move that is judged is never part of the game", async () => {
  const { app, before, think, answer } = await begun(0.25);
  const loss = lossOf(app, before, 0, "white", 0.8, signal);
  await vi.waitFor(() => expect(think).toHaveBeenCalled(), { timeout: 60_000 });
  const judged = think.mock.calls[0]![1] as Node;
  expect([app.game.stones(judged)[0], app.game.turn(judged)]).toEqual(["white", "black"]);
  expect([app.game.count, app.game.has(judged), before.children.length]).toEqual([5, false, 2]);
  answer();
  expect(await loss).toBeCloseTo(0.05);
});

it("a move that wins at once loses nothing, without the engine", async () => {
  const { app, think } = await begun(0);
  let { node } = app;
  for (const point of [1, 60, 2, 62, 3, 64, 4, 66]) node = app.game.play(node, point);
  app.go(node);
  expect(await lossOf(app, node, 5, "white", 0.9, signal)).toBe(0);
  expect(think).not.toHaveBeenCalled();
});
