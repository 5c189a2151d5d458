import { describe, expect, it } from "vitest";
import { parseLabel } from "../src/core/geometry";
import { type MatchRecord, read, worthOf } from "../src/match/read";

describe("a game of a match", () => {
  const match: MatchRecord = {
    venues: [{ rule: "renju", width: 15, height: 11 }],
    engines: { ada: { match: 10, increment: 0.5 }, bob: { match: null, increment: 0 } },
    games: [
      {
        game: 7,
        venue: 0,
        black: "ada",
        white: "bob",
        result: "black",
        reason: "five",
        detail: "",
        opening: "line-1",
        is_swap2: false,
        moves: ["h8", "i9", "h9", "a1"],
        ms: [null, 250, 2000, 125],
        depth: [null, 9, 12, null],
        nodes: [null, 100, 2000, null],
        eval: [null, "200", "+M7", "none"],
        pv: [null, "i9 h9", "h9 i8", null],
      },
    ],
  };
  const { size, line, thoughts } = read(match, match.games[0]!);

  it("becomes a line of moves of colours in turn", () => {
    expect(line.map(({ move }) => move?.color)).toEqual([undefined, "black", "white", "black", "white"]);
    expect(line.map(({ move }) => move?.point)).toEqual([
      undefined,
      ...["h8", "i9", "h9", "a1"].map((name) => parseLabel(name, size)),
    ]);
    expect(line[4]!.path()).toEqual(line);
  });

  it("has the clocks and lines of the engines", () => {
    const told = line.slice(1).map((node) => thoughts.get(node)!);
    expect(told.map(({ seconds }) => seconds)).toEqual([null, 0.25, 2, 0.125]);
    expect(told.map(({ left }) => left)).toEqual([null, null, 8.5, null]);
    expect(told[2]!.line).toEqual([parseLabel("h9", size), parseLabel("i8", size)]);
    expect(told[3]!.line).toEqual([]);
  });

  it("knows no clock where the engines made the opening", () => {
    const { line, thoughts } = read(match, { ...match.games[0]!, is_swap2: true });
    expect(line.slice(1).map((node) => thoughts.get(node)!.left)).toEqual([null, null, null, null]);
  });

  it("has a clock that a late move leaves empty", () => {
    const late = { ...match.games[0]!, ms: [null, 250, 10_400, 125] };
    const { line, thoughts } = read(match, late);
    expect(thoughts.get(line[3]!)!.left).toBe(0.5);
  });

  it("states worth for Black, whoever evaluated", () => {
    expect(line[1]!.worth).toBe(null);
    expect(line[2]!.worth!.black).toBeCloseTo(0.27);
    expect(line[3]!.worth).toEqual({ black: 1, plies: 7 });
    // What says nothing leaves it as it was.
    expect(line[4]!.worth).toEqual({ black: 1, plies: 7 });
    expect(worthOf("none", "black")).toBe(null);
    expect(worthOf("-M8", "white")).toEqual({ black: 1, plies: 8 });
    expect(worthOf("M3", "white")).toEqual({ black: 0, plies: -3 });
    expect(worthOf("0", "black")).toEqual({ black: 0.5 });
  });

  it("takes no estimate for a proven result", () => {
    for (const color of ["black", "white"] as const) {
      for (const text of ["30000", "-30000"]) {
        const { black } = worthOf(text, color)!;
        expect(black).toBeGreaterThan(0);
        expect(black).toBeLessThan(1);
      }
    }
  });
});
