/** The user's own openings: what is asked, when it comes back, and where a game leaves them. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { App } from "../src/app/app";
import { Recall, parseRecall } from "../src/app/recall";
import { Repertoire } from "../src/app/repertoire";
import { parseSettings } from "../src/app/settings";
import { parseLabel } from "../src/core/geometry";
import {
  type Cards,
  type Station,
  bookOf,
  departureOf,
  dueOn,
  parseRepertoire,
  withAnswer,
} from "../src/core/repertoire";
import { BOX_DAYS } from "../src/core/schedule";
import { GameTree } from "../src/core/tree";
import { Brain } from "../src/engine/brain";
import { setLanguage } from "../src/i18n/languages";

const SIZE = { width: 15, height: 15 };
const at = (name: string) => parseLabel(name, SIZE)!;
const TODAY = 20_000;

/** Waits until what is expected is so; the machine may be busy. */
const soon = (expected: () => void) => vi.waitFor(expected, { timeout: 60_000 });

/** The stations of a line whose positions have these keys. Black moves in the first one. */
function stations(line: string): Station[] {
  return [...line].map((key, index) => ({
    key,
    turn: index % 2 ? "white" : "black",
    path: [...line.slice(0, index)].map((_, point) => ({ color: point % 2 ? "white" : "black", point }) as const),
    next: line[index + 1] === undefined ? [] : [line[index + 1]!],
  }));
}

describe("the book of a side", () => {
  it("asks for the moves of the side, and puts the answers of equal positions together", () => {
    const book = bookOf("black", [stations("abcde"), stations("axcfg")]);
    expect([...book.questions.keys()]).toEqual(["a", "c"]);
    expect([...book.questions.values()].map(({ answers }) => [...answers])).toEqual([
      ["b", "x"],
      ["d", "f"],
    ]);
    expect([...bookOf("white", [stations("abcde")]).questions.keys()]).toEqual(["b", "d"]);
  });

  it("has nothing to ask at the end of a line", () => {
    expect(bookOf("black", [stations("abc")]).questions.size).toBe(1);
    expect(bookOf("black", []).questions.size).toBe(0);
  });

  it.each([
    ["abcde", { kind: "end", at: 4 }],
    ["abc", { kind: "end", at: 2 }],
    // The book ends before the game does.
    ["abcdeyz", { kind: "end", at: 4 }],
    // Black plays something else, and White does.
    ["abcyz", { kind: "own", at: 2 }],
    ["abyz", { kind: "other", at: 1 }],
    // It comes back by another move order.
    ["axyde", { kind: "end", at: 4 }],
    ["axydz", { kind: "other", at: 3 }],
    ["yz", { kind: "foreign" }],
    ["", { kind: "foreign" }],
  ])("is left by the game %s where %o", (game, departure) => {
    expect(departureOf([...game], bookOf("black", [stations("abcde")]))).toMatchObject(departure);
  });
});

describe("the repetition", () => {
  const book = bookOf("black", [stations("abcde")]);
  const due = (cards: Cards, day: number) => dueOn(book, cards, day).map(({ key }) => key);

  it("asks what is new, and what is due before it", () => {
    expect(due({}, TODAY)).toEqual(["a", "c"]);
    expect(due({ c: { box: 0, due: TODAY } }, TODAY)).toEqual(["c", "a"]);
    expect(due({ c: { box: 0, due: TODAY + 1 } }, TODAY)).toEqual(["a"]);
  });

  it("lets what is known come back after 1, 3, 7, 16, 35 and 90 days, and then no more", () => {
    let cards: Cards = {};
    let day = TODAY;
    for (const days of BOX_DAYS) {
      cards = withAnswer(cards, "a", true, day);
      expect([due(cards, day + days - 1), due(cards, day + days)]).toEqual([["c"], ["a", "c"]]);
      day += days;
    }
    cards = withAnswer(cards, "a", true, day);
    expect(due(cards, day + 10_000)).toEqual(["c"]);
    // It can be read again.
    expect(parseRepertoire(JSON.stringify({ openings: [], cards })).cards).toEqual(cards);
  });

  it("begins again with what was missed", () => {
    const cards = withAnswer({ a: { box: 4, due: TODAY } }, "a", false, TODAY);
    expect(cards["a"]).toEqual({ box: 0, due: TODAY + 1 });
  });
});

