/** What is shown on the board besides the stones. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Analysis } from "../src/app/analysis";
import { App } from "../src/app/app";
import { Overlay, SHADES, shadeOf } from "../src/app/overlay";
import { OVERLAYS, parseSettings } from "../src/app/settings";
import { type Point, label, parseLabel } from "../src/core/geometry";
import { readLink } from "../src/core/link";
import { Brain } from "../src/engine/brain";
import { setLanguage } from "../src/i18n/languages";
import { rowsOf } from "../src/ui/row-drawing";

const SIZE = { width: 15, height: 15 };
const at = (name: string) => parseLabel(name, SIZE)!;
const names = (points: readonly Point[]) => points.map((point) => label(point, SIZE)).sort();

let brain: Brain;
beforeAll(async () => {
  brain = await Brain.load({ threads: 1, memoryBytes: 16 << 20 });
  await setLanguage("en");
});
afterAll(() => brain.close());

function begin(link: string, settings = {}): { app: App; analysis: Analysis; overlay: Overlay } {
  const app = new App({ ...parseSettings(null), ...settings }, Promise.resolve(brain));
  app.brain = brain;
  const analysis = new Analysis(app);
  const overlay = new Overlay(app, analysis);
  const { game, node } = readLink(link)!;
  app.open(game, game.last(node));
  return { app, analysis, overlay };
}

async function until(app: App, isTrue: () => boolean): Promise<void> {
  if (isTrue()) return;
  await new Promise<void>((resolve) => {
    app.on(["analysis", "overlay", "message"], () => isTrue() && resolve());
  });
}

const GAME = "#moves=h8i9i7g9";
const FOUL = "#rule=renju&size=15x15&black=h9h10g8f8&white=a1a15o1o15&turn=";

describe("the analysis on the board", () => {
  it.each(OVERLAYS)("shows what is chosen: %s", async (chosen) => {
    const limits = { seconds: null, depth: null, nodes: 4000 };
    const { app, analysis, overlay } = begin(GAME, { overlay: chosen, analysisLimits: limits });
    expect(overlay.marks).toEqual([]);
    analysis.start();
    await until(app, () => analysis.isDone && (chosen !== "policy" || overlay.marks.length > 0));
    const { marks } = overlay;
    const empty = app.game.stones(app.node);
    expect(marks.every(({ point }) => empty[point] === null)).toBe(true);
    expect(new Set(marks.map(({ point }) => point)).size).toBe(marks.length);
    const kinds = marks.map(({ kind }) => kind);
    const shades = marks.flatMap(({ shade }) => shade ?? []);
    if (chosen === "none") expect(marks).toEqual([]);
    if (chosen === "lines") expect(kinds).toEqual(["best", "option", "option"]);
    if (chosen === "heat") {
      // The lines have their chances, and other moves were looked at as well.
      expect(marks.length).toBeGreaterThan(3);
      expect(marks.filter(({ text }) => text !== "")).toHaveLength(3);
    }
    if (chosen === "policy") {
      const shares = marks.map(({ text }) => Number(text));
      expect(shares).toEqual([...shares].sort((a, b) => b - a));
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeGreaterThan(80);
    }
    if (chosen === "heat" || chosen === "policy") {
      expect(new Set(kinds)).toEqual(new Set(["heat"]));
      expect([Math.max(...shades), Math.min(...shades) >= 0]).toEqual([SHADES - 1, true]);
    }
    analysis.stop();
    expect(overlay.marks).toEqual([]);
  });

  it("has shades in which small shares differ", () => {
    expect([1, 0.5, 0.25, 0.1, 0.01, 0].map((share) => shadeOf(share, 1))).toEqual([4, 3, 2, 1, 0, 0]);
    expect(shadeOf(0, 0)).toBe(0);
  });

  it("marks a balanced move, and says what it is worth", async () => {
    const { app, analysis } = begin("#moves=h8");
    await analysis.balance();
    expect(app.game.stones(app.node)[app.hint!]).toBeNull();
    expect(app.message).toMatch(/^[a-o]\d+ leaves the game as even as it can be: Black's chance of winning is \d+%$/);
  });
});

describe("threats", () => {
  it("are known of both sides only if they are wanted", async () => {
    const link = "#moves=f8f11g8g11h8h11a1i11";
    const { app } = begin(link);
    expect([app.rows, app.fouls]).toEqual([[], []]);
    app.set({ showsThreats: true });
    await until(app, () => app.rows.length > 0);
    expect(app.rows.map(({ kind, stones, next }) => [kind, names(stones), names(next)])).toEqual([
      ["three", ["f8", "g8", "h8"], ["e8", "i8"]],
      ["four", ["f11", "g11", "h11", "i11"], ["e11", "j11"]],
    ]);
    // Those of another position go at once.
    app.go(app.game.root);
    expect(app.rows).toEqual([]);
  });

  it("of a game that is over are none", async () => {
    const ruling = async (link: string) => {
      const { game, node } = readLink(link)!;
      return brain.ruling(game, game.last(node));
    };
    const { rows, fouls } = await ruling("#moves=a1a2b1b2c1c2d1d2e1");
    expect([rows, fouls]).toEqual([[], []]);
    // The engine knows that a foul ended it; the page does not.
    expect((await ruling("#rule=renju&size=15x15&moves=h9a1h10a15g8o1f8o15h8")).rows).toEqual([]);
  });

  it.each(["black", "white"])("that make a point forbidden are known with %s to move", async (turn) => {
    const { app } = begin(FOUL + turn);
    await until(app, () => app.fouls.length > 0);
    expect(names(app.forbidden)).toEqual(turn === "black" ? ["h8"] : []);
    const [foul] = app.fouls;
    expect([foul!.point, foul!.reason]).toEqual([at("h8"), "double-three"]);
    expect(foul!.rows.map(({ stones }) => names(stones))).toEqual([
      ["h10", "h8", "h9"],
      ["f8", "g8", "h8"],
    ]);
    await app.tap(at("h8"));
    if (turn === "black") expect(app.message).toBe("h8 is forbidden for Black in renju: double three");
    else expect(app.game.stones(app.node)[at("h8")]).toBe("white");
  });

  it("are drawn from the first stone to the last, with the points that come next", () => {
    const row = { kind: "three", stones: [at("h8"), at("f8"), at("g8")], next: [at("e8")] } as const;
    const [drawn] = rowsOf(SIZE, [row], null);
    expect(drawn!.attributes["class"]).toBe("row three");
    const place = (name: string) => [46 + 40 * (name.charCodeAt(0) - 97), 46 + 40 * (15 - Number(name.slice(1)))];
    const [path, dot] = drawn!.children as unknown as { attributes: Record<string, unknown> }[];
    expect(path!.attributes["d"]).toBe(`M${place("f8").join(" ")}L${place("h8").join(" ")}`);
    expect([dot!.attributes["cx"], dot!.attributes["cy"]]).toEqual(place("e8"));
  });

  it("have words that stay on the board", () => {
    const width = 2 * 46 + 14 * 40;
    for (const name of ["a1", "a15", "o1", "o15", "h8"]) {
      for (const text of ["overline", "a very long name of a foul", "三三"]) {
        const [caption] = rowsOf(SIZE, [], { point: at(name), text });
        const [ground] = caption!.children as unknown as { attributes: Record<string, number> }[];
        const { x, y, width: wide, height } = ground!.attributes as Record<"x" | "y" | "width" | "height", number>;
        expect([x >= 0, y >= 0, x + wide <= width, y + height <= width], `${name} ${text}`).not.toContain(false);
      }
    }
  });
});
