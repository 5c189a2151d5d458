/** Locks that all windows of the page share; the browser lets go of those of a window that is closed or crashes. */

/** Missing where the page comes from an insecure address. */
const manager = (): LockManager | null => globalThis.navigator?.locks ?? null;
/** Let go of the locks that are held. */
const releases: (() => void)[] = [];

async function take(name: string, mode: LockMode, patienceMs: number): Promise<boolean> {
  const all = manager();
  if (!all) return true;
  return new Promise((resolve) => {
    const held = () => {
      resolve(true);
      return new Promise<void>((release) => releases.push(release));
    };
    all.request(name, { mode, signal: AbortSignal.timeout(patienceMs) }, held).catch(() => resolve(false));
  });
}

/**
 * Does something when the lock is granted, or at once if `options` say so; `isMine` is whether this window has it. Does
 * it without a lock where the browser has none, or refuses all of them because the page may keep nothing.
 */
async function withLock<T>(name: string, options: LockOptions, act: (isMine: boolean) => T): Promise<T> {
  const all = manager();
  if (!all) return act(true);
  let isRefused = true;
  const answered = (lock: Lock | null) => {
    isRefused = false;
    return act(lock !== null);
  };
  try {
    return await all.request(name, options, answered);
  } catch (error) {
    if (!isRefused) throw error;
    return act(true);
  }
}

export const locks = {
  /** Holds a lock until the page is left. Returns false if another window has it for longer than that. */
  hold: (name: string, patienceMs: number): Promise<boolean> => take(name, "exclusive", patienceMs),

  /** Holds a lock with others that share it. Returns false if another window holds it alone for longer than that. */
  share: (name: string, patienceMs: number): Promise<boolean> => take(name, "shared", patienceMs),

  /** Lets go of all: the page is left, but the browser may keep it for the way back. */
  release(): void {
    for (const release of releases.splice(0)) release();
  },

  /** Does something with a lock; null if another window has it. */
  async during<T>(name: string, act: () => T): Promise<T | null> {
    return withLock(name, { ifAvailable: true }, (isMine) => (isMine ? act() : null));
  },

  /** Does something with a lock, after all windows that asked for it before. */
  async inTurn<T>(name: string, act: () => T): Promise<T> {
    return withLock(name, {}, act);
  },

  /** The names of the locks that windows hold; null if that is not known. */
  async held(prefix: string): Promise<readonly string[] | null> {
    const asked = manager()?.query();
    const { held } = (await asked?.catch(() => null)) ?? {};
    return held?.flatMap(({ name }) => (name?.startsWith(prefix) ? [name] : [])) ?? null;
  },
};
