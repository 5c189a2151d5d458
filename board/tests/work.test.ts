/** What the user waits for can be stopped; what has failed is said in words, and can be tried again. */

import { EngineError } from "fukumi";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Analysis } from "../src/app/analysis";
import { App } from "../src/app/app";
import { Exercise } from "../src/app/exercise";
import { newExercise } from "../src/app/exercise/state";
import { Exhibition } from "../src/app/exhibition";
import { Explorer } from "../src/app/explorer";
import { Library } from "../src/app/library";
import { Match } from "../src/app/match";
import { Puzzles } from "../src/app/puzzles";
import { LoadError, type Reason, reasonOf } from "../src/app/reason";
import { Review } from "../src/app/review";
import { parseSettings } from "../src/app/settings";
import { MemoryStore } from "../src/app/store";
import { type StoredTask, unstore } from "../src/app/tasks";
import { Training } from "../src/app/training";
import { Brain } from "../src/engine/brain";
import { setLanguage } from "../src/i18n/languages";
import stored from "../src/puzzles.json";

beforeEach(() => setLanguage("en"));

const BROKEN = () => new EngineError("internal", "RuntimeError: unreachable\n    at wasm-function[1234]");
const task = (kind: string) => unstore(stored.puzzles.find((one) => one.kind === kind) as unknown as StoredTask)!;

/** An engine of which every question fails, or is answered only when it is stopped. */
function brainThat(does: "fails" | "waits") {
  const asked: string[] = [];
  const answer =
    (name: string) =>
    (...values: unknown[]) => {
      asked.push(name);
      if (does === "fails") return Promise.reject(BROKEN());
      const signal = values.find((value) => value instanceof AbortSignal);
      return new Promise((resolve) => signal?.addEventListener("abort", () => resolve(null)));
    };
  const quiet: Partial<Brain> = {
    renew: async () => void asked.push("renew"),
    stop: () => undefined,
    ruling: async () => ({ forbidden: [], opening: null, rows: [], fouls: [] }),
    prepare: async () => undefined,
    levels: 12,
    ratings: [],
  };
  const brain = new Proxy(quiet, {
    get: (known, name) => (name in known || name === "then" ? known[name as keyof Brain] : answer(String(name))),
  });
  return { brain: brain as unknown as Brain, asked };
}

async function begun(does: "fails" | "waits") {
  const { brain, asked } = brainThat(does);
  const app = new App(parseSettings(null), Promise.resolve(brain));
  await app.loading;
  for (const point of [112, 96, 113, 128, 110, 140]) app.play(point);
  const library = new Library(app, async () => new MemoryStore());
  const training = new Training(app);
  return { app, asked, library, training, analysis: new Analysis(app) };
}
type Begun = Awaited<ReturnType<typeof begun>>;

const puzzle = ({ app }: Begun, kind: string) => {
  Exercise.begin(app, newExercise(task(kind), { kind: "puzzles" }), {
    answered: () => undefined,
    next: () => undefined,
  });
  // No point of a solution, and empty.
  const stones = app.game.stones(app.node);
  void app.tap(stones.findIndex((stone, point) => stone === null && !task(kind).solution.includes(point)));
};

