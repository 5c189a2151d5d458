/** The engine's turn in a game goes on, wherever the user looks and whatever ends a thought; without the engine itself. */

import { beforeEach, expect, it, vi } from "vitest";
import { App } from "../src/app/app";
import { Match } from "../src/app/match";
import { Puzzles } from "../src/app/puzzles";
import { Review } from "../src/app/review";
import { parseSettings } from "../src/app/settings";
import { Training } from "../src/app/training";
import type { Point } from "../src/core/geometry";
import type { Brain } from "../src/engine/brain";
import { setLanguage } from "../src/i18n/languages";

beforeEach(() => setLanguage("en"));

/** The machine may be slow and busy. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 60_000 });

/** A game in the first turn of the engine, which thinks until it is told what it has found. */
async function begun(seat: "black" | "white" = "black") {
  const thoughts: { readonly timeMs: number; found(move: Point | null): void }[] = [];
  const brain = {
    levels: 12,
    ratings: Array.from({ length: 12 }, () => 1000),
    stop: vi.fn(),
    think: (_game: unknown, _node: unknown, { timeMs }: { timeMs: number }) =>
      new Promise((resolve) =>
        thoughts.push({ timeMs, found: (move) => resolve(move === null ? null : { move, lines: [] }) }),
      ),
  };
  const app = new App({ ...parseSettings(null), seat, level: 3 }, Promise.resolve(brain as unknown as Brain));
  await app.loading;
  const match = Match.start(app);
  if (seat === "black") await app.tap(112);
  await waitFor(() => expect(thoughts).toHaveLength(1));
  return { app, brain, match, thoughts };
}

it("whoever looks back while the engine thinks finds it thinking again in the last position", async () => {
  const { app, match, thoughts } = await begun();
  const { node } = app;
  app.go(app.game.root);
  expect(match.isThinking).toBe(false);
  app.go(node);
  await waitFor(() => expect(thoughts).toHaveLength(2));
  thoughts[0]!.found(5);
  thoughts[1]!.found(113);
  await waitFor(() => expect(app.node.move).toEqual({ color: "white", point: 113 }));
  expect([match.isThinking, match.stake]).toEqual([false, 1000]);
  // What the game itself shows asks nothing twice, and an earlier position of the engine asks nothing.
  app.go(node);
  expect([match.isThinking, thoughts.length]).toEqual([false, 2]);
  app.begin(null);
});

it("an engine that is to move before it has found anything moves at once, and the game still counts", async () => {
  const { app, brain, match, thoughts } = await begun();
  match.moveNow();
  expect(brain.stop).toHaveBeenCalledTimes(1);
  thoughts[0]!.found(null);
  await waitFor(() => expect(thoughts.map(({ timeMs }) => timeMs)).toEqual([10_000, 1]));
  thoughts[1]!.found(113);
  await waitFor(() => expect(app.node.number).toBe(2));
  expect(match.stake).toBe(1000);
  app.begin(null);
});

it("a review or a search for puzzles does not end what the engine thinks about, and costs nothing then", async () => {
  const { app, match, thoughts } = await begun();
  for (const [index, reply] of [113, 114].entries()) {
    thoughts[index]!.found(reply);
    await waitFor(() => expect(match.isThinking).toBe(false));
    await app.tap(reply + 30);
    await waitFor(() => expect(thoughts).toHaveLength(index + 2));
  }
  for (const ask of [
    () => new Review(app).run(1000),
    () => new Puzzles(app, new Training(app), async () => []).find(),
  ]) {
    app.say("nav.label");
    await ask();
    expect([app.message, match.isThinking, match.stake, app.isBusy]).toEqual([
      "Fukumi is thinking…",
      true,
      1000,
      false,
    ]);
  }
  app.begin(null);
});

it("who plays White has nothing to take back until the second move", async () => {
  const { app, match, thoughts } = await begun("white");
  expect(match.canUndo).toBe(false);
  thoughts[0]!.found(112);
  await waitFor(() => expect(app.node.number).toBe(1));
  expect(match.canUndo).toBe(false);
  match.undo();
  expect(app.node.number).toBe(1);
  await app.tap(113);
  expect(match.canUndo).toBe(true);
  match.undo();
  expect([app.node.number, match.canUndo]).toEqual([1, false]);
  // When the game is over, it is one step back.
  match.resign();
  expect(match.canUndo).toBe(true);
  app.begin(null);
});
