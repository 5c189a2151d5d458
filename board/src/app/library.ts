/** The games that the user keeps: those that were played here, and those of files. */

import { type Entry, type Written, byAge, isoDay } from "../core/library";
import type { Size } from "../core/geometry";
import { ReadError } from "../core/reading";
import type { Rule } from "../core/rules";
import type { GameTree } from "../core/tree";
import { type Brain, faultOf } from "../engine/brain";
import { type Key, t } from "../i18n";
import type { App } from "./app";
import { MAX_FILE } from "./content";
import { Match } from "./match";
import { MemoryStore, type Placed, type Store, isConnectionLost, openStore } from "./store";
import { hash } from "./tasks";

/** Where the game on the board is. */
export type Shelf =
  /** Nowhere but on the board. */
  | { readonly kind: "loose" }
  /** On its way to the library, and whether it has changed since it went. */
  | { readonly kind: "writing"; readonly hasChanged: boolean }
  /** In the library as it is, or as it was. */
  | { readonly kind: "kept" | "changed" };

/** A file, or a text with its name. */
export type Source = File | { readonly name: string; readonly text: string };

interface Progress {
  readonly done: number;
  readonly total: number;
}

/** How long the page waits for a quiet moment, in milliseconds. */
const PATIENCE = 2000;
/** How long another window has to be done with its changes before they are shown here, in milliseconds. */
const FOLLOWING = 200;

