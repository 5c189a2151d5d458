/**
 * Where the library is kept: the browser's database, or the memory of the page where there is none, as in some private
 * windows.
 */

import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
import { type Entry, type Written, isEntry } from "../core/library";

/** What was done with games that were to be added. */
export interface Added {
  readonly entries: readonly Entry[];
  /** Games that were there already, as they are there now. */
  readonly same: readonly Entry[];
}

/** A game in its place. */
export interface Placed {
  readonly entry: Entry;
  readonly sgf: string;
}

export interface Store {
  /** Whether what it has is still there when the page is opened again. */
  readonly lasts: boolean;
  /** All entries, in no order. */
  all(): Promise<readonly Entry[]>;
  /**
   * Adds games, all or none. Of one that is there already the longer text stays: it has more comments, or more is known of
   * the game. Throws if there is no room.
   */
  add(games: readonly Written[], added: number): Promise<Added>;
  /** Puts games where they were, or others in their place. Throws if there is no room. */
  put(games: readonly Placed[]): Promise<void>;
  /** The games as SGF, in this order; those that are gone are left out. */
  texts(ids: readonly number[]): Promise<readonly string[]>;
  remove(ids: readonly number[]): Promise<void>;
  /** Calls back whenever another window of the page has changed the library. */
  follow(changed: () => void): void;
}

/** Lists read the facts of all games, and only those that are opened need the text. */
interface Schema extends DBSchema {
  facts: { key: number; value: Omit<Entry, "id"> & { id?: number }; indexes: { key: string } };
  texts: { key: number; value: string };
}

const isLonger = (text: string, other: string | undefined): boolean => text.length > (other?.length ?? 0);

/** The name of the database. */
export const LIBRARY = "fukumi-library";
const BOTH = ["facts", "texts"] as const;
type Changing = IDBPTransaction<Schema, typeof BOTH, "readwrite">;

class DatabaseStore implements Store {
  readonly lasts = true;
  private readonly others = new BroadcastChannel(LIBRARY);

  constructor(private readonly database: IDBPDatabase<Schema>) {}

  follow(changed: () => void): void {
    this.others.onmessage = changed;
  }

  async all(): Promise<readonly Entry[]> {
    const all: readonly unknown[] = await this.database.getAll("facts");
    return all.filter(isEntry);
  }

  async add(games: readonly Written[], added: number): Promise<Added> {
    return this.change(async (transaction) => {
      const [facts, texts] = [transaction.objectStore("facts"), transaction.objectStore("texts")];
      const index = facts.index("key");
      const [entries, same]: [Entry[], Entry[]] = [[], []];
      for (const game of games) {
        const there = await index.get(game.facts.key);
        if (!isEntry(there)) {
          const id = await facts.add({ ...game.facts, added });
          await texts.put(game.sgf, id);
          entries.push({ ...game.facts, id, added });
        } else if (isLonger(game.sgf, await texts.get(there.id))) {
          const entry = { ...there, ...game.facts };
          await facts.put(entry);
          await texts.put(game.sgf, entry.id);
          same.push(entry);
        } else {
          same.push(there);
        }
      }
      return { entries, same };
    });
  }

  async put(games: readonly Placed[]): Promise<void> {
    await this.change(async (transaction) => {
      const [facts, texts] = [transaction.objectStore("facts"), transaction.objectStore("texts")];
      for (const { entry, sgf } of games) {
        await facts.put(entry);
        await texts.put(sgf, entry.id);
      }
    });
  }

  async texts(ids: readonly number[]): Promise<readonly string[]> {
    const { store, done } = this.database.transaction("texts");
    const found = await Promise.all(ids.map((id) => store.get(id)));
    await done;
    return found.filter((text) => text !== undefined);
  }

  async remove(ids: readonly number[]): Promise<void> {
    await this.change(async (transaction) => {
      const [facts, texts] = [transaction.objectStore("facts"), transaction.objectStore("texts")];
      for (const id of ids) {
        await facts.delete(id);
        await texts.delete(id);
      }
    });
  }

  /** Makes a change of which all is done or nothing. */
  private async change<T>(make: (transaction: Changing) => Promise<T>): Promise<T> {
    const transaction = this.database.transaction(BOTH, "readwrite");
    try {
      const made = await make(transaction);
      await transaction.done;
      this.others.postMessage(null);
      return made;
    } catch (error) {
      // Its own failure is the one that counts, and it may have ended already.
      transaction.done.catch(() => undefined);
      try {
        transaction.abort();
      } catch {
        // It has ended.
      }
      throw error;
    }
  }
}

/** A library that is forgotten with the page. */
export class MemoryStore implements Store {
  readonly lasts = false;
  private readonly games = new Map<number, Placed>();
  private last = 0;

  /** No other window has it. */
  follow(_changed: () => void): void {}

  async all(): Promise<readonly Entry[]> {
    return [...this.games.values()].map(({ entry }) => entry);
  }

  async add(games: readonly Written[], added: number): Promise<Added> {
    const keys = new Map([...this.games.values()].map((game) => [game.entry.key, game]));
    const [entries, same]: [Entry[], Entry[]] = [[], []];
    for (const { facts, sgf } of games) {
      const there = keys.get(facts.key);
      const isNew = !there || isLonger(sgf, there.sgf);
      const game = isNew ? { entry: { id: ++this.last, added, ...there?.entry, ...facts }, sgf } : there;
      this.games.set(game.entry.id, game);
      keys.set(facts.key, game);
      (there ? same : entries).push(game.entry);
    }
    return { entries, same };
  }

  async put(games: readonly Placed[]): Promise<void> {
    for (const game of games) this.games.set(game.entry.id, game);
  }

  async texts(ids: readonly number[]): Promise<readonly string[]> {
    return ids.map((id) => this.games.get(id)?.sgf).filter((text) => text !== undefined);
  }

  async remove(ids: readonly number[]): Promise<void> {
    for (const id of ids) this.games.delete(id);
  }
}

/** Whether the browser says that a connection to the database is gone. WebKit takes one away in the background. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof DOMException && ["InvalidStateError", "UnknownError"].includes(error.name);

/**
 * Opens the browser's database, or where that is impossible a library in the memory of the page. Calls back when the
 * connection is closed.
 */
export async function openStore(closed: () => void): Promise<Store> {
  try {
    const database = await openDB<Schema>(LIBRARY, 1, {
      upgrade: (created) => {
        created.createObjectStore("facts", { keyPath: "id", autoIncrement: true }).createIndex("key", "key");
        created.createObjectStore("texts");
      },
      // A newer version of the page, in another window, may change the database.
      blocking: (_, __, event) => {
        (event.target as IDBDatabase).close();
        closed();
      },
      terminated: closed,
    });
    return new DatabaseStore(database);
  } catch {
    return new MemoryStore();
  }
}
