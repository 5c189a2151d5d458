/** The review of several games shares the engine with what else the user does; with an engine that does as it is told. */

import { beforeEach, expect, it, vi } from "vitest";
import { App } from "../src/app/app";
import { BatchReview } from "../src/app/batch-review";
import { Library } from "../src/app/library";
import { parseSettings } from "../src/app/settings";
import { MemoryStore } from "../src/app/store";
import type { Written } from "../src/core/library";
import { GameTree } from "../src/core/tree";
import { Brain } from "../src/engine/brain";
import { setLanguage } from "../src/i18n/languages";

interface Analysis {
  readonly known: readonly string[];
  /** Finds out about the next position. */
  next(): void;
}

/** A call that ends when its signal is aborted, or when it is told to. */
interface Call {
  end(): void;
}

const engine = vi.hoisted(() => ({ analyses: [] as Analysis[], thoughts: [] as Call[], ponderings: [] as Call[] }));

vi.mock("fukumi", async (load) => {
  const stoppable = (calls: Call[], signal: AbortSignal, answer: unknown) =>
    new Promise((resolve) => {
      const end = () => resolve(answer);
      signal.addEventListener("abort", end);
      calls.push({ end });
    });
  const fake = {
    levels: [],
    setPosition: async () => undefined,
    think: ({ signal }: { signal: AbortSignal }) =>
      stoppable(engine.thoughts, signal, {
        lines: [],
        efforts: [],
        depth: 1,
        nodes: 1,
        timeMs: 1,
        move: { x: 0, y: 0 },
      }),
    ponder: ({ signal }: { signal: AbortSignal }) => stoppable(engine.ponderings, signal, undefined),
    analyzeGame: (
      { game, known, signal }: { game: { moves: unknown[] }; known: readonly string[]; signal: AbortSignal },
      progressed: (progress: { done: number; total: number; finding: string }) => void,
    ) =>
      new Promise((resolve) => {
        const total = game.moves.length + 1;
        let done = 0;
        const next = () => {
          if (signal.aborted) return;
          progressed({ done: done + 1, total, finding: `position ${done}` });
          if (++done < total) return;
          const moves = game.moves.map(() => ({}));
          const positions = Array.from({ length: total }, () => ({ score: null }));
          resolve({ stopped: false, positions, moves, summary: {}, defeat: null });
        };
        signal.addEventListener("abort", () => resolve({ stopped: true }));
        known.forEach(next);
        engine.analyses.push({ known, next });
      }),
  };
  return { ...(await load<object>()), createEngine: async () => fake };
});

beforeEach(async () => {
  await setLanguage("en");
  for (const calls of Object.values(engine)) calls.length = 0;
});

const SIZE = { width: 15, height: 15 };
/** The machine may be slow and busy. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 60_000 });

/** A library with one game of two moves, whose text is its title. */
async function kept() {
  const brain = await Brain.load({ threads: 1, memoryBytes: 1 });
  const game = () => {
    const tree = new GameTree({ size: SIZE, rule: "freestyle" });
    tree.play(tree.play(tree.root, 112), 113);
    return tree;
  };
  vi.spyOn(brain, "read").mockImplementation(async () => [game]);
  vi.spyOn(brain, "write").mockImplementation(async () => "reviewed");
  vi.spyOn(brain, "listGames").mockImplementation(async (sgf, _rule, _size, listed) => {
    const facts = { ...SIZE, rule: "freestyle", key: sgf, title: sgf, moves: 2, result: null };
    listed([{ facts, sgf } as unknown as Written], 1, 1);
    return { games: 1, unreadable: 0, problem: null, stopped: false, notices: [] };
  });
  const app = new App(parseSettings(null), Promise.resolve(brain));
  await app.loading;
  const library = new Library(app, async () => new MemoryStore());
  await library.add([{ name: "game", text: "game" }]);
  return { app, brain, library, batch: new BatchReview(app, library) };
}

it("goes on where it was after what else the engine is asked, and tells in the end what became of the games", async () => {
  const { app, brain, library, batch } = await kept();
  const running = batch.run(library.entries, 1000);
  await waitFor(() => expect(engine.analyses).toHaveLength(1));
  engine.analyses[0]!.next();
  engine.analyses[0]!.next();
  const thought = brain.think(app.game, app.node, {}, () => undefined);
  await waitFor(() => expect(engine.thoughts).toHaveLength(1));
  expect([engine.analyses.length, batch.progress !== null, batch.said]).toEqual([1, true, ""]);
  engine.thoughts[0]!.end();
  expect((await thought)!.move).toBe(0);
  await waitFor(() => expect(engine.analyses).toHaveLength(2));
  expect(engine.analyses[1]!.known).toEqual(["position 0", "position 1"]);
  engine.analyses[1]!.next();
  await running;
  app.sayMove();
  expect(batch.said).toBe("1 game reviewed; the results are written into it");
  expect([await library.texts(), batch.progress, app.isBusy]).toEqual([["reviewed"], null, false]);
});

it("does not end what the engine thinks about", async () => {
  const { app, brain, library, batch } = await kept();
  const thought = brain.think(app.game, app.node, {}, () => undefined);
  await waitFor(() => expect(engine.thoughts).toHaveLength(1));
  const running = batch.run(library.entries, 1000);
  await waitFor(() => expect(batch.progress).toEqual({ done: 0, total: 1 }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(engine.analyses).toHaveLength(0);
  engine.thoughts[0]!.end();
  await thought;
  await waitFor(() => expect(engine.analyses).toHaveLength(1));
  for (let position = 0; position < 3; position++) engine.analyses[0]!.next();
  await running;
  expect(app.message).toBe("1 game reviewed; the results are written into it");
});

it("waits for no thoughts in the user's time", async () => {
  const { app, brain, library, batch } = await kept();
  const pondering = brain.ponder(app.game, app.node, undefined, new AbortController().signal);
  await waitFor(() => expect(engine.ponderings).toHaveLength(1));
  const running = batch.run(library.entries, 1000);
  await pondering;
  await waitFor(() => expect(engine.analyses).toHaveLength(1));
  library.stop();
  await running;
});

it("can be stopped while it waits for the engine", async () => {
  const { app, brain, library, batch } = await kept();
  const thought = brain.think(app.game, app.node, {}, () => undefined);
  await waitFor(() => expect(engine.thoughts).toHaveLength(1));
  const running = batch.run(library.entries, 1000);
  await waitFor(() => expect(batch.progress).not.toBeNull());
  library.stop();
  await running;
  expect([batch.said, engine.analyses.length]).toEqual(["Stopped: 0 of 1 games reviewed", 0]);
  engine.thoughts[0]!.end();
  await thought;
});
