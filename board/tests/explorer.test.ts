/** When the explorer counts which games, with an engine that only notes what it is asked. */

import { beforeEach, expect, it, vi } from "vitest";
import { App } from "../src/app/app";
import { BatchReview } from "../src/app/batch-review";
import { Explorer } from "../src/app/explorer";
import { Library } from "../src/app/library";
import { parseSettings } from "../src/app/settings";
import { MemoryStore } from "../src/app/store";
import type { Written } from "../src/core/library";
import { GameTree } from "../src/core/tree";
import type { Brain } from "../src/engine/brain";
import { setLanguage } from "../src/i18n/languages";

beforeEach(() => setLanguage("en"));

const SIZE = { width: 15, height: 15 };
/** The machine may be slow and busy. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 60_000 });

/** A library with these games, and what the engine is asked to count. */
async function kept(...games: readonly string[]) {
  const counted: string[] = [];
  const game = new GameTree({ size: SIZE, rule: "freestyle" });
  game.play(game.root, 112);
  const brain = {
    addGames: async (text: string) => {
      counted.push(text);
      return { isFull: false, stopped: false };
    },
    clearGames: async () => undefined,
    explore: async () => ({ visits: 1, moves: [], games: 1, allGames: 1 }),
    idle: async () => undefined,
    read: async () => [() => game],
    // It reviews until it is stopped.
    review: (...asked: Parameters<Brain["review"]>) =>
      new Promise((resolve) => asked[4].addEventListener("abort", () => resolve(null))),
  };
  const app = new App({ ...parseSettings(null), explored: "both" }, Promise.resolve(brain as unknown as Brain));
  await app.loading;
  const store = new MemoryStore();
  const written = games.map((sgf, index) => ({ facts: { ...SIZE, rule: "freestyle", key: `${index}` }, sgf }));
  await store.add(written as unknown as Written[], 1);
  const library = new Library(app, async () => store);
  await library.open();
  return { app, counted, library, explorer: new Explorer(app, library, async () => "shipped") };
}

it("counts games while several are reviewed", async () => {
  const { app, counted, library, explorer } = await kept("(;B[aa])", "(;B[bb])");
  const batch = new BatchReview(app, library);
  const running = batch.run(library.entries, 1000);
  await waitFor(() => expect(batch.progress).not.toBeNull());
  explorer.show(true);
  await waitFor(() => expect([explorer.found?.visits, explorer.counting]).toEqual([1, null]));
  expect([counted, explorer.isWaiting]).toEqual([["shipped", "(;B[aa])\n(;B[bb])"], false]);
  library.stop();
  await running;
});

it("waits while files are read, and then counts what there is", async () => {
  const { counted, library, explorer } = await kept("(;B[aa])");
  library.advance({ done: 0, total: 2 });
  explorer.show(true);
  await explorer.update();
  expect([explorer.isWaiting, explorer.counting, explorer.hasGames, counted]).toEqual([true, null, false, []]);
  library.advance(null);
  await waitFor(() => expect([explorer.found?.visits, explorer.counting]).toEqual([1, null]));
  expect([counted, explorer.isWaiting]).toEqual([["shipped", "(;B[aa])"], false]);
});

it("asks about no more bytes at a time than the engine takes, and says which games are left out", async () => {
  const half = `(;C[${"あ".repeat((8 << 20) / 3)}])`;
  const tooLong = `(;C[${"あ".repeat((17 << 20) / 3)}])`;
  const { app, counted, explorer } = await kept("(;B[aa])", half, tooLong, "(;B[bb])", half);
  explorer.show(true);
  await waitFor(() => expect([explorer.found?.visits, explorer.counting]).toEqual([1, null]));
  const parts = counted.map((text) => text.split("\n").map((game) => game.length));
  expect(parts).toEqual([["shipped".length], [8, half.length, 8], [half.length]]);
  expect(app.message).toBe("There are more positions than can be counted: some games are left out");
});
