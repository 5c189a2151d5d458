import { describe, expect, it } from "vitest";
import { parseSettings, thinking } from "../src/app/settings";
import { BOUNDS, LIMITS, isLimited, isLimits, readLimit } from "../src/core/limits";

describe("a limit", () => {
  it("is read as people write it", () => {
    expect(LIMITS.map((name) => readLimit(name, "  "))).toEqual([null, null, null]);
    expect(["2", " 0.5 ", "1,5", "86400"].map((text) => readLimit("seconds", text))).toEqual([2, 0.5, 1.5, 86_400]);
    expect(["1", "200"].map((text) => readLimit("depth", text))).toEqual([1, 200]);
    const written = ["1", "200000", "200,000", "200.000", "1 000 000", "1’000", "50k", "2.5M", "1,5 k"];
    expect(written.map((text) => readLimit("nodes", text))).toEqual([
      1, 200_000, 200_000, 200_000, 1_000_000, 1000, 50_000, 2_500_000, 1500,
    ]);
  });

  it("is refused if it is something else, or out of bounds", () => {
    const bad = {
      seconds: ["0", "0.09", "86401", "-1", "1e3", "2s", "1.2.3", "x", "1 000", ".5", "5.", "NaN", "Infinity"],
      depth: ["0", "201", "1.5", "-3", "10k", "ten"],
      nodes: ["0", "1.5", "0.0001k", "1,00", "2M5", "1000000000001", "2000000M", "9".repeat(400), "k"],
    };
    for (const name of LIMITS)
      for (const text of bad[name]) expect(readLimit(name, text), `${name} ${text}`).toBeUndefined();
  });

  it("of a stored search is within the bounds that are stated", () => {
    for (const name of LIMITS) {
      const { least, most } = BOUNDS[name];
      const of = (value: unknown) => ({ seconds: null, depth: null, nodes: null, [name]: value });
      expect([least, most, null].map((value) => isLimits(of(value)))).toEqual([true, true, true]);
      expect([least / 2, most * 2, "5", undefined].map((value) => isLimits(of(value)))).toEqual([
        false,
        false,
        false,
        false,
      ]);
    }
    expect(isLimits(null) || isLimits([]) || isLimits({ seconds: 1 })).toBe(false);
  });
});

describe("the limits of the settings", () => {
  it("are any combination, but a move has one", () => {
    const free = { seconds: null, depth: null, nodes: null };
    const nodes = { seconds: null, depth: 12, nodes: 5000 };
    const settings = parseSettings(JSON.stringify({ analysisLimits: free, moveLimits: free }));
    expect([isLimited(settings.analysisLimits), settings.moveLimits.seconds]).toEqual([false, 2]);
    expect(parseSettings(JSON.stringify({ moveLimits: nodes, lines: 20 }))).toMatchObject({
      moveLimits: nodes,
      lines: 20,
    });
    expect(parseSettings('{"lines":21,"analysisLimits":{"seconds":-1}}')).toMatchObject({
      lines: 3,
      analysisLimits: { seconds: 120 },
    });
  });

  it("are those of an older version of the page, which knew a time alone", () => {
    expect(parseSettings('{"seconds":10}').moveLimits).toEqual({ seconds: 10, depth: null, nodes: null });
    expect(parseSettings('{"seconds":"x"}').moveLimits.seconds).toBe(2);
  });

  it("are what the engine is asked for", () => {
    expect(thinking({ seconds: null, depth: null, nodes: null })).toEqual({});
    expect(thinking({ seconds: 1.5, depth: 9, nodes: null })).toEqual({ timeMs: 1500, depth: 9 });
  });
});
