/** The browser's storage, which all windows of the page share, and what each window has for itself. */

import type { Journal } from "./journal";

/** The stamp of the last change that the shared storage has. */
const STAMP = "fukumi-stamp";

let isClosed = false;
/** Has the last changes of the shared storage as well; null where there is none. */
let journal: Journal | null = null;

/** The names of an area that begin so; none where storages are switched off. */
function namesIn(area: () => Storage, prefix: string): string[] {
  try {
    return Object.keys(area()).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

function read(area: () => Storage, name: string): string | null {
  try {
    return area().getItem(name);
  } catch {
    return null;
  }
}

/** Returns whether it was kept; what cannot be is forgotten when the page is closed. */
function write(area: () => Storage, name: string, value: string): boolean {
  if (isClosed) return false;
  try {
    area().setItem(name, value);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether there was something. */
function remove(area: () => Storage, name: string): boolean {
  if (read(area, name) === null) return false;
  area().removeItem(name);
  return true;
}

/** The stamp of the last change; 0 without one. */
const lastStamp = (): number => Number(read(shared, STAMP)) || 0;

/**
 * Writes a change of the shared storage into the journal. Where the journal does not open any more, the stamp alone goes
 * on, so that its old changes never replace a newer one.
 */
function record(name: string, value: string | null): void {
  const last = lastStamp();
  if (isClosed || (!journal && last === 0)) return;
  const stamp = Math.max(Date.now(), last + 1);
  if (write(shared, STAMP, String(stamp))) journal?.add({ name, value, stamp });
}

/** Returns whether it was kept. */
function writeShared(name: string, value: string): boolean {
  const isKept = write(shared, name, value);
  if (isKept) record(name, value);
  return isKept;
}

function removeShared(name: string): void {
  if (remove(shared, name)) record(name, null);
}

/**
 * Makes the changes of a journal again that the browser has lost because it ended before it had written them. From now on
 * changes go to the journal as well.
 */
export async function recoverStorage(opened: Promise<Journal | null>): Promise<void> {
  const found = await opened;
  const changes = (await found?.changes().catch(() => null)) ?? null;
  if (!changes) return;
  journal = found;
  const last = lastStamp();
  for (const { name, value, stamp } of changes.filter((change) => change.stamp > last)) {
    if (value === null) remove(shared, name);
    else write(shared, name, value);
    write(shared, STAMP, String(stamp));
  }
}

/** Both may be missing, and in some browsers even their names throw. */
const shared = (): Storage => localStorage;
const own = (): Storage => sessionStorage;

export const storage = {
  /** What has a name that begins so. */
  names: (prefix: string): string[] => namesIn(shared, prefix),
  /** Deletes what has a name that begins so, and keeps nothing more. */
  close(prefix: string): void {
    for (const area of [shared, own]) for (const name of namesIn(area, prefix)) area().removeItem(name);
    isClosed = true;
    journal = null;
  },
  get: (name: string): string | null => read(shared, name),
  remove: removeShared,
  set: writeShared,
  /** Calls back when another window keeps something else under this name; null if it deletes what was there. */
  follow(name: string, changed: (value: string | null) => void): void {
    globalThis.addEventListener?.("storage", (event) => {
      if (event.key === name && event.storageArea === shared()) changed(event.newValue);
    });
  },
  /** Calls back when another window changes something whose name begins so. */
  followAll(prefix: string, changed: () => void): void {
    globalThis.addEventListener?.("storage", (event) => {
      if (event.key?.startsWith(prefix) && event.storageArea === shared()) changed();
    });
  },
};

/** What each window keeps for itself, as long as it lasts; a new one begins with what another kept last. */
export const windowStorage = {
  /** What this window alone keeps. */
  own: (name: string): string | null => read(own, name),
  setOwn: (name: string, value: string): void => void write(own, name, value),
  get: (name: string): string | null => read(own, name) ?? read(shared, name),
  set(name: string, value: string): void {
    write(own, name, value);
    writeShared(name, value);
  },
};
