/** An engine in a Worker, with the Workers that help it. */

import { EngineError } from "./error.js";
import type { FromWorker, Need, ToWorker } from "./messages.js";
import { canShare, makeStopper, type Platform, type Port, type Stopper } from "./platform.js";
import { type Shared, share } from "./threads.js";
import type * as api from "./types.js";

/** Bytes for the tables, unless the options say otherwise. */
const MEMORY_BYTES = 64 << 20;

/** Threads that may be asked for. */
const MOST_THREADS = 32;

/** Milliseconds that a new engine waits for its helpers. Those that are later help from then on. */
const HELPERS_WAIT = 10_000;

/** The fields of {@link api.EngineOptions}. */
const OPTIONS = [
  "memoryBytes",
  "threads",
  "wasmUrl",
  "threadsWasmUrl",
  "filesWasmUrl",
  "networkUrls",
  "createWorker",
] satisfies (keyof api.EngineOptions)[];

/** The fields of {@link api.EngineOptions.networkUrls}. */
const NETWORKS = ["freestyle", "standard", "renju", "caro"] satisfies api.NetworkName[];

/** What the engine says about itself. */
export interface Hello {
  readonly version: string;
  readonly levels: readonly api.Level[];
}

/** What the engine answers. */
type Reply<T> =
  | { ok: T; error?: never }
  | { ok?: never; error: { code: api.ErrorCode; message: string } & Partial<api.TextError> };

/** What an engine is started with. */
interface Start {
  readonly module: WebAssembly.Module;
  readonly shared: Shared | null;
  readonly threads: number;
  readonly memoryBytes: number;
}

/** Returns what starts the engine that the options describe, as often as it is called. */
export async function prepare(platform: Platform, options: api.EngineOptions): Promise<() => Promise<Connection>> {
  checkFields(options, OPTIONS);
  checkFields(options.networkUrls ?? {}, NETWORKS);
  const { threads = 1, memoryBytes = MEMORY_BYTES } = options;
  if (!Number.isInteger(threads) || threads < 1 || threads > MOST_THREADS) {
    throw new EngineError("bad-argument", `threads must be 1 to ${MOST_THREADS}`);
  }
  // Where memory cannot be shared, or the file of the engine that shares it is missing, there is one thread.
  const threaded = threads > 1 && canShare() ? await platform.load(options, "threads").catch(() => null) : null;
  const starts = async (): Promise<Start> => {
    const shared = threaded === null ? null : tryToShare(threads, memoryBytes);
    if (threaded !== null && shared !== null) {
      return { module: threaded, shared, threads, memoryBytes };
    }
    const module = await platform.load(options, "engine").catch(unavailable);
    return { module, shared: null, threads: 1, memoryBytes };
  };
  return async () => Connection.open(platform, options, await starts());
}

function checkFields(object: object, fields: readonly string[]): void {
  for (const key of Object.keys(object)) {
    if (!fields.includes(key)) {
      throw new EngineError("bad-argument", `${key}: unknown field, expected one of ${fields.join(", ")}`);
    }
  }
}

/** Says that a file cannot be loaded. */
function unavailable(error: unknown): never {
  throw error instanceof EngineError ? error : new EngineError("unavailable", String(error));
}

/** What an engine with these threads shares; `null` if there is no room for its memory. */
function tryToShare(threads: number, memoryBytes: number): Shared | null {
  try {
    return share(threads, memoryBytes);
  } catch {
    return null;
  }
}

/** An engine in a Worker, with those that help it. */
export class Connection {
  readonly stopper: Stopper = makeStopper();
  /** Called with every message of the engine. */
  onMessage: (message: FromWorker) => void = () => {};
  /** Called with the error that ends the engine. */
  onError: (message: string) => void = () => {};
  /** Loads what a request needs. One that is stopped meanwhile leaves what is under way to the next. */
  readonly load: (need: Need) => Promise<Uint8Array | WebAssembly.Module>;
  readonly #port: Port;
  readonly #helpers: Helper[] = [];