it("leaves out what makes no sense in what is kept", () => {
  for (const text of [null, "{", "7", "[]", '{"openings":3,"cards":[]}', '{"openings":[{"name":1}],"cards":{"a":3}}'])
    expect(parseRepertoire(text), String(text)).toEqual({ openings: [], cards: {} });
});

describe("with the engine", () => {
  let brain: Brain;
  const kept = new Map<string, string>();
  let isFull = false;
  let listeners: ((event: object) => void)[] = [];
  beforeAll(async () => {
    brain = await Brain.load({ threads: 1, memoryBytes: 1 << 20 });
    await setLanguage("en");
  });
  afterAll(() => brain.close());
  beforeEach(() => {
    kept.clear();
    isFull = false;
    listeners = [];
    const storageArea = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => {
        if (isFull) throw new DOMException("full", "QuotaExceededError");
        kept.set(name, value);
      },
      removeItem: (name: string) => void kept.delete(name),
    };
    vi.stubGlobal("localStorage", storageArea);
    vi.stubGlobal("addEventListener", (_: string, listener: (event: object) => void) => listeners.push(listener));
  });
  afterEach(() => vi.unstubAllGlobals());

  /** The page with a line on the board. */
  async function page(moves: string) {
    const app = new App(parseSettings(null), Promise.resolve(brain));
    await app.loading;
    show(app, moves);
    let now = new Date(2026, 10, 27, 12);
    const later = (days: number) => (now = new Date(2026, 10, 27 + days, 12));
    return { app, repertoire: new Repertoire(app, () => now), later };
  }

  function show(app: App, moves: string): void {
    const game = new GameTree({ size: SIZE, rule: "freestyle" });
    let node = game.root;
    for (const name of moves.split(" ")) node = game.play(node, at(name));
    app.open(game, node);
  }

  const answer = async (app: App, name: string) => {
    const before = app.message;
    await app.tap(at(name));
    await soon(() => expect(app.message).not.toBe(before));
  };

  it("asks a line move by move, and takes what symmetry makes the same", async () => {
    const { app, repertoire, later } = await page("h8 h9 i10 g9");
    await repertoire.addLine("black");
    expect([app.message, repertoire.counts]).toEqual(["Added. Due today: 2", { due: 2, all: 2 }]);
    await repertoire.ask();
    expect([app.message, app.node.number]).toEqual(["Your openings: what do you play here? Due today: 2", 0]);
    await answer(app, "h8");
    expect(app.message).toBe("h8 is your move");
    (app.activity as Recall).next();
    await soon(() => expect(app.message).toBe("Your openings: what do you play here? Due today: 1"));
    // The answer is not in the tree of the game.
    expect([app.node.number, app.game.count]).toEqual([2, 3]);
    await answer(app, "a1");
    expect(app.message).toBe("a1 is not in your openings. Your move is g10, i10");
    // g10 mirrors i10.
    await answer(app, "g10");
    expect(app.message).toBe("g10 is your move");
    await soon(() => expect(repertoire.counts).toEqual({ due: 0, all: 2 }));
    await repertoire.ask();
    expect(app.message).toBe("Nothing is due today");
    // Both come back tomorrow; another visit knows it.
    later(1);
    const again = new Repertoire(app, () => new Date(2026, 10, 28));
    await again.count();
    expect(again.counts).toEqual({ due: 2, all: 2 });
  });

  it("keeps what another window has added, removed and answered, of which it does not know yet", async () => {
    const { app, repertoire } = await page("h8 h9 i10");
    await repertoire.addLine("white");
    const others = await page("h8 i9 g7");
    const [line] = others.repertoire.openings;
    await others.repertoire.addLine("white");
    await repertoire.ask();
    await answer(app, "h9");
    show(app, "h8 h9 i11 g9");
    await repertoire.addLine("black");
    const names = () => new Repertoire(app).openings.map(({ name }) => name);
    expect(names()).toEqual(["h8 h9 i10", "h8 i9 g7", "h8 h9 i11 g9"]);
    await others.repertoire.remove(line!);
    expect(names()).toEqual(["h8 i9 g7", "h8 h9 i11 g9"]);
    const { cards } = parseRepertoire(kept.get("fukumi-repertoire")!);
    expect(Object.keys(cards)).toHaveLength(1);
  });

  it("says what the storage refuses, and has it until the page is closed", async () => {
    const { app, repertoire } = await page("h8 h9 i10");
    await repertoire.addLine("white");
    isFull = true;
    show(app, "h8 i9 g7");
    await repertoire.addLine("white");
    expect(app.message).toBe(
      "Added. Due today: 1 · The browser could not keep this: it is lost when you close the page",
    );
    await repertoire.ask();
    await answer(app, "h9");
    const names = ({ openings }: Repertoire) => openings.map(({ name }) => name);
    expect(names(repertoire)).toEqual(["h8 h9 i10", "h8 i9 g7"]);
    await soon(() => expect(repertoire.counts).toEqual({ due: 0, all: 1 }));
    expect(names(new Repertoire(app))).toEqual(["h8 h9 i10"]);
    // Once there is room again, all of it is kept.
    isFull = false;
    await repertoire.remove(repertoire.openings[0]!);
    expect(names(new Repertoire(app))).toEqual(["h8 i9 g7"]);
  });

  it("has what the storage refuses beside what another window keeps", async () => {
    const { app, repertoire } = await page("h8 h9 i10");
    const names = ({ openings }: Repertoire) => openings.map(({ name }) => name);
    await repertoire.addLine("white");
    isFull = true;
    show(app, "h8 i9 g7");
    await repertoire.addLine("white");
    // The other window has removed the first opening, and added one.
    const theirs = { name: "theirs", side: "white", sgf: "(;GM[4]SZ[15];B[hh];W[gh])" };
    const newValue = JSON.stringify({ openings: [theirs], cards: {} });
    kept.set("fukumi-repertoire", newValue);
    for (const listener of listeners) listener({ key: "fukumi-repertoire", newValue, storageArea: localStorage });
    expect(names(repertoire)).toEqual(["theirs", "h8 i9 g7"]);
    isFull = false;
    await repertoire.remove(repertoire.openings[0]!);
    expect(names(new Repertoire(app))).toEqual(["h8 i9 g7"]);
  });

  it("counts a shown move as missed", async () => {
    const { app, repertoire } = await page("h8 h9 i10");
    await repertoire.addLine("white");
    await repertoire.ask();
    (app.activity as Recall).solve();
    await soon(() => expect(app.message).toBe("Your move is h9, g8, i8, h7"));
    await soon(() => expect(repertoire.counts!.due).toBe(0));
  });

  it("goes on with a question after the page was left, and counts its first answer alone", async () => {
    const { app, repertoire } = await page("h8 h9 i10");
    await repertoire.addLine("white");
    await repertoire.ask();
    await answer(app, "a1");
    const kept: unknown = JSON.parse(JSON.stringify(app.activity!.stored!.state));
    const state = parseRecall(kept)!;
    expect(state).toMatchObject({ number: 1, due: 1, isAnswered: true, isDone: false });
    await soon(() => expect(repertoire.counts!.due).toBe(0));
    const before = repertoire.counts;
    app.begin(null);
    repertoire.resume(state);
    expect(app.message).toBe("Your openings: what do you play here? Due today: 1");
    await answer(app, "i8");
    expect([app.message, repertoire.counts]).toEqual(["i8 is your move", before]);
    expect((app.activity as Recall).isDone).toBe(true);
    for (const bad of [null, 7, {}, { ...state, answers: [1] }, { ...state, number: -1 }, { ...state, isDone: 1 }])
      expect(parseRecall(bad), JSON.stringify(bad)).toBeNull();
  });

  it("shows where a game leaves the openings, however it is turned, and what the engine thinks there", async () => {
    const { app, repertoire } = await page("h8 h9 i10 g9 g10");
    await repertoire.addLine("black");
    // The same opening upside down, and another third move.
    show(app, "h8 h7 f6 g7");
    await repertoire.compare("black");
    expect(app.message).toMatch(
      /^You left your openings with move 3, f6\. Your move is g6, i6 · The engine plays \w+, with a \d+% chance of winning$/,
    );
    expect([app.node.number, app.line.length > 0]).toEqual([2, true]);
    // A chance of 100 % is a proven result.
    const found = { move: at("g6"), lines: [{ worth: { black: 0.9999 }, moves: [at("g6")] }] };
    const think = vi.spyOn(brain, "think").mockResolvedValue(found as unknown as Awaited<ReturnType<Brain["think"]>>);
    await repertoire.compare("black");
    expect(app.message).toMatch(/ · The engine plays g6, with a 99% chance of winning$/);
    think.mockRestore();
    // White plays something else, by another move order.
    show(app, "h8 h9 i10 a1");
    await repertoire.compare("black");
    expect(app.message).toMatch(/^Your opponent left your openings with move 4, a1 · /);
    show(app, "h8 h9 i10 g9 g10 a1");
    await repertoire.compare("black");
    expect(app.message).toBe("The game follows your openings up to move 5, where they end");
    await repertoire.compare("white");
    expect(app.message).toBe("This game follows none of your openings");
  });

  it("takes positions by other move orders for the same", async () => {
    const { app, repertoire } = await page("h8 h9 i10 g9 g10");
    await repertoire.addLine("black");
    for (const moves of ["h8 g9 i10 h9 a1", "i10 h9 h8 g9 a1"]) {
      show(app, moves);
      await repertoire.compare("black");
      expect(app.message, moves).toMatch(/^You left your openings with move 5, a1\. Your move is g10 · /);
    }
  });

  it("adds files with variations, each once, and saves them as a file that it reads again", async () => {
    const { app, repertoire } = await page("h8");
    const sgf = "(;GM[4]SZ[15]RU[Freestyle]GN[Mine];B[hh];W[hg](;B[ii];W[jj])(;B[gg]))";
    const file = new File([sgf], "openings.sgf");
    await repertoire.addFile(file, "black");
    await repertoire.addFile(file, "black");
    expect(app.message).toBe("There is no new move for your side to learn");
    expect(repertoire.openings.map(({ name, side }) => [name, side])).toEqual([["Mine", "black"]]);
    expect(repertoire.sgfOf("white")).toBe("");
    const saved = new File([repertoire.sgfOf("black")], "saved.sgf");
    await repertoire.remove(repertoire.openings[0]!);
    expect([repertoire.openings, repertoire.counts]).toEqual([[], { due: 0, all: 0 }]);
    await repertoire.addFile(saved, "black");
    expect(repertoire.counts).toEqual({ due: 2, all: 2 });
    expect(repertoire.openings.map(({ name }) => name)).toEqual(["Mine"]);
    // A file may state an encoding other than UTF-8.
    const named = Uint8Array.from("(;CA[gb18030]SZ[15]GN[\xbe\xae\xc9\xcf];B[cc])", (byte) => byte.charCodeAt(0));
    await repertoire.addFile(new File([named], "named.sgf"), "black");
    expect(repertoire.openings.map(({ name }) => name)).toEqual(["Mine", "井上"]);
    await repertoire.remove(repertoire.openings[1]!);
    await expect(repertoire.addFile(new File(["no game"], "x.txt"), "black")).rejects.toThrow();
    // Of several games, the readable ones are added, equal ones once.
    const several = "(;GM[4]SZ[15];B[hh];W[zz])(;GM[4]SZ[15];B[aa];W[bb])(;GM[4]SZ[15];B[aa];W[bb])";
    await repertoire.addFile(new File([several], "several.sgf"), "white");
    expect(repertoire.openings.map(({ name }) => name)).toEqual(["Mine", "a15 b14"]);
    // A line without a move of the side teaches nothing.
    show(app, "h8");
    await repertoire.addLine("white");
    expect(app.message).toBe("There is no new move for your side to learn");
  });
});
