/** When the game is kept, and what several windows of the page share. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { App } from "../src/app/app";
import { Ladder } from "../src/app/ladder";
import { Library } from "../src/app/library";
import { Puzzles } from "../src/app/puzzles";
import { parseSettings } from "../src/app/settings";
import { storage } from "../src/app/storage";
import { MemoryStore } from "../src/app/store";
import { store } from "../src/app/tasks";
import { Training } from "../src/app/training";
import { annotation } from "../src/core/edit";
import { LESSON } from "../src/core/lesson";
import { readLink } from "../src/core/link";
import { GameTree } from "../src/core/tree";
import { currentLanguage } from "../src/i18n";
import { LANGUAGES, setLanguage } from "../src/i18n/languages";

/** What all windows share; each has an area of its own besides. */
const shared = new Map<string, string>();
let own = new Map<string, string>();
let listeners: ((event: object) => void)[] = [];
let writes = 0;
/** Characters that each of them has room for. */
let room = { shared: Infinity, own: Infinity };

const area = (map: () => Map<string, string>, most: () => number, written: () => void = () => undefined) => ({
  getItem: (name: string) => map().get(name) ?? null,
  setItem(name: string, value: string) {
    const all = [...new Map([...map(), [name, value]])].flat().join("");
    if (all.length > most()) throw new DOMException("full", "QuotaExceededError");
    map().set(name, value);
    written();
  },
  removeItem: (name: string) => void map().delete(name),
});

