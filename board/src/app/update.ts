/** Newer versions of the page: that one is there, and the change to it when the user wants. */

import type { App } from "./app";
import { Match } from "./match";

/** How often an open page asks for a newer version at most, in milliseconds. */
const INTERVAL = 3_600_000;

export class Update {
  /** The newer version, which waits to be used. */
  private waiting: ServiceWorker | null = null;
  private asked = Date.now();

  constructor(
    private readonly app: App,
    private readonly workers: ServiceWorkerContainer,
    private readonly reload: () => void,
  ) {}

  /** Whether to offer it. A game or a piece of work that a reload would end comes first. */
  get isOffered(): boolean {
    const { activity, game, node, isBusy } = this.app;
    const isPlaying = activity instanceof Match && !activity.isOver && !game.end(node);
    return this.waiting !== null && !isPlaying && !isBusy;
  }

  /** Keeps the files of the page, and looks for newer ones. */
  async watch(address: string): Promise<void> {
    const registration = await this.workers.register(address);
    const look = () => {
      // The first version of all is not newer than the page.
      this.waiting = this.workers.controller ? registration.waiting : null;
      this.app.changed("update");
    };
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
    look();
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible" || Date.now() - this.asked < INTERVAL) return;
      this.asked = Date.now();
      void registration.update().catch(() => undefined);
    });
  }

  /** Keeps the networks and what reads files as well, which would have held up the start of the engine. */
  async keepOthers(): Promise<void> {
    const { active } = await this.workers.ready;
    active?.postMessage("keep");
  }

  /**
   * Changes to the newer version, unless another window has done so: then it is only loaded. What is kept of the game was
   * written when it changed.
   */
  apply(): void {
    if (this.waiting?.state !== "installed") return this.reload();
    this.workers.addEventListener("controllerchange", this.reload, { once: true });
    this.waiting.postMessage("use");
  }
}
