/** Files and the storage: what the page makes of what the engine reads, and what it hands back. */

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { App } from "../src/app/app";
import { parseSettings } from "../src/app/settings";
import { label } from "../src/core/geometry";
import { type Problem, ReadError } from "../src/core/reading";
import { RULES, type Rule } from "../src/core/rules";
import { GameTree, type Node } from "../src/core/tree";
import { Brain } from "../src/engine/brain";
import { type PackedTree, gameOf, packed, treeOf, unpacked } from "../src/engine/trees";
import { setLanguage } from "../src/i18n/languages";

const SIZE = { width: 15, height: 15 };

let brain: Brain;
beforeAll(async () => {
  brain = await Brain.load({ threads: 1, memoryBytes: 1 << 20 });
  await setLanguage("en");
});
afterAll(() => brain.close());

const read = async (text: string, rule: Rule = "freestyle", size = SIZE): Promise<GameTree> =>
  (await brain.read(text, size, rule))[0]!();

const names = (game: GameTree, from: Node = game.root): string => {
  const list: string[] = [];
  for (let node = from.children[0]; node; node = node.children[0]) {
    list.push(node.move!.point === null ? "pass" : label(node.move!.point, game.size));
  }
  return list.join(" ");
};

describe("a file", () => {
  it("of SGF has variations, comments, names and set-up stones", async () => {
    const game = await read(
      "(;GM[4]FF[4]SZ[15]RU[renju]PB[A \\[x\\]]PW[B]C[The\\]start]AB[aa][bb:cc]AE[cc]AW[oo]\n;B[hh]C[one](;W[ig]C[two];B[gg])(;W[hi](;B[gh])(;B[ii])))",
    );
    expect([game.rule, game.players, game.root.comment]).toEqual([
      "renju",
      { black: "A [x]", white: "B" },
      "The]start",
    ]);
    const stones = game.setup.map(({ color, point }) => `${label(point, SIZE)}${color[0]}`);
    expect(stones.sort()).toEqual(["a15b", "b13b", "b14b", "c14b", "o1w"]);
    expect(names(game)).toBe("h8 i9 g9");
    const [main, other] = game.root.children[0]!.children;
    expect([main!.comment, other!.children.length, names(game, other!)]).toEqual(["two", 2, "g8"]);
  });

  it("of other kinds is a game as well, by the rule and on the board at hand if it states none", async () => {
    const game = await read("t20 pass a1", "renju", { width: 20, height: 20 });
    expect([game.size.width, game.rule, names(game)]).toEqual([20, "renju", "t20 pass a1"]);
    expect((await read("(;SZ[9];B[aa])", "caro", { width: 20, height: 20 })).size.width).toBe(9);
    const psq = await read(
      "Piskvorky 20x20, 11:11, 0\r\n10,10,1234\r\n11,11,5\r\nC:\\ai\\one.exe\r\ntwo\r\n1\r\n4,Renju\r\n",
    );
    expect([names(psq), psq.rule, psq.players]).toEqual(["j11 k10", "renju", { black: "one.exe", white: "two" }]);
    const position = await read("size=15x12 rule=caro black=h8 white=i9,j9 turn=black");
    expect([position.setup.length, position.first, position.size.height]).toEqual([3, "black", 12]);
  });

  it("is told apart into its games, of which one that makes no sense leaves the others", async () => {
    const games = await brain.read(
      "(;SZ[15]C[a)(;b\\]];B[hh](;W[ig])(;W[gg]))\n(;GM[1]SZ[19];B[pd])(;SZ[9];B[ee])",
      SIZE,
      "renju",
    );
    expect([names(games[0]!()), names(games[2]!())]).toEqual(["h8 i9", "e5"]);
    expect(games[1]).toThrow("game in line 2");
  });

  it("that makes no sense is refused with a reason and a place", async () => {
    for (const [text, ...expected] of [
      ["", "unknown", null],
      ["hello there", "unknown", null],
      ["h8 i9 h8", "taken", 1],
      ["h8\ni9\nh16", "point", 3],
      ["h8 ?? i9", "damaged", 1],
      ["size=99 moves=h8", "size", 1],
      ["x".repeat((1 << 20) + 1), "long", null],
      ["(;SZ[15];B[hh]\n;W[hh])", "taken", 2],
      ["(;SZ[15];B[zz])", "point", 1],
      ["(;SZ[4])", "size", 1],
      ["(;GM[1]SZ[19];B[pd])", "game", 1],
      ["(;SZ[15];B[hh", "damaged", 1],
      ["(;SZ[15];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea];W[eb])", "over", null],
    ] as const satisfies [string, Problem, number | null][]) {
      const error: unknown = await read(text).catch((error: unknown) => error);
      expect(error, text.slice(0, 40)).toBeInstanceOf(ReadError);
      expect([(error as ReadError).problem, (error as ReadError).line], text.slice(0, 40)).toEqual(expected);
    }
  });
});

/** A game with all that the page itself can make. */
function made(rule: Rule, size: { width: number; height: number }): GameTree {
  const game = new GameTree({ size, rule });
  const first = game.play(game.root, 0);
  first.comment = "a]b\\c\nnext (;x)";
  const second = game.play(first, 1);
  game.play(game.play(second, null), 3);
  game.play(game.play(first, size.width * size.height - 1), 2).comment = "end";
  game.play(game.root, 7);
  game.players = { black: "X]Y", white: "\\" };
  return game;
}

describe("a game", () => {
  it("is the same after it was saved or kept, for every rule and many sizes", async () => {
    for (const rule of RULES) {
      for (const [width, height] of [
        [5, 5],
        [15, 15],
        [22, 22],
        [20, 6],
      ] as const) {
        const game = made(rule, { width, height });
        const tree = treeOf(game);
        expect(treeOf(await read((await brain.write(game, "sgf"))!))).toEqual(tree);
        expect(treeOf(gameOf(JSON.parse(JSON.stringify(tree)), "freestyle"))).toEqual(tree);
        expect(unpacked(JSON.parse(JSON.stringify(packed(tree))) as PackedTree)).toEqual(tree);
      }
    }
  });

  it("keeps all that the page does not understand, and the result", async () => {
    for (const text of [
      "N[a\\]b]LB[hh:A][ii:b]KM[0]\n;B[hh]HO[1]TR[aa](;W[ig]N[x]C[y];B[gg]MN[3])\n(;W[hi]LB[aa:1])\n",
      // Nodes without a move, of which one has what only a first node says.
      "C[one]\n;N[x]PB[Ada];B[hh];TR[aa];W[ig]",
    ]) {
      const sgf = `(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]RE[W+R]${text})\n`;
      const game = await read(sgf);
      expect(await brain.write(game, "sgf")).toBe(sgf);
      const kept = gameOf(JSON.parse(JSON.stringify(treeOf(game))), "freestyle");
      expect(await brain.write(kept, "sgf")).toBe(sgf);
    }
    // What the board shows is more certain than what a file says.
    const won = await read("(;SZ[15]RE[W+T];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])");
    expect(await brain.write(won, "sgf")).toContain("RE[B+]");
  });

  it("is written as a game of Piskvork and as moves, if that has a place for it", async () => {
    const written = async (text: string) => {
      const game = await read(text, "caro");
      return [await brain.write(game, "psq"), await brain.write(game, "moves")];
    };
    const [psq, moves] = await written("h8i9h10");
    expect([names(await read(psq!)), (await read(psq!)).rule, moves]).toEqual(["h8 i9 h10", "caro", "h8 i9 h10\n"]);
    expect(await written("h8 pass i9")).toEqual([null, "h8 pass i9\n"]);
    expect(await written("(;SZ[15]AB[hh];W[ii])")).toEqual([null, null]);
    expect(await written("h8,h10/i9")).toEqual([null, "size=15 rule=caro black=h8,h10 white=i9 turn=w\n"]);
  });

  it("may have long lines and deep variations", async () => {
    const game = new GameTree({ size: { width: 22, height: 22 }, rule: "renju" });
    let node = game.root;
    for (let count = 0; count < 1000; count++) {
      game.play(node, count % 400);
      node = game.play(node, null);
    }
    expect((await read((await brain.write(game, "sgf"))!)).count).toBe(2001);
    expect(gameOf(treeOf(game), "renju").count).toBe(2001);
  });
});

describe("the storage", () => {
  const storage = new Map<string, string>();
  const opened = (loading: Promise<Brain | null>) => {
    vi.stubGlobal("localStorage", {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: (name: string, value: string) => storage.set(name, value),
    });
    return new App(parseSettings(null), loading);
  };
  afterEach(() => {
    storage.clear();
    vi.unstubAllGlobals();
  });

  /** What an older version of the page kept: i9, which is the second move after h8. */
  const OLD = JSON.stringify({
    sgf: "(;FF[4]GM[4]SZ[15]RU[renju]RE[?]\n;B[hh](;W[gg])(;W[ig];B[aa]))",
    places: [0, 1],
  });

  it("has the game and the position at once, before there is an engine", () => {
    const never = new Promise<null>(() => undefined);
    const before = opened(never);
    const game = made("renju", SIZE);
    before.open(game, game.root.children[0]!.children[1]!);
    before.saveNow();
    const after = opened(never);
    void after.restore();
    expect([treeOf(after.game), after.node.path().length]).toEqual([treeOf(game), 3]);
    expect(after.node.children[0]!.comment).toBe("end");
  });

  it("has the game of an older version when the engine is loaded", async () => {
    storage.set("fukumi-game", OLD);
    const app = opened(Promise.resolve(brain));
    expect(await app.restore()).toBe(true);
    expect([app.game.rule, app.message, names(app.game)]).toEqual(["renju", "2. i9 – Black to move", "h8 g9"]);
    app.go(app.game.root);
    app.saveNow();
    const { tree, ...kept } = JSON.parse(storage.get("fukumi-game")!) as { tree: PackedTree };
    expect([unpacked(tree), kept]).toEqual([treeOf(app.game), { places: [] }]);
  });

  it("has that game as the one before for a user who does not wait", async () => {
    storage.set("fukumi-game", OLD);
    const app = opened(Promise.resolve(brain));
    const restoring = app.restore();
    app.play(0);
    expect([await restoring, app.game.count]).toEqual([false, 2]);
    expect([await app.restore("previous"), app.game.count]).toEqual([true, 5]);
  });

  it("of something else has no game", async () => {
    const tree = treeOf(made("renju", SIZE));
    for (const text of [
      "{",
      "7",
      "{}",
      '{"sgf":"hello","places":[]}',
      JSON.stringify({ tree }),
      JSON.stringify({ tree: { ...tree, width: 1e6 }, places: [] }),
      JSON.stringify({ tree: { ...tree, rule: "go" }, places: [] }),
      JSON.stringify({ tree: { ...tree, nodes: [{ move: { side: "black", x: 15, y: 0 } }] }, places: [] }),
      JSON.stringify({ tree: { ...tree, nodes: 5 }, places: [] }),
    ]) {
      storage.set("fukumi-game", text);
      const app = opened(Promise.resolve(brain));
      expect([await app.restore(), app.game.count], text).toEqual([false, 1]);
    }
  });
});