/** What asks the engine, by what it is. */
const ASKING: Record<string, (begun: Begun) => unknown> = {
  "a hint": ({ analysis }) => analysis.hint(),
  "the question for a win": ({ analysis }) => analysis.prove(),
  "the question for a balanced move": ({ analysis }) => analysis.balance(),
  "the analysis": ({ analysis }) => analysis.start(),
  "a review": ({ app }) => new Review(app).run(1000),
  "a search for puzzles": ({ app, training }) => new Puzzles(app, training, async () => []).find(),
  "a puzzle": (begun) => puzzle(begun, "threats"),
  "a defence": (begun) => puzzle(begun, "defence"),
  "a game that is watched": ({ app }) =>
    Exhibition.start(app, "freestyle", { width: 15, height: 15 }, { black: 1, white: 2 }),
  "the library": ({ library }) => library.keep(),
  "the explorer": ({ app, library }) => {
    app.set({ explored: "selfplay" });
    new Explorer(app, library, async () => "").show(true);
  },
};

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe("when the engine fails,", () => {
  it.each(Object.keys(ASKING))("%s says so in words, and is tried again", async (name) => {
    const ready = await begun("fails");
    const { app, asked } = ready;
    ASKING[name]!(ready);
    await settled();
    expect(app.message).toMatch(/(does not work|cannot be counted): it crashed, perhaps because memory ran out$/);
    expect(app.work.hasFailed).toBe(true);
    const before = asked.length;
    app.work.retry();
    await settled();
    expect(asked.slice(before)[0]).toBe("renew");
    expect(asked.slice(before)).toContain(asked[before - 1]);
  });

  it("a game says so in words that follow the language", async () => {
    const { app } = await begun("fails");
    app.set({ seat: "white", level: 12 });
    const match = Match.start(app);
    await settled();
    expect([match.hasFailed, app.message]).toEqual([
      true,
      "The engine does not work: it crashed, perhaps because memory ran out",
    ]);
    await setLanguage("de");
    expect(app.message).toBe("Die Engine funktioniert nicht: Sie ist abgestürzt, vielleicht aus Speichermangel");
    app.begin(null);
  });

  it.each<[string, (app: App) => unknown]>([
    ["goes to another position", (app) => app.go(app.game.root)],
    ["begins something else", (app) => app.begin(null)],
    ["asks another question", (app) => app.mayAsk()],
  ])("who %s has no need to try again", async (_, act) => {
    const { app, analysis } = await begun("fails");
    await analysis.prove();
    expect(app.work.hasFailed).toBe(true);
    act(app);
    expect(app.work.hasFailed).toBe(false);
  });

  it("nothing more waits for it, and loading it is tried again", async () => {
    const load = vi.fn(async () => brainThat("waits").brain);
    const app = new App(parseSettings(null), Promise.reject(new EngineError("unavailable", "404")), load);
    await app.loading;
    expect(app.message).toBe("The engine does not work: a part of it could not be loaded. Are you online?");
    app.go(app.game.root);
    expect(app.work.hasFailed).toBe(true);
    app.work.retry();
    await app.engine();
    expect([load.mock.calls.length, app.work.hasFailed]).toEqual([1, false]);
  });
});

describe("what the user waits for", () => {
  it.each(["a hint", "the question for a win", "the question for a balanced move", "a puzzle", "a defence"])(
    "can be stopped: %s",
    async (name) => {
      const ready = await begun("waits");
      const { app } = ready;
      ASKING[name]!(ready);
      await settled();
      expect(app.work.running).not.toBeNull();
      const moves = app.game.count;
      app.work.stop();
      await settled();
      expect([app.work.running, app.work.hasFailed]).toEqual([null, false]);
      expect(app.message).toMatch(/ · Stopped$/);
      // The move that was judged is taken back.
      expect(app.game.count).toBe(name === "a puzzle" ? moves - 1 : moves);
    },
  );

  it("is what was asked last", async () => {
    const { app, analysis } = await begun("waits");
    void analysis.prove();
    void analysis.balance();
    await settled();
    expect(app.work.running!.what).toBe("analysis.balancing");
    app.work.stop();
    await settled();
    expect(app.work.running).toBeNull();
  });
});

it("an engine that has gone for good is replaced, and one that answers is not", async () => {
  const equipment = { threads: 1, memoryBytes: 1 << 20 };
  const brain = await Brain.load(equipment);
  const equip = vi.spyOn(brain, "equip");
  const { game } = new App(parseSettings(null), Promise.resolve(brain));
  const solve = () => brain.solve(game, game.play(game.root, 112), 100);
  expect((await solve())!.verdict).toBe("no-win");
  await brain.renew(equipment);
  expect(equip).not.toHaveBeenCalled();
  brain.close();
  await expect(solve()).rejects.toMatchObject({ code: "closed" });
  await brain.renew(equipment);
  expect((await solve())!.verdict).toBe("no-win");
  brain.close();
});

it.each<[unknown, Reason]>([
  [new EngineError("unavailable", "fukumi.wasm: 404 Not Found"), "connection"],
  [new EngineError("unavailable", "CompileError: invalid opcode 0xfd"), "browser"],
  [new EngineError("unavailable", "ReferenceError: WebAssembly is not defined"), "browser"],
  [new EngineError("internal", "unreachable"), "broken"],
  [new EngineError("closed", "the engine was closed"), "broken"],
  [new LoadError("500"), "connection"],
  [new TypeError("Failed to fetch dynamically imported module: x.js"), "connection"],
  [new TypeError("error loading dynamically imported module"), "connection"],
  [new TypeError("Cannot read properties of undefined (reading 'loaded')"), "unexpected"],
  [new DOMException("The database is closed", "InvalidStateError"), "storage"],
  [new Error("there is no engine"), "unexpected"],
  ["a text", "unexpected"],
])("the reason of %s is %s", (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