beforeEach(async () => {
  shared.clear();
  own = new Map();
  listeners = [];
  writes = 0;
  room = { shared: Infinity, own: Infinity };
  const local = area(
    () => shared,
    () => room.shared,
    () => writes++,
  );
  vi.stubGlobal("localStorage", local);
  vi.stubGlobal(
    "sessionStorage",
    area(
      () => own,
      () => room.own,
    ),
  );
  vi.stubGlobal("addEventListener", (type: string, listener: (event: object) => void) => {
    if (type === "storage") listeners.push(listener);
  });
  vi.useFakeTimers();
  await setLanguage("en");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const newApp = () => new App(parseSettings(shared.get("fukumi-settings") ?? null), new Promise<null>(() => undefined));

/** Another window keeps something. */
function keptElsewhere(name: string, value: object): void {
  const text = JSON.stringify(value);
  shared.set(name, text);
  for (const listener of listeners) listener({ key: name, newValue: text, storageArea: localStorage });
}

async function restored(): Promise<App> {
  const app = newApp();
  await app.restore();
  return app;
}

describe("the game", () => {
  it("is kept with each move, and once after a burst of steps, and whole", async () => {
    const app = newApp();
    for (let point = 0; point < 40; point++) {
      app.play(point);
      vi.advanceTimersByTime(1);
    }
    expect(writes).toBe(40);
    for (let step = 0; step < 30; step++) {
      app.go(app.node.parent!);
      vi.advanceTimersByTime(900);
    }
    expect(writes).toBe(40);
    vi.advanceTimersByTime(1000);
    expect(writes).toBe(41);
    vi.advanceTimersByTime(60_000);
    expect(writes).toBe(41);
    const { game, node } = await restored();
    expect([game.count, node.number]).toEqual([41, 10]);
  });

  it("is kept after a burst of moves if it is large", () => {
    const app = newApp();
    for (let line = 0; line < 40; line++) {
      app.go(app.game.root);
      for (let move = 0; move < 60; move++) app.play(line + move);
    }
    vi.advanceTimersByTime(5000);
    const before = writes;
    for (const point of [220, 221, 222]) {
      app.go(app.game.root);
      app.play(point);
      vi.advanceTimersByTime(900);
    }
    expect(writes).toBe(before);
    vi.advanceTimersByTime(1000);
    expect(writes).toBe(before + 1);
  });

  it("is kept at once when the page is hidden, if it has changed", async () => {
    const app = newApp();
    app.play(7);
    app.saveNow();
    expect(writes).toBe(1);
    app.saveNow();
    vi.advanceTimersByTime(60_000);
    expect(writes).toBe(1);
    expect((await restored()).node.move?.point).toBe(7);
  });

  it("of a window is its own, and that of a new one the game that was kept last", async () => {
    const [first, second] = [newApp(), newApp()];
    first.play(1);
    first.saveNow();
    const firsts = own;
    own = new Map();
    second.play(2);
    second.play(3);
    second.saveNow();
    const seconds = own;
    const shown = async (window: Map<string, string>) => {
      own = window;
      return (await restored()).node.path().map(({ move }) => move?.point);
    };
    expect(await shown(firsts)).toEqual([undefined, 1]);
    expect(await shown(seconds)).toEqual([undefined, 2, 3]);
    expect(await shown(new Map())).toEqual([undefined, 2, 3]);
  });

  it("can be had back after another was opened, a position without moves as well, but not an empty board", async () => {
    const app = newApp();
    const { size, rule } = app.game;
    const empty = () => new GameTree({ size, rule });
    app.play(7);
    app.open(new GameTree({ size, rule, setup: [{ color: "black", point: 112 }] }));
    app.open(empty());
    app.open(empty());
    expect(await app.restore("previous")).toBe(true);
    expect(app.game.setup).toEqual([{ color: "black", point: 112 }]);
  });

  it("is the one of the window when it is loaded again, also at an address with a position", async () => {
    const link = "#moves=h8i9";
    const visit = (address: string) => Object.assign(newApp(), { address: () => address });
    const first = visit(link);
    expect(first.isSavedHere).toBe(false);
    const linked = readLink(link)!;
    first.open(linked.game, linked.node);
    first.edit(annotation(first.game, first.node, { comment: "mine" }));
    first.saveNow();
    const again = visit(link);
    expect([again.isSavedHere, await again.restore(), again.node.comment]).toEqual([true, true, "mine"]);
    // Another address, and another window, begin with the position of the address.
    expect([visit("").isSavedHere, visit("#moves=a1").isSavedHere]).toEqual([false, false]);
    own = new Map();
    expect(visit(link).isSavedHere).toBe(false);
  });

  it("of the last visit can be had back after the page has begun with another", async () => {
    const visit = (begin: (app: App) => void) => {
      const app = newApp();
      begin(app);
      app.saveNow();
      return app;
    };
    const linked = (app: App) => app.open(readLink("#moves=h8i9")!.game);
    const playing = (app: App) => app.play(7);
    const { size, rule } = visit(playing).game;
    // What goes on in this window takes no place of a game before.
    expect(await visit(playing).restore("previous")).toBe(false);
    const played = new Map(shared);
    for (const begin of [linked, (app: App) => app.play(30)]) {
      own = new Map();
      shared.clear();
      for (const [name, text] of played) shared.set(name, text);
      const app = visit(begin);
      expect([await app.restore("previous"), app.game.count, app.node.move?.point]).toEqual([true, 2, 7]);
    }
    // Nor does an empty board.
    visit((app) => app.open(new GameTree({ size, rule })));
    const before = shared.get("fukumi-previous-game");
    visit(linked);
    expect(shared.get("fukumi-previous-game")).toBe(before);
  });
});

describe("a full storage", () => {
  /** A game of so many characters on the board, which the page keeps if it can. */
  function write(app: App, characters: number): void {
    app.edit(annotation(app.game, app.node, { comment: "c".repeat(characters) }));
    app.saveNow();
  }
  const written = ({ game }: App) => game.root.comment.length;
  const another = ({ game: { size, rule } }: App) => new GameTree({ size, rule });

  it("has the game before in the place of the last one", async () => {
    room = { shared: 3000, own: 3000 };
    const app = newApp();
    app.play(7);
    app.go(app.game.root);
    write(app, 2000);
    app.open(another(app));
    app.saveNow();
    expect([await app.restore("previous"), written(app)]).toEqual([true, 2000]);
    // It goes on as the last one, and the last one of a page that is left makes way as well.
    write(app, 2200);
    expect(written(await restored())).toBe(2200);
    own = new Map();
    const linked = newApp();
    linked.open(readLink("#moves=h8i9")!.game);
    linked.saveNow();
    expect([await linked.restore("previous"), written(linked)]).toEqual([true, 2200]);
  });

  it("leaves what it has if even that is not enough", async () => {
    const app = newApp();
    app.play(7);
    app.go(app.game.root);
    write(app, 100);
    room = { shared: 1000, own: 1000 };
    write(app, 2000);
    app.open(another(app));
    expect([await newApp().restore("previous"), written(await restored())]).toEqual([false, 100]);
  });

  it("of the window gives way to what all windows have", async () => {
    const app = newApp();
    app.play(7);
    app.go(app.game.root);
    write(app, 100);
    room.own = 1000;
    write(app, 2000);
    expect(written(await restored())).toBe(2000);
    // What all windows have may be another's.
    expect(app.isSavedHere).toBe(false);
  });

  it("is noticed until it has taken all there is", () => {
    for (const name of ["fukumi-game", "fukumi-previous-game"]) storage.remove(name);
    expect(storage.isWhole).toBe(true);
    const seen: boolean[] = [];
    storage.watch(() => seen.push(storage.isWhole));
    room.shared = 10;
    expect([storage.set("a", "a".repeat(10)), storage.set("b", "b".repeat(10))]).toEqual([false, false]);
    expect(storage.set("a", "aa")).toBe(true);
    expect(seen).toEqual([false]);
    storage.remove("b");
    expect(seen).toEqual([false, true]);
    new Ladder().add(1000, 1);
    expect([storage.isWhole, seen]).toEqual([false, [false, true, false]]);
  });
});

describe("another window", () => {
  it("changes how the page looks and what it speaks, but not what a game is set up with", async () => {
    const app = newApp();
    const topics: string[] = [];
    for (const topic of ["settings", "language"] as const) app.on([topic], () => topics.push(topic));
    app.set({ level: 5 });
    keptElsewhere("fukumi-settings", { ...app.settings, language: "de", surface: "slate", level: 9, lines: 7 });
    await vi.dynamicImportSettled();
    expect([app.settings.surface, app.settings.level, app.settings.lines]).toEqual(["slate", 5, 3]);
    expect([currentLanguage(), topics]).toEqual(["de", ["settings", "settings", "language"]]);
    // What this window does not follow is not overwritten by it either.
    app.set({ rule: "caro" });
    const { level, lines, rule, language } = parseSettings(shared.get("fukumi-settings")!);
    expect([level, lines, rule, language]).toEqual([9, 7, "caro", "de"]);
  });

  it("changes to a language that cannot be loaded here; that is said, and can be tried again", async () => {
    const app = newApp();
    let drawn = 0;
    app.on(["language"], () => drawn++);
    const load = vi.spyOn(LANGUAGES["de"]!, "load").mockRejectedValue(new TypeError("Failed to fetch"));
    const said = "The language could not be changed: a part of it could not be loaded. Are you online?";
    await app.chooseLanguage("de");
    expect([currentLanguage(), app.settings.language, app.message, drawn]).toEqual(["en", "en", said, 1]);
    app.work.forget();
    keptElsewhere("fukumi-settings", { ...app.settings, language: "de" });
    await vi.waitFor(() => expect(app.work.hasFailed).toBe(true));
    expect([currentLanguage(), app.message]).toEqual(["en", said]);
    load.mockRestore();
    app.work.retry();
    await vi.dynamicImportSettled();
    expect([currentLanguage(), app.settings.language]).toEqual(["de", "de"]);
  });

  it("counts puzzles and games, and finds puzzles", () => {
    const app = newApp();
    const training = new Training(app);
    const puzzles = new Puzzles(app, training, async () => []);
    let drawn = 0;
    app.on(["training"], () => drawn++);
    const rating = { value: 1234, deviation: 50 };
    keptElsewhere("fukumi-training", { rating, change: 7, tried: ["a", "b"], solved: ["a"], lesson: [1] });
    keptElsewhere("fukumi-ladder", { rating: { value: 900, deviation: 80 }, games: 3 });
    const task = { ...LESSON_TASK, plies: 1 };
    keptElsewhere("fukumi-puzzles", [task]);
    expect([training.rating, training.counts, training.lesson]).toEqual([rating, { tried: 2, solved: 1 }, [1]]);
    expect([app.ladder.rating.value, app.ladder.games]).toEqual([900, 3]);
    expect(puzzles.own.map(store)).toEqual([task]);
    expect(drawn).toBe(3);
    // What is counted here goes on from there.
    training.learnt(2);
    expect(new Training(newApp()).lesson).toEqual([1, 2]);
    expect(LESSON.length).toBeGreaterThan(2);
  });

  it("changes the library", async () => {
    let changed = () => {};
    class Shared extends MemoryStore {
      override follow(listener: () => void): void {
        changed = listener;
      }
    }
    const shelf = new Shared();
    const library = new Library(newApp(), async () => shelf);
    await library.open();
    const facts = {
      title: "A",
      rule: "renju",
      width: 15,
      height: 15,
      black: "",
      white: "",
      event: "",
      date: "",
    } as const;
    const written = (key: string) => ({ facts: { ...facts, key, result: null, moves: 1, opening: "" }, sgf: key });
    const { entries } = await shelf.add([written("a"), written("b")], 5);
    const all = vi.spyOn(shelf, "all");
    for (let time = 0; time < 10; time++) changed();
    await vi.advanceTimersByTimeAsync(1000);
    expect(library.entries.map(({ key }) => key)).toEqual(["a", "b"]);
    expect(all).toHaveBeenCalledOnce();
    await shelf.remove([entries[0]!.id]);
    changed();
    await vi.advanceTimersByTimeAsync(1000);
    expect(library.entries.map(({ key }) => key)).toEqual(["b"]);
  });
});

const LESSON_TASK = {
  size: [15, 15] as const,
  rule: "freestyle",
  moves: "h8 a1 i8 a2 j8 a3 k8 a4",
  kind: "fours",
  solution: "l8",
};
