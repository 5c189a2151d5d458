/** Newer versions of the page, and what it keeps on the device. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { App } from "../src/app/app";
import { forgetAll, whatIsKept } from "../src/app/device";
import { Match } from "../src/app/match";
import { parseSettings } from "../src/app/settings";
import { storage } from "../src/app/storage";
import { Update } from "../src/app/update";
import { setLanguage } from "../src/i18n/languages";
import { sizeText } from "../src/ui/device-part";

class FakeWorker extends EventTarget {
  readonly sent: unknown[] = [];
  state = "installed";
  postMessage(message: unknown): void {
    this.sent.push(message);
  }
}
class FakeRegistration extends EventTarget {
  waiting: FakeWorker | null = null;
  installing: FakeWorker | null = null;
  readonly scope = "http://here/board/";
  readonly update = vi.fn(async () => undefined);
  readonly unregister = vi.fn(async () => true);

  /** A version is found, and installed. */
  install(worker: FakeWorker): void {
    this.installing = worker;
    this.dispatchEvent(new Event("updatefound"));
    [this.waiting, this.installing] = [worker, null];
    worker.dispatchEvent(new Event("statechange"));
  }

  /** A window changes to the version that waits. */
  activate(): void {
    const worker = this.waiting!;
    this.waiting = null;
    worker.state = "activated";
    worker.dispatchEvent(new Event("statechange"));
  }
}
class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null;
  readonly registration = new FakeRegistration();
  readonly register = vi.fn(async () => this.registration);
  get ready() {
    return Promise.resolve({ active: this.controller });
  }
  getRegistrations = async () => [this.registration];
}

beforeEach(() => setLanguage("en"));
afterEach(() => vi.unstubAllGlobals());

async function watch(container: FakeContainer): Promise<{ app: App; update: Update; reload: () => void }> {
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  const app = new App({ ...parseSettings(null), seat: "both" }, Promise.resolve(null));
  const reload = vi.fn();
  const update = new Update(app, container as unknown as ServiceWorkerContainer, reload);
  await update.watch("./service-worker.js");
  return { app, update, reload };
}

describe("a newer version", () => {
  it("is offered when it is there, used when the user wants it, and loaded then", async () => {
    const container = new FakeContainer();
    container.controller = new FakeWorker();
    const { app, update, reload } = await watch(container);
    const listener = vi.fn();
    app.on(["update"], listener);
    expect(update.isOffered).toBe(false);
    const worker = new FakeWorker();
    container.registration.install(worker);
    expect([update.isOffered, listener.mock.calls.length, worker.sent]).toEqual([true, 1, []]);
    update.apply();
    expect(worker.sent).toEqual(["use"]);
    expect(reload).not.toHaveBeenCalled();
    for (let times = 0; times < 2; times++) container.dispatchEvent(new Event("controllerchange"));
    expect(reload).toHaveBeenCalledOnce();
  });

  it("that another window has changed to is loaded at once, and not offered any more where that is known", async () => {
    for (const isKnown of [false, true]) {
      const container = new FakeContainer();
      const { registration } = container;
      container.controller = new FakeWorker();
      // The window knows what becomes of a version that it has seen coming.
      if (!isKnown) registration.waiting = new FakeWorker();
      const { app, update, reload } = await watch(container);
      if (isKnown) registration.install(new FakeWorker());
      const listener = vi.fn();
      app.on(["update"], listener);
      const { waiting } = registration;
      registration.activate();
      expect([update.isOffered, listener.mock.calls.length]).toEqual(isKnown ? [false, 1] : [true, 0]);
      update.apply();
      expect(reload).toHaveBeenCalledOnce();
      expect(waiting!.sent).toEqual([]);
    }
  });

  it("that waited before the page was opened is offered, the first version of all is not", async () => {
    for (const hasController of [true, false]) {
      const container = new FakeContainer();
      container.registration.waiting = new FakeWorker();
      if (hasController) container.controller = new FakeWorker();
      const { update } = await watch(container);
      expect(update.isOffered).toBe(hasController);
      if (!hasController) container.registration.install(new FakeWorker());
      expect(update.isOffered).toBe(hasController);
    }
  });

  it("waits for the end of a game and of a piece of work, which a reload would end", async () => {
    const container = new FakeContainer();
    container.controller = new FakeWorker();
    container.registration.waiting = new FakeWorker();
    const { app, update } = await watch(container);
    const match = Match.start(app);
    expect(update.isOffered).toBe(false);
    match.resign();
    expect([match.isOver, update.isOffered]).toEqual([true, true]);
    app.occupy();
    expect(update.isOffered).toBe(false);
  });

  it("keeps the other files when the engine is ready", async () => {
    const container = new FakeContainer();
    container.controller = new FakeWorker();
    const { update } = await watch(container);
    expect(container.controller.sent).toEqual([]);
    await update.keepOthers();
    expect(container.controller.sent).toEqual(["keep"]);
  });

  it("is looked for when the page is seen again, once an hour at most", async () => {
    vi.useFakeTimers();
    const container = new FakeContainer();
    await watch(container);
    const see = () => document.dispatchEvent(new Event("visibilitychange"));
    see();
    expect(container.registration.update).not.toHaveBeenCalled();
    vi.advanceTimersByTime(3_700_000);
    see();
    see();
    expect(container.registration.update).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});

it("what is kept on the device is counted, and deleted without what belongs to others", async () => {
  const kept = new Map([
    ["fukumi-settings", "{}"],
    ["fukumi-game", "ab"],
    ["other", "stays"],
  ]);
  const local = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  };
  // The keys of the browser's storage are those of its entries.
  vi.stubGlobal("localStorage", new Proxy(local, { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor }));
  const container = new FakeContainer();
  const elsewhere = Object.assign(new FakeRegistration(), { scope: "http://here/other/" });
  container.getRegistrations = async () => [container.registration, elsewhere];
  const estimate = async () => ({ usage: 5_000_000 });
  vi.stubGlobal("navigator", { storage: { estimate }, serviceWorker: container, languages: ["en"] });
  vi.stubGlobal("location", { href: "http://here/board/index.html" });
  const cached = new Set(["fukumi-1", "fukumi-2", "others-1"]);
  vi.stubGlobal("caches", { keys: async () => [...cached], delete: async (name: string) => cached.delete(name) });
  const gone: string[] = [];
  vi.stubGlobal("indexedDB", {
    databases: async () => [{ name: "fukumi-library" }, { name: "other" }],
    deleteDatabase(name: string) {
      gone.push(name);
      const request = { onsuccess: () => undefined };
      queueMicrotask(() => request.onsuccess());
      return request;
    },
  });
  const texts = "fukumi-settings{}fukumi-gameab".length;
  expect(await whatIsKept()).toEqual({ texts, all: 5_000_000 + texts });
  await forgetAll();
  expect([[...kept.keys()], [...cached], gone]).toEqual([
    ["other"],
    ["others-1"],
    ["fukumi-library", "fukumi-journal"],
  ]);
  expect(container.registration.unregister).toHaveBeenCalledOnce();
  expect(elsewhere.unregister).not.toHaveBeenCalled();
  // What the page would write before it is loaded anew is not kept.
  storage.set("fukumi-game", "again");
  expect([...kept.keys()]).toEqual(["other"]);
});

const getOwnPropertyDescriptor = () => ({ enumerable: true, configurable: true });

it("sizes are written as people measure files", () => {
  expect([0, 1, 1500, 5_000_000].map(sizeText)).toEqual(["0 kB", "1 kB", "2 kB", "5 MB"]);
});
