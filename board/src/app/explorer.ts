/** The opening explorer: what was played in the position that is shown, in the games of the library and shipped ones. */

import { EngineError } from "fukumi";
import type { Node } from "../core/tree";
import type { Brain, Explored } from "../engine/brain";
import shipped from "../selfplay.txt?url";
import type { App } from "./app";
import { MAX_FILE } from "./content";
import type { Library } from "./library";
import { LoadError } from "./reason";

/** The games that are read from the library at a time. */
const PART = 500;
const UTF8 = new TextEncoder();

/** The games of which one question asks: as many as its limit of bytes allows. One that is longer by itself is left out. */
function* partsOf(texts: readonly string[]): Generator<readonly string[]> {
  let [part, size]: [string[], number] = [[], 0];
  for (const text of texts) {
    // With the end of the line.
    const bytes = UTF8.encode(text).length + 1;
    if (bytes > MAX_FILE) continue;
    if (size + bytes > MAX_FILE) {
      yield part;
      [part, size] = [[], 0];
    }
    part.push(text);
    size += bytes;
  }
  if (part.length > 0) yield part;
}

/** The games that Fukumi played against itself, which are loaded when they are first asked for. */
async function loadShipped(): Promise<string> {
  const response = await fetch(shipped);
  if (!response.ok) throw new LoadError(`${response.status} ${response.statusText}`);
  return response.text();
}

export class Explorer {
  /** What was played in the position that is shown; null until it is known, and without games. */
  found: Explored | null = null;
  /** How many of how many games are counted, while that goes on. */
  counting: { readonly done: number; readonly total: number } | null = null;
  /** Whether the moves are marked on the board. */
  isShown = false;
  /** The games of the library that are counted, with their keys. */
  private readonly counted = new Map<number, string>();
  private hasShipped = false;
  private isFull = false;
  /** Whether there is another reason to count while that goes on. */
  private isStale = false;
  private about: Node | null = null;
  private stopping = new AbortController();

  constructor(
    private readonly app: App,
    private readonly library: Library,
    private readonly load: () => Promise<string> = loadShipped,
  ) {
    app.on(["position", "tree"], () => void this.look());
    app.on(["library", "settings"], () => void this.update());
  }

  /** Whether there are games. */
  get hasGames(): boolean {
    return this.hasShipped || this.counted.size > 0;
  }

  /** Whether files are being read: the engine that counts reads them, and there are more games at the end of it. */
  get isWaiting(): boolean {
    return this.library.progress !== null;
  }

  /** Marks the moves on the board, or does not. */
  show(isShown: boolean): void {
    if (this.isShown === isShown) return;
    this.isShown = isShown;
    this.app.changed("explorer");
    if (isShown) this.goOn();
  }

  /** Counts again after that was stopped. */
  private goOn(): void {
    this.stopping = new AbortController();
    void this.update();
  }

  /** Ends the counting until the explorer is shown again. */
  stop(): void {
    this.stopping.abort();
  }

  /** Counts the games that are chosen, if that is not done, while the explorer is shown. */
  async update(): Promise<void> {
    const { app } = this;
    if (!this.isShown || this.stopping.signal.aborted) return;
    if (this.counting) {
      this.isStale = true;
      return;
    }
    if (this.isWaiting) return app.changed("explorer");
    this.counting = { done: 0, total: 0 };
    try {
      const brain = await app.engine();
      do {
        this.isStale = false;
        await this.count(brain);
      } while (this.isStale && !this.isWaiting && !this.stopping.signal.aborted);
    } catch (error) {
      this.stop();
      app.work.fail(error, () => this.goOn(), "explore.failed");
    }
    this.counting = null;
    this.about = null;
    app.changed("explorer");
    await this.look();
  }

  private async count(brain: Brain): Promise<void> {
    const { app, library, counted } = this;
    await library.open();
    const { explored } = app.settings;
    const wanted = explored === "selfplay" ? [] : library.entries;
    const keys = new Map(wanted.map(({ id, key }) => [id, key]));
    if ((this.hasShipped && explored === "own") || [...counted].some(([id, key]) => keys.get(id) !== key)) {
      await brain.clearGames();
      this.forget();
    }
    if (explored !== "own" && !this.hasShipped) {
      this.hasShipped = await this.add(brain, await this.load(), 0, 0);
    }
    const missing = wanted.filter(({ id }) => !counted.has(id));
    for (let at = 0; at < missing.length && !this.isFull && !this.stopping.signal.aborted; at += PART) {
      const part = missing.slice(at, at + PART);
      const texts = await library.texts(part);
      let taken = 0;
      for (const games of partsOf(texts)) {
        if (!(await this.add(brain, games.join("\n"), at + taken, missing.length))) return;
        taken += games.length;
      }
      if (taken < texts.length) app.say("explore.full");
      for (const { id, key } of part) counted.set(id, key);
    }
  }

  /**
   * Counts the games of a text. If that is stopped or fails, some of them may be counted: then all games are forgotten.
   * Returns whether they are counted.
   */
  private async add(brain: Brain, text: string, before: number, all: number): Promise<boolean> {
    const { app } = this;
    const { rule, size } = app.game;
    const show = (done: number, total: number) => {
      this.counting = { done: before + done, total: Math.max(all, total) };
      app.changed("explorer");
    };
    show(0, 0);
    let isDone = false;
    try {
      const { isFull, stopped } = await brain.addGames(text, rule, size, show, this.stopping.signal);
      isDone = !stopped;
      if (isFull && !this.isFull) app.say("explore.full");
      this.isFull = isFull;
    } finally {
      if (!isDone) {
        this.forget();
        // An engine that fails again has no games any more.
        await brain.clearGames().catch(() => undefined);
      }
    }
    return isDone;
  }

  private forget(): void {
    this.counted.clear();
    this.hasShipped = false;
    this.isFull = false;
    this.found = null;
  }

  /** Looks up the position that is shown. */
  private async look(): Promise<void> {
    const { app } = this;
    const { game, node } = app;
    if (this.about === node) return;
    this.about = node;
    if (this.found) {
      this.found = null;
      app.changed("explorer");
    }
    if (!this.hasGames) return;
    try {
      const found = await app.brain?.explore(game, node);
      if (!found || this.about !== node) return;
      // An engine that has started anew knows no games any more.
      if (found.allGames === 0) throw new EngineError("internal", "the games are gone");
      this.found = found;
      app.changed("explorer");
    } catch (error) {
      // Nor does one that failed.
      this.lost(error);
    }
  }

  /** The engine has no games any more. Unless they are just being counted, that waits until the user wants it again. */
  private lost(error: unknown): void {
    const { app } = this;
    this.forget();
    if (this.isShown && !this.counting) {
      this.stop();
      app.work.fail(error, () => this.goOn(), "explore.failed");
    }
    app.changed("explorer");
  }
}