  private constructor(platform: Platform, options: api.EngineOptions, start: Start) {
    const load = (need: Need) => (need === "files" ? platform.load(options, need) : platform.read(options, need));
    const loading = new Map<Need, Promise<Uint8Array | WebAssembly.Module>>();
    this.load = (need) => {
      const begun = loading.get(need) ?? load(need).catch(unavailable).finally(() => loading.delete(need));
      loading.set(need, begun);
      return begun;
    };
    this.#port = platform.spawn(options);
    this.#port.listen(
      (message) => this.onMessage(message),
      (message) => this.onError(message),
    );
    const { module, shared, threads } = start;
    const onError = (message: string) => this.onError(message);
    for (let seat = 1; seat < threads; seat++) {
      let port: Port;
      try {
        port = platform.spawn(options);
      } catch {
        // No more Workers can be made, so the engine does without them.
        return;
      }
      this.#helpers.push(new Helper(port, module, shared as Shared, seat, onError));
    }
  }

  static async open(platform: Platform, options: api.EngineOptions, start: Start): Promise<Connection> {
    let connection: Connection | undefined;
    try {
      connection = new Connection(platform, options, start);
      connection.hello = await connection.#open(start);
      await within(HELPERS_WAIT, Promise.all(connection.#helpers.map((helper) => helper.settled)));
      return connection;
    } catch (error) {
      connection?.close();
      return unavailable(error);
    }
  }

  /** What the engine said about itself. */
  hello: Hello = { version: "", levels: [] };

  /** The threads of a search. */
  get threads(): number {
    return 1 + this.#helpers.filter((helper) => helper.isReady).length;
  }

  post(message: ToWorker): void {
    this.#port.post(message);
  }

  close(): void {
    this.onMessage = this.onError = () => {};
    this.#port.close();
    this.#helpers.forEach((helper) => helper.close());
  }

  async #open({ module, shared, threads, memoryBytes }: Start): Promise<Hello> {
    const hello = JSON.stringify({ ask: "hello", with: { memoryBytes, threads } });
    const answer = await new Promise<string>((resolve, reject) => {
      this.onError = (message) => reject(new EngineError("unavailable", message));
      this.onMessage = (message) => (message.type === "open" ? resolve(message.answer) : this.onError(textOf(message)));
      this.post({ type: "open", module, shared, signal: this.stopper.signal, hello });
    });
    return unwrap<Hello>(answer);
  }
}

/** A Worker that runs threads of an engine. If it cannot be started, the engine does without it. */
class Helper {
  /** Resolves when the Worker is ready or has failed. */
  readonly settled: Promise<void>;
  isReady = false;
  readonly #port: Port;

  /** `onError` is called with an error once it is ready, when the engine may be waiting for it. */
  constructor(
    port: Port,
    module: WebAssembly.Module,
    shared: Shared,
    seat: number,
    onError: (message: string) => void,
  ) {
    this.#port = port;
    this.settled = new Promise((resolve) => {
      const fail = (message: string) => {
        if (this.isReady) onError(message);
        else port.close();
        resolve();
      };
      const receive = (message: FromWorker) => {
        if (message.type !== "ready") return fail(textOf(message));
        this.isReady = true;
        resolve();
      };
      port.listen(receive, fail);
      port.post({ type: "help", module, shared, seat });
    });
  }

  close(): void {
    this.#port.close();
  }
}

/** Waits for a promise, but not longer than this. */
async function within(milliseconds: number, promise: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await Promise.race([promise, end]);
  clearTimeout(timer);
}

/** What an answer holds; an error is thrown. */
export function unwrap<T>(text: string): T {
  const reply = JSON.parse(text) as Reply<T>;
  if (reply.error !== undefined) {
    const { code, message, place, problem } = reply.error;
    throw new EngineError(code, message, place, problem);
  }
  return reply.ok as T;
}

function textOf(message: FromWorker): string {
  return message.type === "unavailable" || message.type === "fault" ? message.message : "the Worker cannot be opened";
}
