/** What the page writes down once more is what the engine and the program have. */

import { readFileSync } from "node:fs";
import { type Engine, createEngine, label as labelOf, parseLabel as pointOf } from "fukumi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_FILE } from "../src/app/content";
import { MEMORY, THREADS } from "../src/app/settings";
import { FULL } from "../src/app/match/set-up";
import { positionAt } from "../src/core/drawing";
import { LETTERS, MAX_SIDE, MIN_SIDE, label, parseLabel } from "../src/core/geometry";
import { LESSON } from "../src/core/lesson";
import { BOUNDS } from "../src/core/limits";
import type { Mark } from "../src/core/marks";
import { OPENING_RULES, fits } from "../src/core/openings";
import { pictureOf } from "../src/core/picture";
import { BOX_DAYS } from "../src/core/schedule";
import { GameTree, MAX_NODES } from "../src/core/tree";
import { LANGUAGES } from "../src/i18n/languages";
import { worthOf } from "../src/match/read";
import { SIGNS } from "../src/ui/words";

const SIZE = { width: 15, height: 15 };

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ memoryBytes: 1 << 20 });
});
afterAll(() => engine.close());

/** The source of a part of the engine or the program. */
const source = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** The number that a constant of a source is. */
function numberIn(name: string, path: string): number {
  const [, number, shift] = new RegExp(`const ${name}: \\w+ = ([\\d_]+)(?: << (\\d+))?;`).exec(source(path))!;
  return Number(number!.replaceAll("_", "")) * 2 ** Number(shift ?? 0);
}

describe("of the engine", () => {
  it("boards have the sizes", async () => {
    const begun = (width: number, height: number) =>
      engine.newGame({ rule: "freestyle", width, height }).then(
        () => true,
        () => false,
      );
    const sides = [MIN_SIDE - 1, MIN_SIDE, MAX_SIDE, MAX_SIDE + 1];
    expect(await Promise.all(sides.map((side) => begun(side, 15)))).toEqual([false, true, true, false]);
    expect(await Promise.all(sides.map((side) => begun(15, side)))).toEqual([false, true, true, false]);
  });

  it("points have the names", () => {
    for (const size of [SIZE, { width: MIN_SIDE, height: MAX_SIDE }, { width: MAX_SIDE, height: MIN_SIDE }]) {
      for (let point = 0; point < size.width * size.height; point++) {
        const [x, y] = [point % size.width, Math.floor(point / size.width)];
        const name = label(point, size);
        expect(name).toBe(labelOf({ x, y }, size));
        expect(pointOf(name.toUpperCase(), size)).toEqual({ x, y });
        expect(parseLabel(name.toUpperCase(), size)).toBe(point);
      }
      for (const name of ["", "a", "a0", "8h", "a99", "h8 ", "é1", "w1", "e23", "f6x"])
        expect(parseLabel(name, size) === null, name).toBe(pointOf(name, size) === null);
    }
  });

  it("there are as many levels, of which the last has no rating", () => {
    expect(engine.levels.map(({ number }) => number)).toEqual(Array.from({ length: FULL }, (_, index) => index + 1));
    expect(engine.levels.filter(({ elo }) => elo === null)).toEqual([engine.levels[FULL - 1]]);
  });

  it("openings of renju are those of the engine", () => {
    const text = source("crates/core/src/opening/rule.rs");
    const [, listed] = /((?:Self::\w+ ?\|? ?)+) => true/.exec(text.slice(text.indexOf("fn is_of_renju")))!;
    const ofRenju = listed!.split("|").map((name) => name.trim());
    const named = new Map([...text.matchAll(/(Self::\w+) => "([\w-]+)"/g)].map(([, name, text]) => [text!, name!]));
    expect([...named.keys()]).toEqual(OPENING_RULES);
    for (const opening of OPENING_RULES)
      expect(!fits(opening, "freestyle", SIZE), opening).toBe(ofRenju.includes(named.get(opening)!));
  });

  it("searches have the depth", () => {
    expect(BOUNDS.depth.most).toBe(numberIn("DEEPEST", "crates/core/src/search/params.rs"));
  });

  it("files are as large, and trees smaller", () => {
    expect(MAX_FILE).toBe(numberIn("MAX_FILE_BYTES", "bindings/web/wasm/src/files/content.rs"));
    expect(MAX_NODES).toBeLessThanOrEqual(numberIn("MAX_NODES", "bindings/web/wasm/src/files/trees.rs"));
  });

  it("threads and memory can be had", () => {
    const text = source("bindings/web/wasm/src/session.rs");
    const [, threads] = /const THREADS: [^=]+= 1\.\.=(\d+);/.exec(text)!;
    const [, least, most] = /const MEMORY: [^=]+= 1 << (\d+)\.\.=1 << (\d+);/.exec(text)!;
    expect(Math.max(...THREADS)).toBeLessThanOrEqual(Number(threads));
    for (const megabytes of MEMORY) {
      expect(megabytes * 2 ** 20).toBeGreaterThanOrEqual(2 ** Number(least));
      expect(megabytes * 2 ** 20).toBeLessThanOrEqual(2 ** Number(most));
    }
  });

  it("points of an evaluation mean the same chance", () => {
    const unit = numberIn("POINTS_PER_LOGIT", "crates/core/src/score.rs");
    for (const logit of [-3, -1, 0, 0.5, 1, 4])
      expect(worthOf(String(unit * logit), "black")!.black).toBeCloseTo(1 / (1 + Math.exp(-logit)), 12);
  });

  it("bad moves have the signs", () => {
    const text = source("crates/core/src/analysis/judgement.rs");
    const signs = [...text.matchAll(/Self::(\w+) => "([?!]+)"/g)].map(([, name, sign]) => [name!.toLowerCase(), sign]);
    expect(Object.entries(SIGNS)).toEqual(expect.arrayContaining(signs));
    expect(signs).toHaveLength(3);
  });
});

