/** Work that the user waits for: it can be stopped, and tried again if it has failed. */

import type { Key, Parameters } from "../i18n";
import type { Topic } from "./activity";
import { reasonOf, reasonText } from "./reason";

/** Where work is done: the app. */
interface Host {
  /** Why there is no engine. */
  readonly loadError: unknown;
  say(key: Key, parameters?: () => Parameters): void;
  sayMore(key: Key): void;
  /** Says what there is to say of the position that is shown. */
  sayMove(): void;
  changed(topic: Topic): void;
  /** Starts the engine anew if there is none. */
  renewEngine(): void;
}

export class Work {
  /** What runs, and what ends it; null while nothing does. */
  running: { readonly what: Key; readonly stopping: AbortController } | null = null;
  /** Tries again what has failed last; null if nothing has. */
  private again: (() => unknown) | null = null;

  constructor(private readonly host: Host) {}

  /** Whether something has failed that can be tried again, if only to load the engine. */
  get hasFailed(): boolean {
    return this.again !== null || this.host.loadError !== null;
  }

  /** Does work; null, and a message, if it was stopped or has failed. `again` does all of it anew. */
  async run<T>(
    what: Key,
    again: () => unknown,
    act: (signal: AbortSignal) => Promise<T | null>,
    failed: Key = "engine.failed",
  ): Promise<T | null> {
    const running = { what, stopping: new AbortController() };
    const { signal } = running.stopping;
    this.running = running;
    this.forget();
    this.host.changed("work");
    const done = await act(signal).catch((error: unknown) => {
      if (!signal.aborted) this.fail(error, again, failed);
      return null;
    });
    if (this.running === running) {
      this.running = null;
      if (signal.aborted) this.sayStopped();
      this.host.changed("work");
    }
    return signal.aborted ? null : done;
  }

  private sayStopped(): void {
    this.host.sayMove();
    this.host.sayMore("work.stopped");
  }

  /** Ends what runs. */
  stop(): void {
    this.running?.stopping.abort();
  }

  /** Says that something has failed, and offers to try it again. */
  fail(error: unknown, again: () => unknown, said: Key = "engine.failed"): void {
    const reason = reasonOf(error);
    this.again = again;
    this.host.say(said, () => ({ reason: reasonText(reason) }));
    this.host.changed("work");
  }

  /** Tries again what has failed. */
  retry(): void {
    const { again } = this;
    this.forget();
    this.host.renewEngine();
    again?.();
  }

  /** The user has gone on to something else. */
  forget(): void {
    if (!this.again) return;
    this.again = null;
    this.host.changed("work");
  }
}
