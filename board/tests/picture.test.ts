import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { WOOD, WOOD_LINE, positionAt } from "../src/core/drawing";
import { LETTERS, type Size, type Stone, label, parseLabel } from "../src/core/geometry";
import { Gif, type Pixels } from "../src/core/gif";
import { type Look, STONES, SURFACES } from "../src/core/look";
import { type Mark, marksOf, toggled } from "../src/core/marks";
import { pictureOf } from "../src/core/picture";
import { GameTree } from "../src/core/tree";
import { readGif } from "./gif-reader";

const SIZE = { width: 15, height: 15 };
const FLAT: Look = { surface: "wood", stones: "flat" };
const BLACK = "#1b1c1f";
const WHITE = "#fbfaf5";

function played(moves: string, size: Size = SIZE, setup: readonly Stone[] = []): GameTree {
  const game = new GameTree({ size, rule: "freestyle", setup });
  let node = game.root;
  for (const name of moves.split(" ").filter(Boolean))
    node = game.play(node, name === "pass" ? null : parseLabel(name, size)!);
  return game;
}

const picture = (game: GameTree, hasNumbers = false, hasCoordinates = true, look: Look = FLAT) =>
  pictureOf(
    positionAt(game, game.last(), hasNumbers ? Infinity : 0),
    marksOf(game.last(), game.size),
    hasCoordinates ? LETTERS : null,
    look,
  );

type Element = { tag: string; text: string; [attribute: string]: string };

/** The elements of a text of SVG, all of whose tags must be closed. */
function elements(text: string): Element[] {
  const found: Element[] = [];
  const open: string[] = [];
  let end = 0;
  for (const match of text.matchAll(/<(\/?)(\w+)((?: [\w-]+="[^"<>]*")*)(\/?)>([^<>]*)/g)) {
    const [whole, closing, tag, attributes, closed, content] = match;
    expect(match.index).toBe(end);
    end += whole.length;
    if (closing) expect(open.pop()).toBe(tag);
    else {
      if (!closed) open.push(tag!);
      const pairs = [...attributes!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]);
      found.push({ ...Object.fromEntries(pairs), tag: tag!, text: content! });
    }
  }
  expect([end, open]).toEqual([text.length, []]);
  return found;
}

/** The stones by their points: those circles that have the colour of one. */
function stones(text: string, size: Size = SIZE): Record<string, string> {
  const discs = elements(text).filter(({ tag, r }) => tag === "circle" && r === "18");
  return Object.fromEntries(
    discs
      .filter(({ fill }) => fill === BLACK || fill === WHITE)
      .map(({ cx, cy, fill }) => {
        const point = (Number(cx) - 46) / 40 + ((Number(cy) - 46) / 40) * size.width;
        return [label(point, size), fill === BLACK ? "black" : "white"];
      }),
  );
}

/** The texts by their places. */
const texts = (text: string) =>
  elements(text)
    .filter(({ tag }) => tag === "text")
    .map(({ x, y, text }) => [text, Number(x), Number(y)]);

describe("a picture", () => {
  it("has the colours of the page", () => {
    const css = ["look", "shared"].map((name) => readFileSync(`src/${name}.css`, "utf8")).join("");
    const game = played("h8 i9");
    const colors = (look: Look) => new Set(picture(game, false, true, look).match(/#[0-9a-f]{3,6}\b/g));
    const plain = colors(FLAT);
    for (const surface of SURFACES) {
      const found = [...colors({ surface, stones: "print" })].filter((color) => !plain.has(color));
      expect(found.length).toBeGreaterThan(surface === "wood" ? 0 : 2);
      for (const color of found) expect(css, surface).toContain(color);
    }
    for (const color of [WOOD, WOOD_LINE]) {
      expect(plain).toContain(color);
      expect(css).toContain(color);
    }
  });

  it("shows the stones of both colours on their points", () => {
    const text = picture(played("a15 o1 h8"));
    expect(stones(text)).toEqual({ a15: "black", o1: "white", h8: "black" });
    const [root] = elements(text);
    expect(root).toMatchObject({ tag: "svg", xmlns: "http://www.w3.org/2000/svg", viewBox: "0 0 652 652" });
    expect(text).not.toMatch(/class|data-|style/);
  });

  it("has coordinates on all sides, or none and less room around the lines", () => {
    const game = played("", { width: 20, height: 20 });
    const names = texts(picture(game));
    expect(names).toHaveLength(80);
    expect(names.filter(([name]) => name === "t")).toEqual([
      ["t", 46 + 19 * 40, 17],
      ["t", 46 + 19 * 40, 837],
    ]);
    expect(names.filter(([name]) => name === "20")).toEqual([
      ["20", 15, 46],
      ["20", 837, 46],
    ]);
    const plain = picture(game, false, false);
    expect(texts(plain)).toEqual([]);
    expect(elements(plain)[0]).toMatchObject({ viewBox: "20 20 812 812", width: "812", height: "812" });
    // The wood covers all of it, and the lines are where they are with names.
    expect(elements(plain)[1]).toMatchObject({ tag: "rect", x: "20", y: "20", width: "812", height: "812" });
    expect(elements(plain)[2]!["d"]).toContain("M46 46V806");
    expect(elements(plain)[2]!["d"]).toContain("M46 806H806");
  });

  it("has the board and the stones of the user's choice, in the colours of the light page", () => {
    const css = ["shared", "look"].map((name) => readFileSync(new URL(`../src/${name}.css`, import.meta.url), "utf8"));
    const game = played("h8 i9");
    const node = game.last();
    node.kept = [...toggled(node, { kind: "square", point: 0 }, SIZE)];
    for (const surface of SURFACES) {
      const from = surface === "wood" ? css[0]! : css[1]!.slice(css[1]!.indexOf(`:root[data-surface="${surface}"]`));
      const [ground, line] = ["wood", "wood-line"].map(
        (name) => new RegExp(`--${name}: light-dark\\((#\\w+)`).exec(from)![1],
      );
      const all = elements(picture(game, false, true, { surface, stones: "flat" }));
      expect(all.find(({ tag }) => tag === "rect")).toMatchObject({ fill: ground });
      const drawn = all.filter(({ tag }) => tag === "path" || tag === "text");
      expect(new Set(drawn.map(({ stroke, fill, tag }) => (tag === "path" ? stroke : fill)))).toEqual(new Set([line]));
      expect(all.find(({ r }) => r === "13")).toMatchObject({ fill: ground });
      // A mark on dark ground is light.
      const mark = all.filter(({ tag }) => tag === "rect").at(-1)!;
      expect(mark["stroke"] === line).toBe(surface === "slate");
    }
    const discs = (stones: Look["stones"]) =>
      elements(picture(game, false, false, { surface: "wood", stones }))
        .filter(({ r }) => r === "18")
        .map(({ fill }) => fill);
    expect(STONES.map(discs)).toEqual([
      ["#000", WHITE, "#000", BLACK],
      ["#000", "url(#stone-white)", "#000", "url(#stone-black)"],
      ["#fff", BLACK],
    ]);
    const shell = elements(picture(game, false, false, { surface: "wood", stones: "shell" }));
    expect(shell.filter(({ tag }) => tag === "radialGradient").map(({ id }) => id)).toEqual([
      "stone-black",
      "stone-white",
    ]);
  });

  it("fits a board whose sides differ", () => {
    const size = { width: 6, height: 22 };
    const text = picture(played("f1 a22", size));
    expect(elements(text)[0]).toMatchObject({ width: "292", height: "932" });
    expect(stones(text, size)).toEqual({ f1: "black", a22: "white" });
  });

  it("has the numbers of the moves where they are wanted, and counts passes", () => {
    const game = played("h8 pass g7");
    expect(texts(picture(game, true, false))).toEqual([
      ["1", 46 + 7 * 40, 46 + 7 * 40],
      ["3", 46 + 6 * 40, 46 + 8 * 40],
    ]);
    expect(texts(picture(game, false, false))).toEqual([]);
  });

  it("says of each text that its middle is meant, which not every browser takes from the whole", () => {
    const texts = elements(picture(played("h8 i9 g8"), true)).filter(({ tag }) => tag === "text");
    expect(texts).toHaveLength(2 * 15 + 2 * 15 + 3);
    expect(texts.filter((text) => text["dominant-baseline"] !== "central")).toEqual([]);
  });

  it("gives no number to stones that were there before the first move", () => {
    const at = (name: string) => parseLabel(name, SIZE)!;
    const setup: Stone[] = [
      { color: "black", point: at("h8") },
      { color: "white", point: at("h9") },
    ];
    const text = picture(played("i9", SIZE, setup), true, false);
    expect(stones(text)).toEqual({ h8: "black", h9: "white", i9: "black" });
    expect(texts(text).map(([number]) => number)).toEqual(["1"]);
    // Before the first move no stone is the last one.
    expect(elements(picture(played("", SIZE, setup))).some(({ r }) => r === "5")).toBe(false);
  });

  it("shows the marks that a person has put on it", () => {
    const game = played("h8");
    const node = game.last();
    const at = (name: string) => parseLabel(name, SIZE)!;
    const put = (mark: Mark) => node.kept.splice(0, node.kept.length, ...toggled(node, mark, SIZE));
    put({ kind: "text", point: at("a1"), text: "<B>" });
    put({ kind: "triangle", point: at("h8") });
    put({ kind: "arrow", point: at("c3"), to: at("f3") });
    const text = picture(game, false, false);
    expect(texts(text)).toEqual([["&lt;B&gt;", 46, 46 + 14 * 40]]);
    const lines = elements(text).filter(({ tag, "stroke-linecap": cap }) => tag === "path" && cap === "round");
    // White on the black stone; the arrow is blue and begins beside its point.
    expect(lines.map(({ stroke, d }) => [stroke, d!.split(/[lLM]/)[1]])).toEqual([
      ["#fff", `${46 + 7 * 40} ${46 + 7 * 40 - 10}`],
      ["#0b4fa8", `${46 + 2 * 40 + 8} ${46 + 12 * 40}`],
    ]);
  });

  it("has a dot on the last stone in a colour for each side", () => {
    const dot = (text: string) => elements(text).filter(({ r }) => r === "5");
    expect(dot(picture(played("h8")))).toMatchObject([{ fill: "#ff6b5e" }]);
    expect(dot(picture(played("h8 i9")))).toMatchObject([{ fill: "#c81e2c" }]);
    expect(dot(picture(played("h8 i9"), true))).toEqual([]);
  });

  it("has smaller numbers above 99", () => {
    const size = { width: 15, height: 15 };
    // Rows of two colours in turn, shifted so that no one wins.
    const points = Array.from({ length: 101 }, (_, index) => label(index + (Math.floor(index / 30) % 2), size));
    const numbers = elements(picture(played([...new Set(points)].join(" "), size), true)).filter(
      ({ tag, fill, text }) => tag === "text" && fill !== WOOD_LINE && Number(text) >= 99,
    );
    expect(numbers.map((number) => [number.text, number["font-size"]])).toEqual([
      ["99", undefined],
      ["100", "13"],
    ]);
  });

  it.each([
    [5, 5, "c3"],
    [8, 8, ""],
    [9, 9, "c7 c3 g7 g3 e5"],
    [12, 20, "c18 c3 j18 j3"],
    [13, 14, "d11 d4 j11 j4"],
    [15, 15, "d12 d4 l12 l4 h8"],
    [19, 13, "d10 d4 p10 p4 j7"],
  ])("has the star points of a board of %i x %i", (width, height, names) => {
    const stars = elements(picture(played("", { width, height }), false, true)).filter(({ r }) => r === "4.5");
    const size = { width, height };
    const expected = names.split(" ").filter(Boolean);
    const places = expected.map((name) => parseLabel(name, size)!);
    const spots = places.map((point) => [46 + 40 * (point % width), 46 + 40 * Math.floor(point / width)].map(String));
    expect(stars.map(({ cx, cy }) => [cx, cy])).toEqual(spots);
  });

  it("marks the last move and the row that has won", () => {
    const marks = (text: string) =>
      elements(text)
        .filter(({ tag, r }) => tag === "circle" && ["5", "13", "16"].includes(r!))
        .map(({ r, cx, cy }) => [r, Number(cx), Number(cy)]);
    const [x, y] = [46 + 8 * 40, 46 + 6 * 40];
    expect(marks(picture(played("h8 i9")))).toEqual([["5", x, y]]);
    expect(marks(picture(played("h8 i9"), true))).toEqual([["16", x, y]]);
    const game = played("h8 i9");
    expect(marks(pictureOf({ ...positionAt(game, game.last(), 0), last: null }, [], LETTERS, FLAT))).toEqual([]);
    const won = marks(picture(played("a1 a2 b1 b2 c1 c2 d1 d2 e1")));
    expect(won.filter(([r]) => r === "13").map(([, at]) => at)).toEqual([46, 86, 126, 166, 206]);
  });
});

describe("a GIF", () => {
  /** A frame of one colour with a dot of another. */
  function frame(ground: number, dot: number, at: number): Pixels {
    const words = new Uint32Array(20 * 10).fill(ground);
    words[at] = dot;
    return new Uint8ClampedArray(words.buffer);
  }
  // Bytes in the order alpha, blue, green, red.
  const [SAND, INK, SNOW] = [0xff74bbe4, 0xff1f1c1b, 0xfff5fafb];

  it("shows each frame as it was, for its time", () => {
    const frames = [frame(SAND, INK, 3), frame(SAND, SNOW, 3), frame(SAND, INK, 199), frame(SAND, INK, 199)];
    const gif = new Gif(20, 10, frames);
    frames.forEach((pixels, index) => gif.add(pixels, index === 3 ? 3000 : 700));
    const film = readGif(gif.finish());
    expect([film.width, film.height]).toEqual([20, 10]);
    expect(film.frames.map(({ delay }) => delay)).toEqual([700, 700, 700, 3000]);
    film.frames.forEach(({ pixels }, index) => {
      const wanted = [...frames[index]!].filter((_, at) => at % 4 < 3);
      const worst = Math.max(...wanted.map((value, at) => Math.abs(value - pixels[at]!)));
      expect(worst, `frame ${index}`).toBeLessThanOrEqual(4);
    });
  });

  it("is small where little changes", () => {
    const frames = Array.from({ length: 50 }, (_, at) => frame(SAND, INK, at));
    const sizeOf = (count: number) => {
      const gif = new Gif(20, 10, frames);
      for (const pixels of frames.slice(0, count)) gif.add(pixels, 700);
      return gif.finish().length;
    };
    expect((sizeOf(50) - sizeOf(1)) / 49).toBeLessThan(60);
  });
});
