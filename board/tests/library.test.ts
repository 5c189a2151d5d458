/** The library: what is found in it, what is the same, and where the game on the board is. */

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { App } from "../src/app/app";
import { Editor } from "../src/app/editor";
import { Explorer } from "../src/app/explorer";
import { Library } from "../src/app/library";
import { LoadError } from "../src/app/reason";
import { type SavedGame, readSaved } from "../src/app/saved-game";
import { parseSettings } from "../src/app/settings";
import { type Added, MemoryStore } from "../src/app/store";
import { EVERYTHING, type Entry, byAge, isEntry, search } from "../src/core/library";
import { annotation } from "../src/core/edit";
import { Brain } from "../src/engine/brain";
import { setLanguage } from "../src/i18n/languages";

let brain: Brain;
beforeAll(async () => {
  brain = await Brain.load({ threads: 1, memoryBytes: 1 << 20 });
  await setLanguage("en");
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => brain.close());

const SIZE = { width: 15, height: 15 };
const text = (text: string, name = "pasted") => ({ name, text });

/** A library in memory with the games of a text, and the page around it. */
async function made(sgf = "", store = new MemoryStore()) {
  const app = new App(parseSettings(null), Promise.resolve(brain));
  await app.loading;
  const library = new Library(app, async () => store);
  await library.open();
  if (sgf) await library.add([text(sgf)]);
  return { app, library, store };
}

/** A text whose characters are the bytes of a file. */
const inBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

const titles = ({ entries }: Library) => entries.map(({ title, black }) => title || black);

describe("a search", () => {
  const entry = (id: number, facts: Partial<Entry>): Entry => ({
    ...{ key: String(id), title: "", rule: "renju", width: 15, height: 15, black: "", white: "", event: "" },
    ...{ date: "", result: null, moves: 0, opening: "", id, added: 0, ...facts },
  });
  const all = [
    entry(1, { black: "Soosõrv", white: "Nara", opening: "D4 Kagetsu 花月", result: "black" }),
    entry(2, { title: "A lesson", event: "Nara Open", rule: "caro", added: 5 }),
    entry(3, { white: "soosorv", date: "2019", result: "draw", added: 5 }),
  ];
  const found = (query: Partial<typeof EVERYTHING>) => search(all, { ...EVERYTHING, ...query }).map(({ id }) => id);

  it("finds words anywhere, whatever their case and accents, and all of them", () => {
    expect(found({})).toEqual([1, 2, 3]);
    expect(found({ words: " SOOSORV " })).toEqual([1, 3]);
    expect(found({ words: "nara" })).toEqual([1, 2]);
    expect(found({ words: "nara 花月" })).toEqual([1]);
    expect(found({ words: "2019" })).toEqual([3]);
    expect(found({ words: "nara 2019" })).toEqual([]);
  });

  it("finds a rule and a result", () => {
    expect(found({ rule: "renju" })).toEqual([1, 3]);
    expect(found({ result: "unknown" })).toEqual([2]);
    expect(found({ result: "draw", words: "soos" })).toEqual([3]);
  });

  it("has the newest first, and those of a file in its order", () => {
    expect([...all].sort(byAge).map(({ id }) => id)).toEqual([2, 3, 1]);
  });

  it("leaves out what another version may have kept", () => {
    expect(all.every(isEntry)).toBe(true);
    for (const other of [null, 5, {}, { ...all[0], rule: "go" }, { ...all[0], black: null }, { ...all[0], id: "1" }])
      expect(isEntry(other)).toBe(false);
  });
});

describe("the library", () => {
  it("has a game once, and of two records of it the longer one", async () => {
    const { library, store } = await made("(;SZ[15]PB[A];B[hh];W[ii])(;SZ[15]PB[B];B[hh];W[ii])");
    await library.add([text("(;SZ[15]PB[A]C[long];B[hh];W[ii]C[longer])")]);
    await library.add([text("(;SZ[15]PB[A];B[hh];W[ii])(;SZ[15]PB[A];B[hh];W[ii](;B[aa])(;B[bb]))")]);
    expect(titles(library).sort()).toEqual(["A", "A", "B"]);
    const long = await Promise.all(library.entries.map(async ({ id }) => (await store.texts([id]))[0]!));
    expect(long.filter((sgf) => sgf.includes("C[longer]"))).toHaveLength(1);
  });

  it("takes the rule and the board of the game on the board where a file states none", async () => {
    const { app, library } = await made();
    app.open((await brain.read("size=19 rule=caro moves=a1", SIZE, "renju"))[0]!());
    await library.add([text("h8 i9"), text("(;SZ[15]RU[renju];B[hh])")]);
    expect(library.entries.map(({ rule, width }) => `${rule} ${width}`)).toEqual(["caro 19", "renju 15"]);
  });

  it("keeps the game on the board, and its changes in the same place", async () => {
    const { app, library, store } = await made("(;SZ[15]PB[A];B[hh])");
    expect(library.shelf).toEqual({ kind: "loose" });
    await library.keep();
    expect([app.message, titles(library)]).toEqual(["The board is empty: there is nothing to keep", ["A"]]);
    app.play(app.game.size.width * 7 + 7);
    await library.keep();
    expect([library.shelf.kind, library.entries.length, app.game.entry]).toEqual(["kept", 2, library.own!.id]);
    app.edit(annotation(app.game, app.node, { comment: "more" }));
    expect(library.shelf.kind).toBe("changed");
    const { id, added } = library.own!;
    await library.keep();
    expect([library.shelf.kind, library.own!.id, library.own!.added]).toEqual(["kept", id, added]);
    expect((await store.texts([id]))[0]).toContain("C[more]");

    // What changes while the game is written is not taken for kept.
    app.edit(annotation(app.game, app.node, { comment: "one" }));
    const writing = library.keep();
    expect(library.shelf).toEqual({ kind: "writing", hasChanged: false });
    await app.loading;
    app.edit(annotation(app.game, app.node, { comment: "two" }));
    await writing;
    expect(library.shelf.kind).toBe("changed");

    await library.load(library.entries.find(({ black }) => black === "A")!);
    expect([library.shelf.kind, app.game.players.black]).toEqual(["kept", "A"]);
    await library.rename(library.own!, "  A  title ");
    expect([library.own!.title, app.game.title]).toEqual(["A title", "A title"]);
    await library.remove([library.own!]);
    expect([library.shelf.kind, library.own]).toEqual(["loose", null]);
    await library.restore();
    expect([library.shelf.kind, library.own!.title]).toEqual(["kept", "A title"]);
  });

  it("knows changes that are not kept, whatever comes between", async () => {
    const { app, library, store } = await made("(;SZ[15]PB[A];B[hh])");
    const change = () => app.edit(annotation(app.game, app.node, { comment: `${app.node.comment}more` }));
    const [entry] = library.entries as [Entry];
    await library.load(entry);
    const { game } = app;
    const editor = new Editor(app);
    editor.open(true);
    editor.choose("arrow");
    editor.tapped(0);
    expect(library.shelf.kind).toBe("kept");
    change();

    // They cannot be kept, and another window changes the library.
    const put = vi.spyOn(store, "put").mockRejectedValue(new DOMException("closing", "InvalidStateError"));
    await library.keep();
    expect([library.shelf.kind, library.isInUse(entry)]).toEqual(["changed", true]);
    put.mockRestore();
    await library.add([text("(;SZ[15]PB[B];B[ii])")]);
    expect(library.shelf.kind).toBe("changed");

    // The game is turned and back, and its entry deleted and back.
    editor.turn();
    expect(library.shelf.kind).toBe("loose");
    await library.remove([entry]);
    editor.undo();
    expect([library.shelf.kind, app.game === game]).toEqual(["loose", true]);
    await library.restore();
    expect([library.shelf.kind, library.isInUse(entry)]).toEqual(["changed", true]);

    // The page is opened again.
    const reload = async () => {
      const again = new App(parseSettings(null), Promise.resolve(brain));
      const shelves = new Library(again, async () => store);
      const saved = readSaved(JSON.parse(app.saved()) as SavedGame, "freestyle");
      again.open(saved.game, saved.node);
      const before = shelves.shelf.kind;
      await shelves.open();
      return [before, shelves.shelf.kind];
    };
    expect(await reload()).toEqual(["changed", "changed"]);
    await library.keep();
    expect([library.shelf.kind, library.isInUse(entry)]).toEqual(["kept", false]);
    expect(await reload()).toEqual(["kept", "kept"]);

    // A change while it is written is still one after it is deleted and back.
    change();
    const writing = library.keep();
    await app.loading;
    change();
    await writing;
    await library.remove([entry]);
    await library.restore();
    expect(library.shelf.kind).toBe("changed");
  });

  it("keeps the very text of the game on the board, beside others of the same game", async () => {
    const sgf = "(;SZ[15]PB[A];B[hh];W[ih]C[a long comment])";
    const { app, library, store } = await made(sgf);
    const comments = async () => {
      const all = await store.texts((await store.all()).map(({ id }) => id));
      return all.map((text) => /C\[(.*?)\]/.exec(text)?.[1]).sort();
    };
    // As the first game of a file of several, which are in the library already.
    const show = async (comment: string) => {
      const game = (await brain.read(sgf, SIZE, "freestyle"))[0]!();
      app.open(game, game.last());
      app.edit(annotation(game, app.node, { comment }));
    };
    await show("a long comment, and more");
    await show("short");
    await library.keep();
    expect([app.message, library.shelf.kind]).toEqual(["The game was added to your games", "kept"]);
    expect(await comments()).toEqual(["a long comment", "short"]);
    await library.load(library.own!);
    expect(app.node.comment).toBe("short");
    // The same text is there once.
    await show("a long comment");
    await library.keep();
    expect(await comments()).toEqual(["a long comment", "short"]);
    // A file replaces neither of two.
    await library.add([
      text(sgf.replace("a long comment", "short")),
      text(sgf.replace("long comment", "much longer one")),
    ]);
    expect(await comments()).toEqual(["a long comment", "a much longer one", "short"]);
  });

  it("keeps a game that was turned or mirrored as it is shown, as another one", async () => {
    const { app, library } = await made("(;SZ[15]PB[A];B[aa];W[hh])");
    await library.load(library.entries[0]!);
    const [{ game }, own] = [app, library.own];
    const editor = new Editor(app);
    editor.mirror();
    await library.keep();
    expect([library.shelf.kind, library.entries.length]).toEqual(["kept", 2]);
    await library.load(library.own!);
    expect(app.game.root.next!.move!.point).toBe(14);
    await library.load(own!);
    expect([app.game.root.next!.move!.point, app.game.entry]).toEqual([0, game.entry]);
  });

  it("keeps a game beside its entry if another window has changed that", async () => {
    const { app, library, store } = await made("(;SZ[15]PB[A];B[hh])");
    const comment = (at: App, comment: string) => at.edit(annotation(at.game, at.node, { comment }));
    const window = async () => {
      const other = new App(parseSettings(null), Promise.resolve(brain));
      const shelves = new Library(other, async () => store);
      await shelves.open();
      return { app: other, library: shelves };
    };
    await library.load(library.entries[0]!);
    const other = await window();
    await other.library.load(other.library.entries[0]!);
    comment(app, "one");
    comment(other.app, "two");
    await library.keep();
    // The window is loaded again meanwhile.
    const again = await window();
    const saved = readSaved(JSON.parse(other.app.saved()) as SavedGame, "freestyle");
    again.app.open(saved.game, saved.node);
    await again.library.keep();
    expect(again.app.message).toMatch(/^Your games have another version of this game by now/);
    const texts = async () => store.texts((await store.all()).map(({ id }) => id));
    const commented = async () => (await texts()).map((text) => /C\[(\w+)\]/.exec(text)?.[1]);
    expect(await commented()).toEqual(["one", "two"]);
    // Its own changes, and another title, belong to its entry.
    await library.rename(library.own!, "title");
    comment(app, "three");
    await library.keep();
    expect([app.message, await commented()]).toEqual(["The game was added to your games", ["three", "two"]]);
    // An entry that is gone leaves no place to put it.
    comment(again.app, "four");
    await store.remove([again.app.game.entry!]);
    await again.library.keep();
    expect([again.app.message, await commented()]).toEqual(["The game was added to your games", ["three", "four"]]);
  });

  it("opens whatever it keeps, and keeps nothing that is too large to be opened", async () => {
    const { app, library } = await made();
    const size = async (characters: number) => {
      app.open((await brain.read("h8", SIZE, "renju"))[0]!());
      app.edit(annotation(app.game, app.node, { comment: "c".repeat(characters) }));
      await library.keep();
    };
    await size(2 << 20);
    await library.rename(library.own!, "large");
    await library.load(library.entries[0]!);
    expect([app.game.title, app.game.root.comment.length]).toEqual(["large", 2 << 20]);
    await size(16 << 20);
    expect([library.entries.length, library.shelf.kind]).toEqual([1, "loose"]);
    expect(app.message).toBe("The games on this device could not be read or changed: the text is too long");
  });

  it("loses nothing if there is no room", async () => {
    class Full extends MemoryStore {
      isFull = false;
      override add(...all: Parameters<MemoryStore["add"]>): Promise<Added> {
        if (this.isFull) throw new DOMException("full", "QuotaExceededError");
        return super.add(...all);
      }
      override keep(...all: Parameters<MemoryStore["keep"]>): Promise<Entry> {
        if (this.isFull) throw new DOMException("full", "QuotaExceededError");
        return super.keep(...all);
      }
    }
    const store = new Full();
    const { app, library } = await made("(;SZ[15]PB[A];B[hh])", store);
    store.isFull = true;
    await library.add([text("(;SZ[15]PB[B];B[hh])")]);
    expect(app.message).toMatch(/^There is no room/);
    app.play(0);
    await library.keep();
    expect(app.message).toMatch(/^There is no room/);
    expect([titles(library), library.shelf.kind, library.progress]).toEqual([["A"], "loose", null]);
    store.isFull = false;
    await library.keep();
    expect([library.shelf.kind, library.entries.length]).toEqual(["kept", 2]);
  });

  it("is opened anew when its connection is lost, and empties nothing if that fails", async () => {
    const database = new MemoryStore();
    let isThere = true;
    /** A connection, which works until the browser takes it away. */
    class Connection {
      isLost = false;
      readonly lasts = true;
      private get store(): MemoryStore {
        if (this.isLost) throw new DOMException("The database connection is closing.", "InvalidStateError");
        return database;
      }
      follow() {}
      all = async () => this.store.all();
      add = async (...all: Parameters<MemoryStore["add"]>) => this.store.add(...all);
      keep = async (...all: Parameters<MemoryStore["keep"]>) => this.store.keep(...all);
      put = async (...all: Parameters<MemoryStore["put"]>) => this.store.put(...all);
      texts = async (...all: Parameters<MemoryStore["texts"]>) => this.store.texts(...all);
      remove = async (...all: Parameters<MemoryStore["remove"]>) => this.store.remove(...all);
    }
    const made: { connection: Connection; closed: () => void }[] = [];
    const app = new App(parseSettings(null), Promise.resolve(brain));
    await app.loading;
    const library = new Library(app, async (closed) => {
      if (!isThere) return new MemoryStore();
      const connection = new Connection();
      made.push({ connection, closed });
      return connection;
    });
    await library.add([text("(;SZ[15]PB[A];B[hh])")]);
    const [entry] = library.entries;
    const failed = /^The games on this device could not be read or changed/;

    // What has failed works when it is tried again.
    made[0]!.connection.isLost = true;
    await library.rename(entry!, "one");
    expect(app.message).toMatch(failed);
    app.work.retry();
    await expect.poll(() => titles(library), { timeout: 60_000 }).toEqual(["one"]);
    made[1]!.connection.isLost = true;
    await expect(library.texts()).rejects.toThrow();
    expect(await library.texts()).toHaveLength(1);

    // The browser may say when it closes the connection.
    made[2]!.connection.isLost = true;
    made[2]!.closed();
    expect(await library.texts()).toHaveLength(1);
    expect(made).toHaveLength(4);

    // While the database does not open, the games are still in the list.
    made[3]!.closed();
    isThere = false;
    await library.look();
    expect([failed.test(app.message), titles(library), library.lasts]).toEqual([true, ["one"], true]);
    isThere = true;
    await library.rename(library.entries[0]!, "two");
    expect(titles(library)).toEqual(["two"]);
  });

  it("reads files that come while others are read, until it is stopped", async () => {
    const { library } = await made();
    const files = ["A", "B", "C"].map((name) => [text(`(;SZ[15]PB[${name}];B[hh])`)]);
    await Promise.all(files.slice(0, 2).map((file) => library.add(file)));
    expect(titles(library).sort()).toEqual(["A", "B"]);
    const third = library.add(files[2]!);
    library.stop();
    await third;
    expect(library.entries).toHaveLength(2);
    await library.add(files[2]!);
    expect(library.entries).toHaveLength(3);
  });

  it("says what cannot be read, and keeps what else there is", async () => {
    const { app, library } = await made();
    await library.add([text("no game", "a.txt"), text("(;SZ[15];B[hh])(;SZ[15];B[hh];W[hh])", "b.sgf")]);
    expect(titles(library)).toHaveLength(1);
    expect(app.message).toMatch(/^1 game added, 0 already there, 2 left out: a\.txt: /);
  });

  it("reads a file in the encoding that it states", async () => {
    const { library } = await made();
    await library.add([new File([inBytes("(;CA[gb18030]SZ[15]PB[\xbe\xae\xc9\xcf];B[hh])")], "a.sgf")]);
    expect(titles(library)).toEqual(["井上"]);
  });

  it("has the same games after they went through a file", async () => {
    const tree = "(;SZ[15]RU[renju]GN[a \\] b]PB[A]RE[W+T]C[x]AB[aa]AW[bb]PL[B](;B[hh]C[y]LB[cc:q])(;B[ii];W[tt]))";
    const { library } = await made(`${tree}(;SZ[9]RU[caro];B[ee])`);
    const texts = await library.texts();
    const { library: other } = await made(texts.join(""));
    const facts = ({ entries }: Library) => entries.map(({ id: _id, added: _added, ...rest }) => rest);
    expect(facts(other)).toEqual(facts(library));
    expect(await other.texts()).toEqual(texts);
    expect(library.entries[0]).toMatchObject({ title: "a ] b", result: "white", moves: 1, rule: "renju" });
  });
});

describe("the explorer", () => {
  it("counts the games of the library, those that are shipped, or both", async () => {
    const { app, library } = await made("(;SZ[15];B[hh];W[hg])(;SZ[15];B[hh];W[gg])");
    let loaded = 0;
    const explorer = new Explorer(app, library, async () => {
      loaded++;
      return "size=15 rule=freestyle moves=h8,a1 result=b\nsize=15 rule=renju moves=h8,a1 result=w";
    });
    /** Waits until the position was met so often, in the games that are counted in the meantime. */
    const meets = async (visits: number) => {
      await explorer.update();
      await expect
        .poll(() => [explorer.found?.visits ?? 0, explorer.counting], { timeout: 60_000 })
        .toEqual([visits, null]);
    };
    await meets(0);
    explorer.isShown = true;
    await meets(2);
    expect(loaded).toBe(0);
    app.settings.explored = "both";
    await meets(3);
    app.settings.explored = "selfplay";
    await meets(1);
    expect([loaded, explorer.found!.moves[0]!.wins]).toEqual([2, 1]);
    app.settings.explored = "own";
    await meets(2);
    await library.add([text("h8 j8")]);
    await meets(3);
    await library.remove(library.entries.slice(0, 1));
    await meets(2);
    await library.remove(library.entries);
    await meets(0);
    expect(explorer.hasGames).toBe(false);
    await brain.clearGames();
  });

  it.each(["a stop", "a failure"])("counts the games anew after %s", async (what) => {
    const { app, library } = await made("(;SZ[15];B[hh];W[hg])(;SZ[15];B[hh];W[gg])");
    const explorer = new Explorer(app, library, async () => "size=15 rule=freestyle moves=h8,a1 result=b");
    app.settings.explored = "both";
    const { addGames } = brain;
    let questions = 0;
    const asked = vi.spyOn(brain, "addGames").mockImplementation(async (...question) => {
      const added = await addGames.apply(brain, question);
      // The games of the library are counted when it ends.
      if (++questions !== 2) return added;
      if (what === "a failure") throw new Error("broken");
      explorer.stop();
      return { ...added, stopped: true };
    });
    explorer.isShown = true;
    await explorer.update();
    expect([explorer.hasGames, explorer.found, explorer.counting]).toEqual([false, null, null]);
    explorer.show(false);
    explorer.show(true);
    await expect.poll(() => explorer.found?.visits, { timeout: 60_000 }).toBe(3);
    asked.mockRestore();
    await brain.clearGames();
  });

  it.each(["has started anew", "fails"])(
    "says that the games are lost when the engine %s, and counts them anew",
    async (what) => {
      const { app, library } = await made("(;SZ[15];B[hh];W[hg])(;SZ[15];B[hh];W[gg])");
      const explorer = new Explorer(app, library, async () => "size=15 rule=freestyle moves=h8,a1 result=b");
      app.settings.explored = "both";
      explorer.show(true);
      await expect.poll(() => explorer.found?.visits, { timeout: 60_000 }).toBe(3);
      await brain.clearGames();
      const failing = what === "fails" ? vi.spyOn(brain, "explore").mockRejectedValueOnce(new Error("broken")) : null;
      app.play(0);
      await expect.poll(() => app.work.hasFailed, { timeout: 60_000 }).toBe(true);
      expect(app.message).toMatch(/^The games cannot be counted: /);
      expect([explorer.hasGames, explorer.counting]).toEqual([false, null]);
      failing?.mockRestore();
      app.work.retry();
      await expect.poll(() => explorer.found?.allGames, { timeout: 60_000 }).toBe(3);

      // While it is not shown, nothing is said; it counts when it is shown again.
      explorer.show(false);
      await brain.clearGames();
      app.go(app.game.root);
      await expect.poll(() => explorer.hasGames, { timeout: 60_000 }).toBe(false);
      expect(app.work.hasFailed).toBe(false);
      explorer.show(true);
      await expect.poll(() => explorer.found?.visits, { timeout: 60_000 }).toBe(3);
      await brain.clearGames();
    },
  );

  it("says if the shipped games cannot be loaded", async () => {
    const { app, library } = await made();
    const explorer = new Explorer(app, library, () => Promise.reject(new LoadError("404 Not Found")));
    explorer.isShown = true;
    app.settings.explored = "selfplay";
    await explorer.update();
    expect([app.message, explorer.counting]).toEqual([
      "The games cannot be counted: a part of it could not be loaded. Are you online?",
      null,
    ]);
  });
});
