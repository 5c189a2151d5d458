/** What is done with locks, and what without them where the browser has none or refuses them. */

import { afterEach, describe, expect, it, vi } from "vitest";
import { locks } from "../src/app/locks";

afterEach(() => vi.unstubAllGlobals());

type Act = (lock: object | null) => unknown;
const refusal = async () => Promise.reject(new DOMException("not allowed", "SecurityError"));
/** Managers of a browser that gives every lock, of one whose other window has them, and of one that refuses them. */
const GIVING = { request: async (_: string, __: object, act: Act) => act({}), query: async () => ({ held: [] }) };
const TAKEN = { ...GIVING, request: async (_: string, __: object, act: Act) => act(null) };
const REFUSING = { request: refusal, query: refusal };

describe("what is done with a lock", () => {
  it.each([
    ["is done if this window gets it", GIVING, "done"],
    ["is left if another window has it", TAKEN, null],
    ["is done where the browser refuses locks", REFUSING, "done"],
    ["is done where the browser has none", undefined, "done"],
  ])("%s", async (_, manager, result) => {
    vi.stubGlobal("navigator", { locks: manager });
    const act = vi.fn(() => "done");
    expect(await locks.during("a", act)).toBe(result);
    expect(act).toHaveBeenCalledTimes(result === null ? 0 : 1);
  });

  it("is done in turn where the browser refuses locks", async () => {
    vi.stubGlobal("navigator", { locks: REFUSING });
    expect(await locks.inTurn("a", () => 7)).toBe(7);
  });

  it("is not done again if it fails", async () => {
    vi.stubGlobal("navigator", { locks: GIVING });
    const act = vi.fn(() => {
      throw new Error("failed");
    });
    await expect(locks.during("a", act)).rejects.toThrow("failed");
    expect(act).toHaveBeenCalledOnce();
  });
});

it("nothing is known of the locks of windows where the browser refuses them", async () => {
  vi.stubGlobal("navigator", { locks: GIVING });
  expect(await locks.held("a")).toEqual([]);
  vi.stubGlobal("navigator", { locks: REFUSING });
  expect(await locks.held("a")).toBeNull();
  expect(await locks.hold("a", 10)).toBe(false);
});
