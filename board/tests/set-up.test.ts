import { describe, expect, it } from "vitest";
import { openingsFor, optionsText, setUpNames } from "../src/app/match/set-up";
import { parseSettings } from "../src/app/settings";

const settings = (change: object = {}) => ({ ...parseSettings(null), ...change });

describe("a game that is set up", () => {
  it("names who will play", () => {
    expect(setUpNames(settings())).toEqual({ black: "You", white: "Level 3" });
    expect(setUpNames(settings({ seat: "white", level: 12 }))).toEqual({ black: "Fukumi", white: "You" });
    expect(setUpNames(settings({ seat: "watch" }))).toEqual({ black: "Level 3", white: "Level 4" });
    for (const seat of ["random", "people", "both"])
      expect(setUpNames(settings({ seat }))).toEqual({ black: "", white: "" });
  });

  it("has its options in one line, those that are as usual left out", () => {
    expect(optionsText(settings())).toBe("Freestyle · 15 × 15");
    const full = { rule: "renju", opening: "soosorv-8", clock: "0/30", handicap: 2, seat: "random" };
    expect(optionsText(settings(full))).toBe(
      "Random colour · Renju · 15 × 15 · Soosõrv-8 · Head start 2 · 30 s a move",
    );
    expect(optionsText(settings({ ...full, seat: "people" }))).toBe("Renju · 15 × 15 · Soosõrv-8 · 30 s a move");
    expect(optionsText(settings({ ...full, seat: "watch", width: 20, height: 10 }))).toBe("Renju · 20 × 10");
    expect(optionsText(settings({ opening: "even" }))).toBe("Freestyle · 15 × 15 · Even");
  });

  it("has no opening that does not fit", () => {
    expect(openingsFor(settings({ opening: "rif" })).chosen).toBe("free");
    expect(openingsFor(settings({ opening: "rif", rule: "renju" })).chosen).toBe("rif");
    expect(openingsFor(settings({ rule: "renju", width: 8, height: 8 })).offered).toEqual([
      "free",
      "even",
      "swap1",
      "swap",
      "swap2",
    ]);
  });
});
