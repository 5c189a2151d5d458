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
   * Adds games of files, all or none. Of one that is there already the longer text stays: it has more comments, or more is
   * known of the game. If it is there more than once, each text stays. Throws if there is no room.
   */
  add(games: readonly Written[], added: number): Promise<Added>;
  /** Adds a game beside those with other texts, and returns where its own text is. Throws if there is no room. */
  keep(game: Written, added: number): Promise<Entry>;
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

/** The game that one of a file is another text of, among those that are the same; undefined if it is a further one. */
const otherText = (sgf: string, same: readonly Placed[]): Placed | undefined =>
  withText(sgf, same) ?? (same.length === 1 ? same[0] : undefined);
const withText = (sgf: string, games: readonly Placed[]): Placed | undefined => games.find((game) => game.sgf === sgf);
const isLonger = (text: string, other: string): boolean => text.length > other.length;

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
      const [entries, same]: [Entry[], Entry[]] = [[], []];
      for (const game of games) {
        const there = otherText(game.sgf, await sameAs(game, transaction));
        if (!there) {
          entries.push(await insert(game, added, transaction));
        } else if (isLonger(game.sgf, there.sgf)) {
          const entry = { ...there.entry, ...game.facts };
          await replace({ entry, sgf: game.sgf }, transaction);
          same.push(entry);
        } else {
          same.push(there.entry);
        }
      }
      return { entries, same };
    });
  }

  async keep(game: Written, added: number): Promise<Entry> {
    return this.change(async (transaction) => {
      const there = withText(game.sgf, await sameAs(game, transaction));
      return there?.entry ?? insert(game, added, transaction);
    });
  }

  async put(games: readonly Placed[]): Promise<void> {
    await this.change(async (transaction) => {
      for (const game of games) await replace(game, transaction);
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

/** The games that are the same as one, with their texts. */
async function sameAs({ facts: { key } }: Written, transaction: Changing): Promise<readonly Placed[]> {
  const found: readonly unknown[] = await transaction.objectStore("facts").index("key").getAll(key);
  const games: Placed[] = [];
  for (const entry of found.filter(isEntry))
    games.push({ entry, sgf: (await transaction.objectStore("texts").get(entry.id)) ?? "" });
  return games;
}

/** Puts a game in a place of its own. */
async function insert({ facts, sgf }: Written, added: number, transaction: Changing): Promise<Entry> {
  const id = await transaction.objectStore("facts").add({ ...facts, added });
  await transaction.objectStore("texts").put(sgf, id);
  return { ...facts, id, added };
}

async function replace({ entry, sgf }: Placed, transaction: Changing): Promise<void> {
  await transaction.objectStore("facts").put(entry);
  await transaction.objectStore("texts").put(sgf, entry.id);
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
    const ids = new Map<string, number[]>();
    for (const { entry } of this.games.values()) ids.set(entry.key, [...(ids.get(entry.key) ?? []), entry.id]);
    const [entries, same]: [Entry[], Entry[]] = [[], []];
    for (const { facts, sgf } of games) {
      const known = ids.get(facts.key) ?? [];
      const there = otherText(
        sgf,
        known.map((id) => this.games.get(id)!),
      );
      const isNew = !there || isLonger(sgf, there.sgf);
      const game = isNew ? { entry: { id: ++this.last, added, ...there?.entry, ...facts }, sgf } : there;
      this.games.set(game.entry.id, game);
      if (!there) ids.set(facts.key, [...known, game.entry.id]);
      (there ? same : entries).push(game.entry);
    }
    return { entries, same };
  }

  async keep({ facts, sgf }: Written, added: number): Promise<Entry> {
    const there = [...this.games.values()].find((game) => game.entry.key === facts.key && game.sgf === sgf);
    const entry = there?.entry ?? { ...facts, id: ++this.last, added };
    this.games.set(entry.id, { entry, sgf });
    return entry;
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