export class Library {
  /** The games, the newest first. */
  entries: readonly Entry[] = [];
  shelf: Shelf = { kind: "loose" };
  /** How far work with many games is, such as reading a file; null while there is none. */
  progress: Progress | null = null;
  /** Games that were deleted last. */
  removed: readonly Placed[] = [];
  /** Whether the games are still there when the page is opened again; null until that is known. */
  lasts: boolean | null = null;
  private opening: Promise<Store> | null = null;
  /** The game that was on the board when that was last looked at. */
  private about: GameTree;
  private stopping = new AbortController();
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly app: App,
    /** Opens the store, and calls back when that is closed. */
    private readonly opener: (closed: () => void) => Promise<Store> = openStore,
  ) {
    this.about = app.game;
    app.on(["tree", "comment"], () => this.changed());
    app.on(["activity"], () => this.ended());
  }

  /** The library, which is opened when it is first asked for, and again after its connection was lost. */
  open(): Promise<Store> {
    this.opening ??= this.connect();
    return this.opening;
  }

  private async connect(): Promise<Store> {
    try {
      const store = await this.opener(() => (this.opening = null)).catch(() => new MemoryStore());
      // An empty memory does not stand for games that were there.
      if (this.lasts && !store.lasts) throw new DOMException("the library does not open", "InvalidStateError");
      this.lasts = store.lasts;
      this.show(await store.all());
      let waiting: ReturnType<typeof setTimeout>;
      store.follow(() => {
        clearTimeout(waiting);
        waiting = setTimeout(() => void this.refresh(store).catch(() => undefined), FOLLOWING);
      });
      return store;
    } catch (error) {
      this.opening = null;
      throw error;
    }
  }

  /** Does something with the store. The next call opens it anew if its connection is lost. */
  private async use<T>(act: (store: Store) => Promise<T>): Promise<T> {
    const opening = this.open();
    try {
      return await act(await opening);
    } catch (error) {
      if (isConnectionLost(error) && this.opening === opening) this.opening = null;
      throw error;
    }
  }

  /** Shows the games. What keeps them from being shown is said. */
  async look(): Promise<void> {
    const { work } = this.app;
    await this.open().catch((error: unknown) => work.fail(error, () => this.look(), "library.failed"));
  }

  /** Shows these games, and where the one on the board is among them. */
  private show(entries: readonly Entry[]): void {
    this.entries = [...entries].sort(byAge);
    if (this.shelf.kind !== "writing") this.place();
    this.app.changed("library");
  }

  /** Shows the games as another window has left them. */
  private async refresh(store: Store): Promise<void> {
    let [all, known]: (readonly Entry[])[] = [[], []];
    // What changes here meanwhile may be missing in what was read.
    do {
      known = this.entries;
      all = await store.all();
    } while (known !== this.entries);
    this.show(all!);
  }

  /** Shows games besides those that are there, or in their place. */
  private update(entries: readonly Entry[]): void {
    const ids = new Set(entries.map(({ id }) => id));
    this.show([...this.entries.filter(({ id }) => !ids.has(id)), ...entries]);
  }

  // --- The game on the board ---------------------------------------------------------------------

  private set(shelf: Shelf): void {
    this.shelf = shelf;
    this.app.changed("library");
  }

  /** The entry of the game on the board. */
  get own(): Entry | null {
    const { entry } = this.app.game;
    return (entry !== null && this.entries.find(({ id }) => id === entry)) || null;
  }

  /** Finds out where the game on the board is. */
  private place(): void {
    const { entry, hasChanged } = this.app.game;
    const isKept = this.lasts === null ? entry !== null : this.own !== null;
    this.shelf = { kind: !isKept ? "loose" : hasChanged ? "changed" : "kept" };
  }

  /** Another game is on the board, or the one that is has changed. */
  private changed(): void {
    const { game } = this.app;
    if (game !== this.about) {
      this.about = game;
      this.place();
      this.app.changed("library");
      return;
    }
    game.hasChanged = true;
    if (this.shelf.kind === "kept") this.set({ kind: "changed" });
    else if (this.shelf.kind === "writing") this.shelf = { kind: "writing", hasChanged: true };
  }

  /** A game that has come to its end is kept, when the page has time for it. */
  private ended(): void {
    const { activity, game, node } = this.app;
    if (!(activity instanceof Match) || activity.phase === "opening" || game.count < 2) return;
    if (!(activity.isOver || game.end(node)) || !["loose", "changed"].includes(this.shelf.kind)) return;
    game.date ||= isoDay(new Date());
    whenQuiet(() => {
      if (this.app.game === game && this.shelf.kind !== "writing" && this.shelf.kind !== "kept") void this.write(game);
    });
  }

  /** Keeps the game on the board. */
  async keep(): Promise<void> {
    const { app } = this;
    const { game } = app;
    if (game.isBlank) return app.say("library.blank");
    const where = this.shelf.kind !== "writing" && (await this.write(game));
    if (where) app.say(where === "beside" ? "library.keptBeside" : "library.kept");
  }

  /**
   * Keeps a game in its entry; without one, or if the entry has another text by now, in a new one. Returns null if it
   * cannot be kept, and whether it is beside an entry that others have changed.
   */
  private async write(game: GameTree): Promise<"kept" | "beside" | null> {
    const { app } = this;
    this.set({ kind: "writing", hasChanged: false });
    const act = async (brain: Brain, store: Store) => {
      const written = await listed(brain, (await brain.write(game, "sgf"))!, game.rule, game.size);
      const old = this.entries.find(({ id }) => id === game.entry);
      const [now] = old ? await store.texts([old.id]) : [];
      const isOther = now !== undefined && game.keptHash !== null && game.keptHash !== hash(now);
      const isNew = !old || now === undefined || isOther;
      const entry = isNew ? await store.keep(written, Date.now()) : { ...old, ...written.facts };
      if (!isNew) await store.put([{ entry, sgf: written.sgf }]);
      Object.assign(game, { entry: entry.id, keptHash: hash(written.sgf) });
      return { entry, where: isOther && entry.id !== old?.id ? "beside" : "kept" } as const;
    };
    const kept = await this.attempt(() => this.keep(), act).catch((error: unknown) => {
      if (!(error instanceof ReadError)) throw error;
      app.say("library.failed", () => ({ reason: t(`read.${error.problem}` as Key) }));
      return null;
    });
    if (game === app.game) {
      if (kept && this.shelf.kind === "writing") game.hasChanged = this.shelf.hasChanged;
      this.place();
      if (kept) app.save();
    }
    if (kept) this.update([kept.entry]);
    else app.changed("library");
    return kept && kept.where;
  }

  // --- The games ---------------------------------------------------------------------------------

  /** Puts a game on the board. Throws a `ReadError` if it is too large for it. */
  async load(entry: Entry): Promise<void> {
    const { app } = this;
    const again = () => this.load(entry);
    await this.attempt(again, async (brain, store) => {
      const [sgf] = await store.texts([entry.id]);
      if (sgf === undefined) return this.show(await store.all());
      const game = (await brain.read(sgf, entry, entry.rule))[0]!();
      Object.assign(game, { entry: entry.id, keptHash: hash(sgf) });
      app.open(game, game.last());
    });
  }

  /** Gives a game another title; without one it has the names of its players. */
  async rename(entry: Entry, title: string): Promise<void> {
    const { app } = this;
    const words = title.trim().replace(/\s+/g, " ");
    if (words === entry.title) return;
    const again = () => this.rename(entry, title);
    await this.attempt(again, async (brain, store) => {
      const [sgf] = await store.texts([entry.id]);
      if (sgf === undefined) return;
      const written = await listed(brain, await brain.retitle(sgf, words), entry.rule, entry);
      const renamed = { ...entry, ...written.facts };
      await store.put([{ entry: renamed, sgf: written.sgf }]);
      if (app.game.entry === entry.id) {
        app.game.title = words;
        if (app.game.keptHash === hash(sgf)) app.game.keptHash = hash(written.sgf);
        app.save();
      }
      this.update([renamed]);
    });
  }

  /** Whether a game is on the board with changes that are not kept, or something goes on in it there. */
  isInUse({ id }: Entry): boolean {
    const { activity, game } = this.app;
    const goesOn = activity !== null && !(activity instanceof Match && activity.isFinished);
    return game.entry === id && (this.shelf.kind !== "kept" || goesOn);
  }

  /**
   * Puts a changed game in the place of the text that it was read from. Returns false, and changes nothing, if the
   * entry has another text by now or is gone, or if the game is in use.
   */
  async replace(entry: Entry, before: string, game: GameTree): Promise<boolean> {
    const brain = await this.app.engine();
    const written = await listed(brain, (await brain.write(game, "sgf"))!, entry.rule, entry);
    return this.use(async (store) => {
      const [now] = await store.texts([entry.id]);
      if (now !== before || this.isInUse(entry)) return false;
      const changed = { ...entry, ...written.facts };
      await store.put([{ entry: changed, sgf: written.sgf }]);
      game.keptHash = hash(written.sgf);
      this.update([changed]);
      return true;
    });
  }

  /** Deletes games. The last deletion can be undone. */
  async remove(entries: readonly Entry[]): Promise<void> {
    const ids = entries.map(({ id }) => id);
    const again = () => this.remove(entries);
    await this.attempt(again, async (_, store) => {
      const texts = await store.texts(ids);
      await store.remove(ids);
      this.removed = texts.length === ids.length ? entries.map((entry, at) => ({ entry, sgf: texts[at]! })) : [];
      const gone = new Set(ids);
      this.show(this.entries.filter(({ id }) => !gone.has(id)));
    });
  }

  async restore(): Promise<void> {
    const { removed } = this;
    const again = () => this.restore();
    await this.attempt(again, async (_, store) => {
      await store.put(removed);
      this.removed = [];
      this.update(removed.map(({ entry }) => entry));
    });
  }

  /** All games as SGF, the newest first. */
  async texts(entries: readonly Entry[] = this.entries): Promise<readonly string[]> {
    return this.use((store) => store.texts(entries.map(({ id }) => id)));
  }

  // --- Files -------------------------------------------------------------------------------------

  /** Adds all games of files, after those of files that are read already. */
  add(sources: readonly Source[]): Promise<void> {
    const { signal } = this.stopping;
    const added = this.last.then(() => this.readAll(sources, signal));
    this.last = added.catch(() => undefined);
    return added;
  }

  private async readAll(sources: readonly Source[], outer: AbortSignal): Promise<void> {
    const { app } = this;
    const stopping = new AbortController();
    if (outer.aborted) return;
    outer.addEventListener("abort", () => stopping.abort());
    const sum: Sum = { time: Date.now(), n: 0, same: 0, left: 0, problem: "" };
    let isWhole = true;
    for (const source of sources) {
      if (stopping.signal.aborted) break;
      const { name } = source;
      app.say("explore.reading", { name });
      this.advance({ done: 0, total: 0 });
      const again = () => this.add(sources);
      const isDone = await this.attempt(again, async (brain, store) => {
        await this.read(brain, store, source, stopping, sum);
        return true;
      });
      isWhole &&= isDone !== null;
    }
    this.advance(null);
    // What kept them from being added has been said.
    if (isWhole) app.say(sum.left > 0 ? "library.left" : "library.added", { ...sum });
  }

  /** Adds the games of a file, several at a time, while it is read. */
  private async read(brain: Brain, store: Store, source: Source, stopping: AbortController, sum: Sum): Promise<void> {
    const { name } = source;
    const leave = (problem: string, count = 1) => {
      sum.left += count;
      sum.problem ||= `${name}: ${problem}`;
    };
    if (source instanceof File && source.size > MAX_FILE) return leave(t("read.long"));
    const content = source instanceof File ? new Uint8Array(await source.arrayBuffer()) : source.text;
    const { rule, size } = this.app.game;
    let writing = Promise.resolve();
    let failure: unknown = null;
    const write = async (games: readonly Written[], done: number, total: number) => {
      if (failure) return;
      const { entries, same } = await store.add(games, sum.time);
      sum.n += entries.length;
      sum.same += same.length;
      this.progress = { done, total };
      this.update([...entries, ...same]);
    };
    try {
      const listed = await brain.listGames(
        content,
        rule,
        size,
        (games, done, total) => {
          writing = writing
            .then(() => write(games, done, total))
            .catch((error: unknown) => {
              failure ??= error;
              stopping.abort();
            });
        },
        stopping.signal,
      );
      if (listed.problem) leave(listed.problem.message, listed.unreadable);
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      leave(error.found || t(`read.${error.problem}` as Key));
    }
    await writing;
    if (failure) throw failure;
  }

  /** Shows how far work with many games is. */
  advance(progress: Progress | null): void {
    this.progress = progress;
    this.app.changed("library");
  }

  /** Aborted when the user stops that work. */
  get stopped(): AbortSignal {
    return this.stopping.signal;
  }

  /** Ends work with many games; files that wait are not read either. */
  stop(): void {
    this.stopping.abort();
    this.stopping = new AbortController();
  }

  /** Does what needs the engine and the library. Null, and a message, if that is impossible; `again` tries it anew. */
  private async attempt<T>(again: () => unknown, act: (brain: Brain, store: Store) => Promise<T>): Promise<T | null> {
    try {
      const brain = await this.app.engine();
      return await this.use((store) => act(brain, store));
    } catch (error) {
      if (error instanceof ReadError) throw error;
      this.fail(error, again);
      return null;
    }
  }

  /** Says what has kept something from being done that needs the engine and the library; `again` tries it anew. */
  fail(error: unknown, again: () => unknown): void {
    const { app } = this;
    const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
    if (isFull) app.say("library.full");
    else app.work.fail(error, again, faultOf(error) ? "engine.failed" : "library.failed");
  }
}

/** What became of the games of files. */
interface Sum {
  /** When they were added. */
  readonly time: number;
  n: number;
  same: number;
  left: number;
  /** What is wrong with the first that was left out. */
  problem: string;
}

/** The game of a text that has one, as the library keeps it. Rule and size are those of a game that states none. */
async function listed(brain: Brain, sgf: string, rule: Rule, { width, height }: Size): Promise<Written> {
  const found: Written[] = [];
  await brain.listGames(sgf, rule, { width, height }, (games) => found.push(...games));
  return found[0]!;
}

/** Calls back when the page has nothing else to do. */
function whenQuiet(act: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act, { timeout: PATIENCE });
  else setTimeout(act, 200);
}
