/** What the page keeps on the device, and how all of it is deleted. */

import { JOURNAL } from "./journal";
import { locks } from "./locks";
import { storage } from "./storage";
import { LIBRARY } from "./store";

/** What all names of the page's own data begin with; a server may have other pages as well. */
const PREFIX = "fukumi";
/** Where a window says to the others that all is deleted, and the lock that they share until then. */
const CHANNEL = "fukumi-device";
/** How long a window waits for another that does not answer, in milliseconds. */
const PATIENCE = 3000;
/** A second channel of this window would hear what the first one says. */
let others: BroadcastChannel | null = null;

export interface Kept {
  /** Bytes of settings, puzzles and the last games. */
  readonly texts: number;
  /** Bytes of all together, with the files of the page and the library, if the browser says it. */
  readonly all: number | null;
}

export async function whatIsKept(): Promise<Kept> {
  const names = storage.names(PREFIX);
  const texts = names.reduce((sum, name) => sum + name.length + (storage.get(name) ?? "").length, 0);
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined);
  return { texts, all: estimate?.usage === undefined ? null : estimate.usage + texts };
}

/**
 * Begins to use what is kept, once no window deletes it. Calls back when another window does: from then on this one keeps
 * nothing, and has to be loaded anew.
 */
export async function useKept(forgotten: () => void): Promise<void> {
  try {
    others = new BroadcastChannel(CHANNEL);
    others.onmessage = () => {
      storage.close(PREFIX);
      forgotten();
    };
  } catch {
    // Firefox has none while cookies are blocked. There is nothing to delete then.
  }
  await locks.share(CHANNEL, PATIENCE);
}

/** Deletes all of it. The page has to be loaded anew after that: until then it keeps nothing. */
export async function forgetAll(): Promise<void> {
  others?.postMessage(null);
  locks.release();
  // The others have left what is kept, and use it again when this page has been left.
  await locks.hold(CHANNEL, PATIENCE);
  storage.close(PREFIX);
  // A browser that keeps nothing may refuse any of them.
  await Promise.allSettled([deleteDatabases(), unregisterWorkers(), deleteCaches()]);
}

async function deleteDatabases(): Promise<void> {
  // Firefox lists databases since version 126.
  const listed = (await globalThis.indexedDB?.databases?.().catch(() => [])) ?? [];
  const names = new Set([LIBRARY, JOURNAL, ...listed.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name] : []))]);
  await Promise.allSettled([...names].map(deleted));
}

async function unregisterWorkers(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.filter(isOwn).map((registration) => registration.unregister()));
}

async function deleteCaches(): Promise<void> {
  const names = (await globalThis.caches?.keys()) ?? [];
  await Promise.all(names.filter((name) => name.startsWith(PREFIX)).map((name) => caches.delete(name)));
}

const isOwn = ({ scope }: ServiceWorkerRegistration): boolean => scope === new URL("./", location.href).href;

/** Deletes a database; if it is in use it goes when the page does. */
const deleted = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });
