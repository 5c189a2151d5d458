/** Marks, and games that are turned, mirrored, shifted or begun elsewhere: here and in the files of the engine. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { label, parseLabel } from "../src/core/geometry";
import {
  type Mark,
  cleared,
  marksOf,
  nextLetter,
  parsePair,
  parsePoint,
  parseProperty,
  toggled,
  writeProperty,
} from "../src/core/marks";
import { begunAt, mirrored, shifted, turned, withOtherFirst, withStone } from "../src/core/transform";
import type { GameTree, Node } from "../src/core/tree";
import { Brain } from "../src/engine/brain";
import { gameOf, treeOf } from "../src/engine/trees";
import { Random } from "./random";

const SIZE = { width: 15, height: 15 };
const at = (name: string) => parseLabel(name, SIZE)!;

let brain: Brain;
beforeAll(async () => {
  brain = await Brain.load({ threads: 1, memoryBytes: 1 << 20 });
});
afterAll(() => brain.close());

const read = async (sgf: string): Promise<GameTree> => (await brain.read(sgf, SIZE, "freestyle"))[0]!();
const write = async (game: GameTree): Promise<string> => (await brain.write(game, "sgf"))!.replaceAll("\n", "");
const names = (marks: readonly Mark[]) =>
  marks.map((mark) => {
    const text = mark.kind === "text" ? mark.text : mark.kind === "arrow" ? label(mark.to, SIZE) : "";
    return [mark.kind, label(mark.point, SIZE), text].filter(Boolean).join(" ");
  });
const put = (node: Node, mark: Mark) => (node.kept = toggled(node, mark, SIZE));

describe("a property of SGF", () => {
  it("is taken apart and put together", () => {
    for (const text of ["TR[aa]", "C[a\\]b\\\\][x:y]", "KM[]", "N[two\nlines]"])
      expect(writeProperty(parseProperty(text)!)).toBe(text);
    for (const text of ["", "TR", "[aa]", "TR[aa", "TR[aa]x", "T R[aa]"]) expect(parseProperty(text), text).toBeNull();
  });

  it("has points in both ways of writing, and pairs of them", () => {
    expect([parsePoint("hh", SIZE), parsePoint(" h8 ", SIZE), parsePoint("pa", SIZE)]).toEqual([
      at("h8"),
      at("h8"),
      null,
    ]);
    expect(parsePair("aa:o1", SIZE)).toEqual([at("a15"), at("o1")]);
    for (const text of ["aa", "aa:", "aa:bb:cc", ":"]) expect(parsePair(text, SIZE), text).toBeNull();
  });
});

describe("marks", () => {
  it("are read from a file, rectangles too, and what they are not stays", async () => {
    const game = await read("(;SZ[15]TR[aa:bb]FOO[x\\]]LB[hh:A];B[hh]CR[hh][aa]AR[aa:cc]HO[1];MA[zz][ig])");
    expect(names(marksOf(game.root, SIZE))).toEqual([
      "triangle a15",
      "triangle b15",
      "triangle a14",
      "triangle b14",
      "text h8 A",
    ]);
    const first = game.root.children[0]!;
    expect(names(marksOf(first, SIZE))).toEqual(["circle h8", "circle a15", "arrow a15 c13", "cross i9"]);
    first.kept = cleared(first, at("i9"), SIZE)!;
    expect(cleared(first, at("i9"), SIZE)).toBeNull();
    game.root.kept = toggled(game.root, { kind: "triangle", point: at("b14") }, SIZE);
    const sgf = await write(game);
    expect(sgf).toContain("MA[zz]");
    expect(sgf).toContain("TR[aa][ba][ab]");
    expect(sgf).toContain("FOO[x\\]]");
  });

  it("come and go, one on a point, arrows besides", async () => {
    const game = await read("(;SZ[15];B[hh])");
    const node = game.root.children[0]!;
    put(node, { kind: "triangle", point: at("h8") });
    put(node, { kind: "square", point: at("h8") });
    put(node, { kind: "square", point: at("i9") });
    put(node, { kind: "arrow", point: at("h8"), to: at("a1") });
    put(node, { kind: "arrow", point: at("a1"), to: at("h8") });
    put(node, { kind: "text", point: at("c3"), text: nextLetter(marksOf(node, SIZE))! });
    put(node, { kind: "text", point: at("c4"), text: nextLetter(marksOf(node, SIZE))! });
    expect(names(marksOf(node, SIZE)).sort()).toEqual(
      ["square h8", "square i9", "arrow h8 a1", "arrow a1 h8", "text c3 A", "text c4 B"].sort(),
    );
    put(node, { kind: "text", point: at("c3"), text: "A" });
    expect(nextLetter(marksOf(node, SIZE))).toBe("A");
    const again = await read(await write(game));
    expect(marksOf(again.root.children[0]!, SIZE)).toEqual(marksOf(node, SIZE));
    node.kept = cleared(node, at("h8"), SIZE)!;
    expect(names(marksOf(node, SIZE)).sort()).toEqual(["square i9", "text c4 B"]);
    put(node, { kind: "square", point: at("i9") });
    put(node, { kind: "text", point: at("c4"), text: "B" });
    expect(await write(game)).toBe(await write(await read("(;SZ[15];B[hh])")));
  });

  it("are the same after they were saved, whatever they are", async () => {
    const random = new Random(4711);
    for (let round = 0; round < 20; round++) {
      const game = await read("(;SZ[15];B[hh];W[ig])");
      for (let step = 0; step < 30; step++) {
        const [point, to] = [random.below(225), random.below(225)];
        const node = random.of([...game.nodes()]);
        const text = random.of(["A", "a]b", ":", "\\"]);
        put(
          node,
          random.of<Mark>([
            { kind: random.of(["triangle", "circle", "square", "cross"]), point },
            { kind: "text", point, text },
            { kind: "arrow", point, to },
          ]),
        );
      }
      const again = await read(await write(game));
      const all = (one: GameTree) => [...one.nodes()].map((node) => names(marksOf(node, SIZE)).sort());
      expect(all(again)).toEqual(all(game));
      expect(all(gameOf(treeOf(game), "freestyle"))).toEqual(all(game));
    }
  });
});

describe("a whole game", () => {
  const SGF =
    "(;SZ[15:12]RU[renju]PB[A]AB[aa]AW[ob]TR[aa:cb]LB[cc:x]VW[aa:bc];W[hh]C[one]AR[aa:hh](;B[ig]DD[])(;B[hg];W[]KM[7]))";
  const SMALL = { width: 15, height: 12 };

  it("is the same after four turns, or two mirrors, or a way there and back", async () => {
    const game = await read(SGF);
    const node = game.root.children[0]!.children[1]!.children[0]!;
    const start = { game, node };
    const tree = treeOf(game);
    node.worth = { black: 0.25 };
    node.clocks = { black: 1, white: 2 };
    const quarter = turned(start);
    expect(quarter.game.size).toEqual({ width: 12, height: 15 });
    expect(quarter.node.path().length).toBe(node.path().length);
    expect(treeOf(quarter.game)).not.toEqual(tree);
    expect(treeOf(turned(turned(turned(quarter))).game)).toEqual(tree);
    expect(treeOf(mirrored(mirrored(start)).game)).toEqual(tree);
    // A turn and a mirror undo themselves when they are done twice, as all mirrors do.
    const flip = (place: typeof start) => mirrored(turned(place));
    expect(treeOf(flip(flip(start)).game)).toEqual(tree);
    expect(treeOf(game)).toEqual(tree);
    const right = shifted(start, 0, 1)!;
    expect(treeOf(shifted(right, 0, -1)!.game)).toEqual(tree);
    // At the edge a position may be worth something else.
    const known = [quarter.node, mirrored(start).node, right.node].map(({ worth, clocks }) => [worth, clocks]);
    expect(known).toEqual([node.worth, node.worth, null].map((worth) => [worth, node.clocks]));
    for (const [x, y] of [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 9],
    ] as const)
      expect(shifted(start, x, y), `${x} ${y}`).toBeNull();
  });

  it("goes to files with its marks where they belong", async () => {
    const game = await read(SGF);
    const flipped = await write(mirrored({ game, node: game.root }).game);
    for (const part of [
      "AB[oa]",
      "AW[ab]",
      "TR[ma:ob]",
      "LB[mc:x]",
      "VW[na:oc]",
      "W[hh]",
      "AR[oa:hh]",
      "DD[]",
      "KM[7]",
      "B[gg]",
    ])
      expect(flipped).toContain(part);
    const stones = (one: GameTree) => one.stones(one.last()).filter(Boolean).length;
    expect(stones(await read(flipped))).toBe(stones(game));
    const corner = turned({ game, node: game.root }).game.setup.find(({ color }) => color === "black")!;
    // The corner at the top left goes to the top right.
    expect(label(corner.point, { width: SMALL.height, height: SMALL.width })).toBe("l15");
  });

  it("can begin with other stones, as long as its moves can be played", async () => {
    const game = await read("(;SZ[15];B[hh]C[x];W[ii](;B[hi])(;B[aa]))");
    const start = { game, node: game.root.children[0]! };
    expect(withStone(start, at("h8"), "black")).toBeNull();
    const more = withStone(start, at("c3"), "white")!;
    expect([more.game.setup, more.node.comment, more.game.count]).toEqual([
      [{ color: "white", point: at("c3") }],
      "x",
      game.count,
    ]);
    expect(treeOf(withStone(more, at("c3"), null)!.game)).toEqual(treeOf(game));
    expect(withOtherFirst(start)).toBeNull();
    // Four in a row are no five yet; the fifth would end the game before its moves.
    let five = more;
    for (const name of ["d3", "e3", "f3"]) five = withStone(five, at(name), "white")!;
    expect(withStone(five, at("g3"), "white")).toBeNull();
    expect(withStone(five, at("g3"), "black")).not.toBeNull();
  });

  it("can begin with the position that is shown", async () => {
    const game = await read("(;SZ[15]PB[A]KM[7]GN[x]SQ[aa];B[hh];W[ii]C[here]TR[aa]GN[y](;B[hi])(;B[aa]))");
    const node = game.root.children[0]!.children[0]!;
    expect(begunAt({ game, node: game.root })).toBeNull();
    const begun = begunAt({ game, node })!;
    expect(begun.node).toBe(begun.game.root);
    expect(begun.game.stones(begun.node)).toEqual(game.stones(node));
    expect([begun.game.first, begun.game.count, begun.node.comment, begun.game.players.black]).toEqual([
      "black",
      3,
      "here",
      "A",
    ]);
    const sgf = await write(begun.game);
    for (const part of ["AB[hh]", "KM[7]", "GN[y]", "TR[aa]"]) expect(sgf).toContain(part);
    for (const part of ["GN[x]", "SQ[aa]"]) expect(sgf).not.toContain(part);
    const bare = withStone({ game: await read("(;SZ[15])"), node: (await read("(;SZ[15])")).root }, at("h8"), "black");
    expect(bare!.game.first).toBe("white");
    expect(withOtherFirst(bare!)!.game.first).toBe("black");
  });
});
