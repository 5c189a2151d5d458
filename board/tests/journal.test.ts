/** What of the storage is made again after the browser has ended before it had written it. */

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Change, Journal } from "../src/app/journal";

/** What the storage has, and what it would have after the browser was killed. */
const kept = new Map<string, string>();
let written = new Map<string, string>();
let isFull = false;

/** A journal in memory. */
class Notes implements Journal {
  readonly all = new Map<string, Change>();

  async changes(): Promise<readonly Change[]> {
    return [...this.all.values()].sort((a, b) => a.stamp - b.stamp);
  }

  add(change: Change): void {
    this.all.set(change.name, change);
  }
}

beforeEach(() => {
  kept.clear();
  isFull = false;
  vi.resetModules();
  vi.useFakeTimers({ now: 1_000_000 });
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem(name: string, value: string) {
      if (isFull) throw new DOMException("full", "QuotaExceededError");
      kept.set(name, value);
    },
    removeItem: (name: string) => kept.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The storage of a page that is opened anew. */
async function opened(journal: Journal | null) {
  vi.resetModules();
  const { recoverStorage, storage } = await import("../src/app/storage");
  await recoverStorage(Promise.resolve(journal));
  return storage;
}

/** The browser writes the storage to the disk. */
const write = () => (written = new Map(kept));

/** The browser is killed. */
function kill(): void {
  kept.clear();
  for (const [name, value] of written) kept.set(name, value);
}

it("has what was set and what was removed after the browser wrote it last", async () => {
  const notes = new Notes();
  const storage = await opened(notes);
  for (const name of ["a", "b", "c"]) storage.set(name, "old");
  write();
  storage.set("a", "new");
  storage.remove("b");
  storage.set("d", "new");
  kill();
  expect([storage.get("a"), storage.get("b"), storage.get("d")]).toEqual(["old", "old", null]);
  const again = await opened(notes);
  expect(["a", "b", "c", "d"].map(again.get)).toEqual(["new", null, "old", "new"]);
  // The browser may be killed once more before it has written that.
  kill();
  const third = await opened(notes);
  expect(["a", "b", "c", "d"].map(third.get)).toEqual(["new", null, "old", "new"]);
});

it("keeps what it has if the journal is older, also after the clock was set back", async () => {
  const notes = new Notes();
  const storage = await opened(notes);
  storage.set("a", "first");
  vi.setSystemTime(500_000);
  const lost = vi.spyOn(notes, "add").mockImplementation(() => undefined);
  storage.set("a", "second");
  lost.mockRestore();
  write();
  kill();
  expect((await opened(notes)).get("a")).toBe("second");
  const again = await opened(notes);
  again.set("a", "third");
  kill();
  expect((await opened(notes)).get("a")).toBe("third");
});

it("keeps what was set while the journal did not open, though older changes were lost before", async () => {
  const notes = new Notes();
  const storage = await opened(notes);
  storage.set("a", "first");
  write();
  storage.set("a", "lost");
  kill();
  (await opened(null)).set("a", "later");
  expect((await opened(notes)).get("a")).toBe("later");
});

it("makes nothing again that the storage has refused, or that was deleted with everything", async () => {
  const notes = new Notes();
  const storage = await opened(notes);
  storage.set("a", "old");
  isFull = true;
  storage.set("a", "too long");
  isFull = false;
  expect((await opened(notes)).get("a")).toBe("old");
  storage.close("");
  storage.set("a", "late");
  expect(notes.all.get("a")?.value).toBe("old");
});

it("is the storage as it is where there is no journal, or where it cannot be read", async () => {
  kept.set("a", "old");
  expect((await opened(null)).get("a")).toBe("old");
  const broken: Journal = { changes: () => Promise.reject(new Error("damaged")), add: () => undefined };
  const storage = await opened(broken);
  storage.set("a", "new");
  expect([...kept]).toEqual([["a", "new"]]);
});
