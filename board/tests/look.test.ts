import { describe, expect, it, vi } from "vitest";
import { numberedMoves, parseSettings } from "../src/app/settings";
import { COORDINATES, NAMES, namesAround } from "../src/core/coordinates";
import { gridOf, positionAt } from "../src/core/drawing";
import { label, named, parseLabel } from "../src/core/geometry";
import { SOUNDS, samplesOf } from "../src/core/sound";
import { GameTree } from "../src/core/tree";

const SIZE = { width: 15, height: 15 };

describe("coordinates", () => {
  it.each([
    ["letters", ["a15", "h8", "i9", "o1"]],
    ["letters-down", ["a1", "h8", "i7", "o15"]],
    ["no-i", ["A15", "H8", "J9", "P1"]],
    ["no-i-down", ["A1", "H8", "J7", "P15"]],
    ["kanji", ["1一", "8八", "9七", "15十五"]],
    ["none", ["a15", "h8", "i9", "o1"]],
  ] as const)("by the custom %s", (custom, names) => {
    const points = ["a15", "h8", "i9", "o1"].map((name) => parseLabel(name, SIZE)!);
    expect(points.map((point) => named(point, SIZE, NAMES[custom]))).toEqual(names);
  });

  it("name every point of the largest board, and none like another", () => {
    const size = { width: 22, height: 22 };
    for (const custom of COORDINATES) {
      const names = Array.from({ length: 22 * 22 }, (_, point) => named(point, size, NAMES[custom]));
      expect(new Set(names).size, custom).toBe(22 * 22);
      expect(names.every((name) => /^([a-z]|[A-HJ-Z]|\d\d?)(\d\d?|[一二三四五六七八九十]+)$/.test(name))).toBe(true);
    }
    expect(named(21 * 22, size, NAMES.kanji)).toBe("1二十二");
    expect(named(19 * 22, size, NAMES.kanji)).toBe("1二十");
  });

  it("are on the board, those of columns twice and those of rows twice", () => {
    const texts = (custom: (typeof COORDINATES)[number]) =>
      gridOf({ width: 9, height: 12 }, namesAround(custom))
        .filter(({ tag }) => tag === "text")
        .map(({ children }) => children[0]);
    expect(texts("none")).toEqual([]);
    const found = texts("no-i-down");
    expect(found).toHaveLength(2 * (9 + 12));
    expect(new Set(found)).toEqual(new Set([..."ABCDEFGHJ", ...Array.from({ length: 12 }, (_, y) => String(y + 1))]));
  });
});

describe("numbers on stones", () => {
  it("are those of the last moves that are wanted", () => {
    const game = new GameTree({ size: SIZE, rule: "freestyle" });
    let node = game.root;
    for (const name of ["a1", "b1", "c1", "d1", "e1", "f1", "g1"]) node = game.play(node, parseLabel(name, SIZE)!);
    const numbers = (numbered: string) => {
      const settings = parseSettings(JSON.stringify({ numbered }));
      return [...positionAt(game, node, numberedMoves(settings)).numbers].map(([point, n]) => label(point, SIZE) + n);
    };
    expect(numbers("none")).toEqual([]);
    expect(numbers("1")).toEqual(["g17"]);
    expect(numbers("5")).toEqual(["c13", "d14", "e15", "f16", "g17"]);
    expect(numbers("all")).toHaveLength(7);
    expect(numbers("7")).toEqual([]);
  });
});

describe("sounds", () => {
  it.each(SOUNDS)("of the kind %s are heard, fade, and are the same each time", (sound) => {
    const samples = samplesOf(sound, 44_100);
    const peak = (from: number, to: number) => Math.max(...samples.subarray(from, to).map(Math.abs));
    const { length } = samples;
    expect(samples.every(Number.isFinite)).toBe(true);
    expect(peak(0, length)).toBeGreaterThan(0.1);
    expect(peak(0, length)).toBeLessThan(1);
    expect(peak(Math.floor(0.98 * length), length)).toBeLessThan(0.01);
    expect(samplesOf(sound, 44_100)).toEqual(samples);
    expect(samplesOf(sound, 22_050).length).toBe(Math.round(length / 2));
  });

  it("are off by default where fingers are used", () => {
    expect(parseSettings(null).sound).toBe(true);
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(pointer: coarse)" }));
    expect([parseSettings(null).sound, parseSettings('{"sound":true}').sound]).toEqual([false, true]);
    vi.unstubAllGlobals();
  });
});
