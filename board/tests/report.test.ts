import { describe, expect, it } from "vitest";
import { parseLabel } from "../src/core/geometry";
import { read } from "../src/report/read";
import { RECORD } from "./record";

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
