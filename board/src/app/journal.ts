/**
 * The last changes of the shared storage, in the browser's database.
 *
 * A browser writes the storage to the disk seconds or even minutes after the page has changed it, and what it has not
 * written is lost if it breaks down. A change in the database has left the browser as soon as its transaction is complete.
 */

import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** A change of the storage. */
export interface Change {
  readonly name: string;
  /** Null if what was there was deleted. */
  readonly value: string | null;
  /** Milliseconds since 1970, and more than that of the change before. */
  readonly stamp: number;
}

export interface Journal {
  /** The last change of each name, the oldest first. */
  changes(): Promise<readonly Change[]>;
  /** Writes a change down, in place of the one before it. */
  add(change: Change): void;
}

interface Schema extends DBSchema {
  changes: { key: string; value: Change; indexes: { stamp: number } };
}

/** The name of the database. */
export const JOURNAL = "fukumi-journal";
/** Milliseconds after which the browser has certainly written the storage itself. */
const LIFE = 24 * 3600 * 1000;
/** How long the page waits for the database, in milliseconds. */
const PATIENCE = 3000;

class DatabaseJournal implements Journal {
  constructor(private readonly database: IDBPDatabase<Schema>) {}

  async changes(): Promise<readonly Change[]> {
    const all: readonly unknown[] = await this.database.getAllFromIndex("changes", "stamp");
    return all.filter(isChange);
  }

  add(change: Change): void {
    // Without it the change is no less safe than the browser makes it.
    void Promise.resolve()
      .then(() => this.database.put("changes", change))
      .catch(() => undefined);
  }

  /** Drops the changes before a time. */
  async drop(before: number): Promise<void> {
    const { store, done } = this.database.transaction("changes", "readwrite");
    const old = await store.index("stamp").getAllKeys(IDBKeyRange.upperBound(before));
    for (const name of old) await store.delete(name);
    await done;
  }
}

/** Opens the journal; null where there is no database, or where it does not answer. */
export async function openJournal(): Promise<Journal | null> {
  const opened = openDatabase().catch(() => null);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  return Promise.race([opened, late]);
}

async function openDatabase(): Promise<Journal> {
  const database = await openDB<Schema>(JOURNAL, 1, {
    upgrade: (created) => {
      created.createObjectStore("changes", { keyPath: "name" }).createIndex("stamp", "stamp");
    },
    // It is deleted, or a newer version of the page changes it.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  });
  const journal = new DatabaseJournal(database);
  await journal.drop(Date.now() - LIFE);
  return journal;
}

function isChange(value: unknown): value is Change {
  if (typeof value !== "object" || value === null) return false;
  const { name, value: text, stamp } = value as Partial<Change>;
  return typeof name === "string" && (text === null || typeof text === "string") && Number.isFinite(stamp);
}
