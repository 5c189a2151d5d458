/** The browser's storage, which all windows of the page share, and what each window has for itself. */

import type { Journal } from "./journal";

/** The stamp of the last change that the shared storage has. */
const STAMP = "fukumi-stamp";

let isClosed = false;
/** Has the last changes of the shared storage as well; null where there is none. */
let journal: Journal | null = null;
/** Names whose last text the shared storage has not taken, and what is called when there are some or none any more. */
const refused = new Set<string>();
const watchers: (() => void)[] = [];

/** Notes whether the shared storage has taken what is to be kept under a name. */
function note(name: string, isKept: boolean): void {
  const before = refused.size;
  if (isKept) refused.delete(name);
  else refused.add(name);
  if (before > 0 !== refused.size > 0) for (const watcher of watchers) watcher();
}

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
  if (!isClosed) note(name, isKept);
  return isKept;
}

function removeShared(name: string): void {
  if (remove(shared, name)) record(name, null);
  note(name, true);
}

/** What the storage of a window, or the shared one, does with a text. */
interface Area {
  readonly get: (name: string) => string | null;
  readonly set: (name: string, value: string) => boolean;
  readonly remove: (name: string) => void;
}

/** Keeps a text, if there is no room in the place of another one. Returns whether it was kept. */
function writeInPlaceOf(other: string, area: Area, name: string, value: string): boolean {
  if (area.set(name, value)) return true;
  const before = area.get(other);
  if (before === null) return false;
  area.remove(other);
  if (area.set(name, value)) return true;
  area.set(other, before);
  return false;
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
    refused.clear();
  },
  get: (name: string): string | null => read(shared, name),
  remove: removeShared,
  set: writeShared,
  /** Whether it has taken all that is to be kept. */
  get isWhole(): boolean {
    return refused.size === 0;
  },
  /** Calls back when that changes. */
  watch: (changed: () => void): void => void watchers.push(changed),
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

const sharedArea: Area = storage;
const ownArea: Area = {
  get: (name) => read(own, name),
  set: (name, value) => write(own, name, value),
  remove: (name) => void remove(own, name),
};

/** What each window keeps for itself, as long as it lasts; a new one begins with what another kept last. */
export const windowStorage = {
  /** What this window alone keeps. */
  own: (name: string): string | null => read(own, name),
  setOwn: (name: string, value: string): void => void write(own, name, value),
  get: (name: string): string | null => read(own, name) ?? read(shared, name),
  /**
   * Keeps a text for this window and for new ones. If there is no room, it takes the place of another one. Returns
   * whether at least one of both has it.
   */
  set(name: string, value: string, inPlaceOf: string | null = null): boolean {
    const put = (area: Area) =>
      inPlaceOf === null ? area.set(name, value) : writeInPlaceOf(inPlaceOf, area, name, value);
    const [isOwn, isShared] = [put(ownArea), put(sharedArea)];
    // An older text must not be taken for this one.
    if (!isOwn && isShared) ownArea.remove(name);
    return isOwn || isShared;
  },
};