/** The colours of a style sheet by their names, on a light and on a dark page. */
function colorsOf(css: string): Map<string, readonly [light: string, dark: string]> {
  const found = css.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g);
  return new Map([...found].map(([, name, light, dark]) => [name!, [light!, dark!]]));
}

describe("of the style sheet", () => {
  const colors = colorsOf(source("board/src/shared.css"));

  it("the frame of the browser has the colour of the page", () => {
    const [light, dark] = colors.get("page")!;
    const html = source("board/index.html");
    const metas = html.matchAll(/name="theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)\)"/g);
    expect([...metas].map(([, color, scheme]) => [scheme, color])).toEqual([
      ["light", light],
      ["dark", dark],
    ]);
    const manifest = JSON.parse(source("board/public/manifest.webmanifest")) as Record<string, unknown>;
    expect([manifest["background_color"], manifest["theme_color"]]).toEqual([light, light]);
  });

  it("the index of analysed games has the colours", () => {
    const html = source("src/commands/analyze/index.html");
    const [light, dark] = [...html.matchAll(/:root \{([^}]*)\}/g)].map(
      ([, text]) => new Map([...text!.matchAll(/--([\w-]+): (#\w+)/g)].map(([, name, color]) => [name!, color!])),
    );
    expect(light!.size).toBe(8);
    for (const [name, color] of light!)
      expect([color, dark!.get(name)], name).toEqual(colors.get(name === "blunder" ? "bad" : name));
  });
});

describe("of the program", () => {
  it("pictures on wood have the colours", () => {
    const text = source("crates/pictures/src/theme.rs");
    const program = [...text.matchAll(/Rgb\(0x(\w\w), 0x(\w\w), 0x(\w\w)\)/g)].map(
      ([, ...parts]) => `#${parts.join("")}`,
    );
    const game = new GameTree({ size: SIZE, rule: "freestyle" });
    let node = game.root;
    const drawn = new Set<string>();
    const marks: Mark[] = ["a1", "h8", "i9"].map((name) => ({ kind: "cross", point: parseLabel(name, SIZE)! }));
    marks.push({ kind: "arrow", point: 0, to: 5 });
    const draw = (numbered: number) => {
      const look = { surface: "wood", stones: "flat" } as const;
      const picture = pictureOf(positionAt(game, node, numbered), marks, LETTERS, look);
      for (const [color] of picture.matchAll(/#[0-9a-f]{3,6}\b/g))
        drawn.add(color.length === 7 ? color : color.replace(/[0-9a-f]/g, "$&$&"));
    };
    for (const name of "h8 i9 h9 i10 h10 i11 h11 i12 h12".split(" ")) {
      node = game.play(node, parseLabel(name, SIZE)!);
      draw(0);
      draw(Infinity);
    }
    expect(drawn.size).toBeGreaterThan(10);
    for (const color of drawn) expect(program).toContain(color);
  });
});

describe("of the documents", () => {
  it("missed puzzles come back after as many days", () => {
    const [, days] = /come back after ([\d, and]+) days/.exec(source("docs/practice.md"))!;
    expect(days!.match(/\d+/g)!.map(Number)).toEqual(BOX_DAYS);
  });

  it("languages and positions of the lesson are as many", () => {
    const page = source("docs/board.md");
    const words = ["eight", "nine", "ten", "eleven", "twelve"];
    const [, languages] = /The page speaks (\w+) languages/.exec(page)!;
    expect(words.indexOf(languages!) + 8).toBe(Object.keys(LANGUAGES).length);
    const [, positions] = /a lesson of (\w+) positions/.exec(page)!;
    expect(words.indexOf(positions!) + 8).toBe(LESSON.length);
  });

  it("boards have as many lines", () => {
    const [, least, most] = /board \((\d+) to (\d+) lines\)/.exec(source("docs/board.md"))!;
    expect([Number(least), Number(most)]).toEqual([MIN_SIDE, MAX_SIDE]);
  });
});
