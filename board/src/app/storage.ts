/** The browser's storage, which all windows of the page share, and what each window has for itself. */

let isClosed = false;

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

function write(area: () => Storage, name: string, value: string): void {
  if (isClosed) return;
  try {
    area().setItem(name, value);
  } catch {
    // What cannot be kept is forgotten when the page is closed.
  }
}

function remove(area: () => Storage, name: string): void {
  try {
    area().removeItem(name);
  } catch {
    // Where nothing is kept, nothing is removed.
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
  },
  get: (name: string): string | null => read(shared, name),
  remove: (name: string): void => remove(shared, name),
  set: (name: string, value: string): void => write(shared, name, value),
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
  setOwn: (name: string, value: string): void => write(own, name, value),
  get: (name: string): string | null => read(own, name) ?? read(shared, name),
  set(name: string, value: string): void {
    write(own, name, value);
    write(shared, name, value);
  },
};
