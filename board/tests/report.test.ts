import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { describe, expect, it } from "vitest";
import { parseLabel } from "../src/core/geometry";
import { read } from "../src/report/read";
import { FILE, FOLDER } from "../vite.report.config";
import { RECORD } from "./record";

describe("the template of the report", () => {
  const template = readFileSync(join(FOLDER, FILE), "utf8");

  it("is what these sources make: npm run report writes it", async () => {
    const configFile = join(import.meta.dirname, "..", "vite.report.config.ts");
    const built = await build({ configFile, mode: "production", logLevel: "error", build: { write: false } });
    const [file] = (built as { output: { fileName: string; source: string }[] }).output;
    expect(file!.fileName).toBe(FILE);
    expect(file!.source === template, "npm run report").toBe(true);
  });

  it("asks for nothing, and allows no script but its own", () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(template)![1];
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+';/);
    expect(policy).not.toMatch(/unsafe|https?:/);
    expect(template.match(/https?:\/\/[^`'"]*/g)).toEqual(["http://www.w3.org/2000/svg"]);
    expect(template).not.toMatch(/ (?:style|on\w+)="/);
  });

  it("stays small", () => {
    expect(template.length).toBeLessThan(24_500);
  });
});

describe("an analysis", () => {
  const game = read(RECORD);
  const { size } = game;
  const at = (name: string) => parseLabel(name, size);
  const nodes = game.positions.map(({ node }) => node);

  it("becomes a line of moves on a board", () => {
    expect(size).toEqual({ width: 15, height: 11 });
    expect(nodes.map(({ number, move }) => [number, move?.color, move?.point])).toEqual([
      [0, undefined, undefined],
      [1, "black", at("i7")],
      [2, "white", at("g7")],
      [3, "black", at("h9")],
    ]);
    expect(nodes[3]!.path()).toEqual(nodes);
    expect(game.setup.map(({ color, point }) => [color, point])).toEqual([
      ["black", at("c3")],
      ["white", at("d4")],
      ["white", at("e5")],
    ]);
    expect(game.dead).toEqual([at("a1")]);
  });

  it("states worth for Black, and leaves open what is not known", () => {
    expect(nodes.map(({ worth }) => worth?.black)).toEqual([1, 0.4, 0, undefined]);
    const worths = game.positions.map(({ lines }) => lines.map(({ worth }) => worth));
    expect(worths).toEqual([
      [{ black: 1, plies: 3 }, { black: 0.55 }],
      [{ black: 0.4 }],
      [{ black: 0, plies: -4 }],
      [],
    ]);
    expect(game.judgements.has(nodes[3]!)).toBe(false);
    expect(game.judgements.get(nodes[1]!)).toMatchObject({ mark: "blunder", missedWin: true, best: at("h8") });
    expect(game.judgements.get(nodes[2]!)?.mark).toBe("inaccuracy");
    expect(game.summaries.white).toMatchObject({ missedWins: 1, meanLoss: null });
  });
});
