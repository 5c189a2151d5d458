/** The opening explorer: games from files, and what was played in the position that is shown. */

import type { Node } from "../core/tree";
import type { AddedGames, Brain, Explored } from "../engine/brain";
import type { App } from "./app";
import { MAX_FILE, contentOf } from "./content";

export class Explorer {
  /** What was played in the position that is shown; null until it is known, and without games. */
  found: Explored | null = null;
  /** The file that is being read, and how far that is. */
  reading: { readonly name: string; readonly done: number; readonly total: number } | null = null;
  /** Whether there are games. */
  hasGames = false;
  /** Whether the moves are marked on the board. */
  isShown = false;
  private about: Node | null = null;
  private stopping: AbortController | null = null;

  constructor(private readonly app: App) {
    app.on(["position", "tree"], () => void this.look());
  }

  /** Adds the games of files, one after the other. */
  async open(files: readonly File[]): Promise<void> {
    const { app } = this;
    if (this.reading) return;
    const brain = await app.loading;
    if (!brain) return;
    const stopping = (this.stopping = new AbortController());
    for (const file of files) {
      if (stopping.signal.aborted) break;
      await this.read(brain, file, stopping.signal);
    }
    this.reading = null;
    this.about = null;
    await this.look();
    app.changed("explorer");
  }

  private async read(brain: Brain, file: File, signal: AbortSignal): Promise<void> {
    const { app } = this;
    const { name } = file;
    const show = (done: number, total: number) => {
      this.reading = { name, done, total };
      app.changed("explorer");
    };
    show(0, 0);
    app.say("explore.reading", { name });
    if (file.size > MAX_FILE) return app.say("explore.large", { name });
    try {
      const content = contentOf(new Uint8Array(await file.arrayBuffer()));
      const { rule, size } = app.game;
      this.tell(name, await brain.addGames(content, rule, size, show, signal));
    } catch (error) {
      app.say("explore.bad", { name, problem: error instanceof Error ? error.message : String(error) });
    }
  }

  private tell(name: string, added: AddedGames): void {
    const { app } = this;
    if (added.positions > 0) this.hasGames = true;
    const parameters = { name, n: added.games };
    if (added.isFull) return app.say("explore.full", parameters);
    if (!added.problem) return app.say("explore.read", parameters);
    const { message, place } = added.problem;
    const problem = place ? `${message} (${place.line}:${place.column})` : message;
    app.say("explore.left", { ...parameters, left: added.unreadable, problem });
  }

  stop(): void {
    this.stopping?.abort();
  }

  /** Forgets the games. */
  async clear(): Promise<void> {
    const brain = await this.app.loading;
    await brain?.clearGames();
    this.hasGames = false;
    this.found = null;
    this.about = null;
    this.app.changed("explorer");
  }

  /** Marks the moves on the board, or does not. */
  show(isShown: boolean): void {
    if (this.isShown === isShown) return;
    this.isShown = isShown;
    this.app.changed("explorer");
  }

  /** Looks up the position that is shown. */
  private async look(): Promise<void> {
    const { app } = this;
    const { game, node } = app;
    if (!this.hasGames || this.about === node) return;
    this.about = node;
    if (this.found) {
      this.found = null;
      app.changed("explorer");
    }
    try {
      const found = await app.brain?.explore(game, node);
      if (!found || this.about !== node) return;
      this.found = found;
      app.changed("explorer");
    } catch {
      // An engine that failed knows no games any more.
      this.hasGames = false;
      app.changed("explorer");
    }
  }
}
