/** What the page keeps on the device, and how all of it is deleted. */

import { storage } from "./storage";

/** What all names of the page's own data begin with; a server may have other pages as well. */
const PREFIX = "fukumi";
/** Where a window says to the others that all is deleted. */
const CHANNEL = "fukumi-device";

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

/** Deletes all of it. The page has to be loaded anew after that: until then it keeps nothing. */
export async function forgetAll(): Promise<void> {
  const others = new BroadcastChannel(CHANNEL);
  others.postMessage(null);
  others.close();
  storage.close(PREFIX);
  const databases = (await globalThis.indexedDB?.databases?.().catch(() => [])) ?? [];
  const caches = globalThis.caches;
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all([
    ...databases.map(({ name }) => name?.startsWith(PREFIX) && deleted(name)),
    ...registrations.filter(isOwn).map((registration) => registration.unregister()),
    caches
      ?.keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith(PREFIX)).map((name) => caches.delete(name)))),
  ]);
}

/** Calls back when another window deletes all of it. From then on this one keeps nothing either. */
export function whenForgotten(act: () => void): void {
  new BroadcastChannel(CHANNEL).onmessage = () => {
    storage.close(PREFIX);
    act();
  };
}

const isOwn = ({ scope }: ServiceWorkerRegistration): boolean => scope === new URL("./", location.href).href;

/** Deletes a database; if it is in use it goes when the page does. */
const deleted = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });
