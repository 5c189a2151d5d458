import { describe, expect, it, vi } from "vitest";
import { equipment, parseSettings } from "../src/app/settings";
import { clockOf, clockText, flaggedOf, started, stopped, timesOf } from "../src/core/clock";

describe("settings", () => {
  it("of any text are complete and sane", () => {
    for (const text of [
      null,
      "",
      "{",
      "null",
      "[]",
      "5",
      '"x"',
      '{"level":99,"width":4,"rule":"chess","puzzleKind":["x"]}',
      '{"__proto__":{"level":5}}',
    ]) {
      const settings = parseSettings(text);
      expect([settings.level, settings.width, settings.rule, settings.puzzleKind], String(text)).toEqual([
        3,
        15,
        "freestyle",
        "mixed",
      ]);
    }
    expect(parseSettings('{"level":12,"height":22,"rule":"renju","lines":21}')).toMatchObject({
      level: 12,
      height: 22,
      rule: "renju",
      lines: 3,
    });
  });

  it("equip the engine only where the page is isolated", () => {
    const settings = parseSettings('{"threads":4,"memory":256,"ponders":true}');
    expect(settings).toMatchObject({ threads: 4, memory: 256, ponders: true });
    expect(equipment(settings)).toEqual({ threads: 1, memoryBytes: 64 << 20 });
    vi.stubGlobal("crossOriginIsolated", true);
    expect(equipment(settings)).toEqual({ threads: 4, memoryBytes: 256 << 20 });
    vi.unstubAllGlobals();
    expect(parseSettings('{"threads":5,"memory":4096,"ponders":1}')).toMatchObject({
      threads: 1,
      memory: 64,
      ponders: false,
    });
  });
});

describe("the clock", () => {
  it("runs for one side, adds time for a move and ends at zero", () => {
    let now = 0;
    let clock = clockOf("3+2")!;
    clock = started(clock, "black", now);
    now = 10_000;
    expect(timesOf(clock, now)).toEqual({ black: 170_000, white: 180_000 });
    clock = stopped(clock, true, now);
    expect(timesOf(clock, now)).toEqual({ black: 172_000, white: 180_000 });
    clock = started(clock, "white", now);
    now += 180_001;
    expect([timesOf(clock, now).white, flaggedOf(clock, now)]).toEqual([0, "white"]);
    clock = started(clock, "black", now, { black: 5000, white: 9000 });
    now += 1000;
    expect(timesOf(clock, now)).toEqual({ black: 4000, white: 9000 });
    clock = stopped(clock, false, now);
    now += 9999;
    expect([timesOf(clock, now).black, flaggedOf(clock, now)]).toEqual([4000, null]);
  });

  it("is none for another text, and reads well", () => {
    expect(clockOf("none")).toBeNull();
    expect([600_000, 61_000, 10_000, 9_940, 100, 0].map(clockText)).toEqual([
      "10:00",
      "1:01",
      "0:10",
      "10.0",
      "0.1",
      "0.0",
    ]);
  });
});
