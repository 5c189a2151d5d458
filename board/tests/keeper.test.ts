/** What is kept of each window: who may go on with it, and what a rated game that is left costs. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { App } from "../src/app/app";
import { Keeper } from "../src/app/keeper";
import type { StoredActivity } from "../src/app/kept";
import { Puzzles } from "../src/app/puzzles";
import { Repertoire } from "../src/app/repertoire";
import { resumers } from "../src/app/resumers";
import { Review } from "../src/app/review";
import { parseSettings } from "../src/app/settings";
import { Training } from "../src/app/training";
import { GameTree } from "../src/core/tree";
import { setLanguage } from "../src/i18n/languages";

const HOUR = 3600 * 1000;

/** What all windows share, and the locks that they hold. */
const shared = new Map<string, string>();
const held = new Set<string>();
/** What a window has for itself. */
let own = new Map<string, string>();
let now = 0;
let address = "";
/** Characters that the shared storage has room for. */
let room = Infinity;

const lengthOf = (map: Map<string, string>) => [...map].reduce((sum, entry) => sum + entry.join("").length, 0);

const area = (map: () => Map<string, string>) =>
  new Proxy({} as Storage, {
    get: (_, name) =>
      ({
        getItem: (key: string) => map().get(key) ?? null,
        setItem: (key: string, value: string) => {
          const full = map() === shared && lengthOf(new Map([...shared, [key, value]])) > room;
          if (full) throw new DOMException("full", "QuotaExceededError");
          map().set(key, value);
        },
        removeItem: (key: string) => void map().delete(key),
      })[name as string],
    ownKeys: () => [...map().keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });

/** As much of the browser's locks as the page uses. */
const locks = {
  async request(name: string, options: { ifAvailable?: boolean }, act: (lock: object | null) => unknown) {
    if (!held.has(name)) {
      held.add(name);
      const done = Promise.resolve(act({})).finally(() => held.delete(name));
      return done;
    }
    if (options.ifAvailable) return act(null);
    throw new Error("timed out");
  },
  query: async () => ({ held: [...held].map((name) => ({ name })) }),
};

beforeEach(async () => {
  shared.clear();
  held.clear();
  own = new Map();
  now = 1000 * HOUR;
  room = Infinity;
  vi.stubGlobal(
    "localStorage",
    area(() => shared),
  );
  vi.stubGlobal(
    "sessionStorage",
    area(() => own),
  );
  vi.stubGlobal("navigator", { locks });
  vi.useFakeTimers();
  await setLanguage("en");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The names of what is kept of windows. */
const activities = () => [...shared.keys()].filter((name) => name.startsWith("fukumi-activity-"));

/** A game that counts against a level of 600. */
const rated = { stored: { kind: "test", state: 7 }, isUnfinished: true, stake: 600, tried: () => false, ended() {} };

/** Opens a window; what went on in it is in `resumed`. */
async function open(hash = "", isUntouched = true) {
  const app = new App(parseSettings(null), new Promise<null>(() => undefined));
  const resumed: unknown[] = [];
  address = hash;
  const resume = (state: unknown) => {
    if (state !== 7) return false;
    // Whoever is killed now has lost nothing.
    expect(activities()).not.toEqual([]);
    resumed.push(state);
    app.begin(rated);
    return true;
  };
  const review = new Review(app);
  const reviews = vi.spyOn(review, "resume");
  const puzzles = new Puzzles(app, new Training(app), async () => []);
  const keeper = new Keeper(
    app,
    () => address,
    review,
    { ...resumers(app, puzzles, new Repertoire(app), review), test: resume },
    () => now,
  );
  const isResumed = await keeper.start(() => isUntouched);
  keeper.report();
  return { app, keeper, resumed, reviews, isResumed, area: own };
}

/** A window in which a rated game is played. */
async function playing(state: unknown = 7) {
  const window = await open();
  window.app.play(7);
  window.app.begin({ ...rated, stored: { kind: "test", state } });
  await vi.advanceTimersByTimeAsync(1);
  return window;
}

describe("a game", () => {
  it("goes on in its own window, and in a new one only when that is closed", async () => {
    const first = await playing();
    own = new Map();
    const second = await open();
    expect([second.isResumed, second.keeper.waiting]).toEqual([false, []]);
    own = first.area;
    first.keeper.leave();
    await vi.advanceTimersByTimeAsync(1);
    const again = await open();
    expect([again.resumed, again.app.node.move?.point]).toEqual([[7], 7]);
    again.keeper.leave();
    await vi.advanceTimersByTimeAsync(1);
    own = new Map();
    const third = await open();
    expect(third.resumed).toEqual([7]);
    // It is in one window alone.
    third.keeper.keep();
    expect(activities()).toHaveLength(1);
  });

  it("is not taken by a copy of its window", async () => {
    const first = await playing();
    own = new Map(first.area);
    const copy = await open();
    expect([copy.isResumed, copy.area.get("fukumi-window")]).not.toEqual([true, first.area.get("fukumi-window")]);
    expect(copy.resumed).toEqual([]);
  });

  it.each([
    [23, [7], 0],
    [25, [], 1],
  ] as const)("that is left for %d hours goes on, or is lost", async (hours, resumed, games) => {
    const first = await playing();
    first.keeper.leave();
    await vi.advanceTimersByTimeAsync(1);
    now += hours * HOUR;
    const again = await open();
    expect([again.resumed, again.app.ladder.games]).toEqual([resumed, games]);
    if (games > 0) expect(again.app.message).toMatch(/counts as lost\. Your rating: \d+ \(-\d+\)$/);
    const { games: counted } = (await open()).app.ladder;
    expect(counted).toBe(games);
  });

  it("goes on at the address where it was played, and else waits", async () => {
    const first = await playing();
    address = "#moves=h8";
    first.keeper.leave();
    await vi.advanceTimersByTimeAsync(1);
    const again = await open("#moves=h8");
    expect(again.resumed).toEqual([7]);
    again.keeper.leave();
    await vi.advanceTimersByTimeAsync(1);
    const other = await open("#moves=a1");
    expect([other.resumed, other.keeper.waiting.length]).toEqual([[], 1]);
  });

  it("that is put aside waits, is taken up, and can be given up once", async () => {
    const { app, keeper, resumed } = await playing();
    app.open(app.game);
    await vi.advanceTimersByTimeAsync(1);
    const [waits] = keeper.waiting;
    expect(keeper.waiting).toHaveLength(1);
    await keeper.takeUp(waits!.id);
    expect([resumed, keeper.waiting]).toEqual([[7], []]);
    app.open(app.game);
    await vi.advanceTimersByTimeAsync(1);
    const [again] = keeper.waiting;
    await keeper.giveUp(again!.id);
    await keeper.giveUp(again!.id);
    expect([app.ladder.games, keeper.waiting]).toEqual([1, []]);
  });

  it("waits and is taken up where there is no room for it twice", async () => {
    const { app, keeper, resumed } = await playing();
    room = lengthOf(shared) + 20;
    app.open(new GameTree(app.game));
    await vi.advanceTimersByTimeAsync(1);
    expect(keeper.waiting).toHaveLength(1);
    await keeper.takeUp(keeper.waiting[0]!.id);
    expect([resumed, app.node.move?.point, keeper.waiting, activities().length]).toEqual([[7], 7, [], 1]);
  });

  it("waits as it was kept last where there is no room for what came after", async () => {
    const { app, keeper } = await playing();
    room = lengthOf(shared) + 20;
    for (let point = 20; point < 60; point++) app.play(point);
    await vi.advanceTimersByTimeAsync(2000);
    app.open(new GameTree(app.game));
    await vi.advanceTimersByTimeAsync(1);
    const [waits] = keeper.waiting;
    expect([keeper.waiting.length, waits!.kept.activity, waits!.kept.game.places]).toEqual([1, rated.stored, [0]]);
  });

  it.each([true, false])(
    "waits at another address where there is no room for it twice: own window %s",
    async (isOwn) => {
      const first = await playing();
      room = lengthOf(shared) + 20;
      first.keeper.leave();
      await vi.advanceTimersByTimeAsync(1);
      if (!isOwn) own = new Map();
      // The user has begun something before it could go on.
      const again = await open(isOwn ? "#moves=a1" : "", isOwn);
      expect([again.resumed, again.keeper.waiting.length]).toEqual([[], 1]);
    },
  );

  it("that cannot be read is dropped with a message, and nothing else is", async () => {
    const first = await playing();
    first.keeper.leave();
    await vi.advanceTimersByTimeAsync(1);
    const [name] = activities() as [string];
    const kept = JSON.parse(shared.get(name)!) as { activity: StoredActivity };
    shared.set(name, JSON.stringify({ ...kept, activity: { kind: "test", state: 8 } }));
    shared.set("fukumi-activity-other", "{");
    const again = await open();
    expect([again.isResumed, again.app.ladder.games]).toEqual([false, 0]);
    expect(again.app.message).toMatch(/could not be read and was dropped/);
    expect(activities()).toEqual([]);
  });

  it.each([
    ["with its review", { places: [0], running: null, found: null }, 1],
    ["without its review if that cannot be read", { places: [0, -1], running: null, found: null }, 0],
  ])("goes on %s", async (_, review, count) => {
    const first = await playing();
    first.keeper.leave();
    await vi.advanceTimersByTimeAsync(1);
    const [name] = activities() as [string];
    shared.set(name, JSON.stringify({ ...JSON.parse(shared.get(name)!), review }));
    const again = await open();
    expect([again.isResumed, again.resumed]).toEqual([true, [7]]);
    expect(again.reviews).toHaveBeenCalledTimes(count);
    expect(again.app.message).not.toMatch(/could not be read/);
  });

  it("that is lost because it was left has its result in its record", async () => {
    const first = await playing({ engine: "white" });
    first.keeper.leave();
    now += 25 * HOUR;
    const again = await open();
    expect([again.app.game.result, again.app.ladder.games, activities()]).toEqual(["W+F", 1, []]);
  });

  it("is kept again while its clock runs", async () => {
    const { app } = await playing();
    const keptAt = () => (JSON.parse(shared.get(activities()[0]!)!) as { at: number }).at;
    const begun = keptAt();
    for (const [later, kept] of [
      [1000, begun],
      [1000, begun + 2000],
      [1999, begun + 2000],
      [1, begun + 4000],
    ] as const) {
      now += later;
      app.changed("clock");
      expect(keptAt()).toBe(kept);
    }
  });
});
