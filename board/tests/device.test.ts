/** What is deleted with all that the page keeps. */

import { afterEach, beforeEach, expect, it, vi } from "vitest";

let deleted: string[] = [];

/** A browser's databases; older ones do not list them. */
function databases(listed?: readonly string[]) {
  const request = (name: string) => {
    deleted.push(name);
    const made: { onsuccess?: () => void } = {};
    queueMicrotask(() => made.onsuccess?.());
    return made;
  };
  const list = async () => listed!.map((name) => ({ name, version: 1 }));
  return { deleteDatabase: request, ...(listed && { databases: list }) };
}

/** Deletes all in a page that was just loaded. */
async function forget(): Promise<string[]> {
  vi.resetModules();
  const { forgetAll } = await import("../src/app/device");
  await forgetAll();
  return deleted.toSorted();
}

beforeEach(() => {
  deleted = [];
  vi.stubGlobal("navigator", {});
});
afterEach(() => vi.unstubAllGlobals());

it("has the databases, also where the browser does not list them", async () => {
  vi.stubGlobal("indexedDB", databases());
  expect(await forget()).toEqual(["fukumi-journal", "fukumi-library"]);
});

it("has every database of the page that is listed, and none of others", async () => {
  vi.stubGlobal("indexedDB", databases(["fukumi-library", "fukumi-older", "another"]));
  expect(await forget()).toEqual(["fukumi-journal", "fukumi-library", "fukumi-older"]);
});

it("ends where the browser refuses to delete, or has nothing", async () => {
  expect(await forget()).toEqual([]);
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  const refuseLater = async () => refuse();
  vi.stubGlobal("indexedDB", { deleteDatabase: refuse, databases: refuseLater });
  vi.stubGlobal("navigator", { serviceWorker: { getRegistrations: refuseLater } });
  vi.stubGlobal("caches", { keys: refuseLater });
  expect(await forget()).toEqual([]);
});
