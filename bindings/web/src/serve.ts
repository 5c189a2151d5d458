/** The Worker's side: loads the engine, answers requests, and looks for the stop signal during a search. */

import type { FromWorker, Signal, ToWorker } from "./messages.js";
import { type Shared, help, ready, start, waitForEngine } from "./threads.js";
import type { NetworkName } from "./types.js";
import { wasi } from "./wasi.js";

type Asked = Extract<ToWorker, { type: "ask" }>;

/** How answers begin that want a network, and those that are errors. */
const NEEDS = '{"needs":';
const FAILED = '{"error":';

/** The functions of `fukumi.wasm`; the last two are those of `fukumi-threads.wasm`. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  fukumi_room(length: number): number;
  fukumi_ask(): number;
  fukumi_provide(): number;
  fukumi_answer(): number;
  _initialize?(): void;
  wasi_thread_start?(seat: number, thread: number): void;
}

/** Milliseconds between two looks at an address. A look takes a fraction of a millisecond. */
const LOOK_INTERVAL = 15;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The engine in the Worker. */
class Server {
  readonly #send: (message: FromWorker) => void;
  #exports: Exports | null = null;
  /** The word that holds the id of the request to stop. */
  #toStop: Int32Array | null = null;
  #id = 0;
  #address: string | null = null;
  #stopped = false;
  #nextLook = 0;
  #fault = "";

  constructor(send: (message: FromWorker) => void) {
    this.#send = send;
  }

  async open(module: WebAssembly.Module, shared: Shared | null, signal: Signal, hello: string): Promise<void> {
    if (signal.kind === "shared") {
      this.#toStop = new Int32Array(signal.memory);
    } else if (!isReadable(signal.probe)) {
      const message = "the page's Content-Security-Policy keeps the engine from being stopped; it needs connect-src blob:";
      this.#send({ type: "unavailable", message });
      return;
    }
    const exports = await this.#instantiate(module, shared);
    exports._initialize?.();
    if (shared !== null) ready(new Int32Array(shared.seats), 0);
    this.#send({ type: "open", answer: this.#ask(exports, hello) });
  }

  /** Runs threads of the engine in another Worker, for good. */
  async help(module: WebAssembly.Module, shared: Shared, seat: number): Promise<void> {
    const seats = new Int32Array(shared.seats);
    // The first instance fills the memory, and gets the storage of the main thread.
    waitForEngine(seats);
    const exports = await this.#instantiate(module, shared);
    this.#send({ type: "ready" });
    help(seats, seat, (seat, thread) => exports.wasi_thread_start?.(seat, thread));
  }

  async #instantiate(module: WebAssembly.Module, shared: Shared | null): Promise<Exports> {
    const host = {
      now: () => performance.now(),
      interrupted: () => (this.#isStopped() ? 1 : 0),
      report: (at: number, length: number) =>
        this.#send({ type: "report", id: this.#id, text: this.#text(at, length) }),
      fault: (at: number, length: number) => {
        this.#fault = this.#text(at, length);
      },
    };
    const imports = shared === null ? { host } : { host, ...threads(shared) };
    const instance = await WebAssembly.instantiate(module, imports);
    this.#exports = instance.exports as unknown as Exports;
    return this.#exports;
  }

  answer({ id, request, address, stopped, network }: Asked): void {
    const exports = this.#exports;
    if (exports === null) {
      throw new Error("the engine is not open");
    }
    this.#id = id;
    this.#address = address;
    this.#stopped = stopped;
    this.#nextLook = performance.now() + LOOK_INTERVAL;
    const refusal = network === null ? null : this.#provide(exports, network);
    const text = refusal ?? this.#ask(exports, request);
    if (text.startsWith(NEEDS)) {
      const { needs } = JSON.parse(text) as { needs: NetworkName };
      this.#send({ type: "needs", id, network: needs });
    } else {
      this.#send({ type: "answer", id, text });
    }
  }

  /** What to say about an error that ends the engine. */
  describe(error: unknown): string {
    return this.#fault === "" ? String(error) : this.#fault;
  }

  #ask(exports: Exports, request: string): string {
    this.#write(exports, encoder.encode(request));
    const length = exports.fukumi_ask();
    return this.#text(exports.fukumi_answer(), length);
  }

  /** Hands over the file of a network. Returns the answer if it is an error. */
  #provide(exports: Exports, file: Uint8Array): string | null {
    this.#write(exports, file);
    const length = exports.fukumi_provide();
    const text = this.#text(exports.fukumi_answer(), length);
    return text.startsWith(FAILED) ? text : null;
  }

  #write(exports: Exports, bytes: Uint8Array): void {
    // The memory may grow here, which replaces its buffer.
    const room = exports.fukumi_room(bytes.length);
    new Uint8Array(exports.memory.buffer, room >>> 0, bytes.length).set(bytes);
  }

  #text(at: number, length: number): string {
    const memory = (this.#exports as Exports).memory;
    // A copy, because browsers decode no shared memory.
    return decoder.decode(new Uint8Array(memory.buffer, at >>> 0, length >>> 0).slice());
  }

  #isStopped(): boolean {
    if (this.#stopped) {
      return true;
    }
    if (this.#toStop !== null) {
      this.#stopped = Atomics.load(this.#toStop, 0) === this.#id;
    } else if (this.#address !== null && performance.now() >= this.#nextLook) {
      this.#stopped = !isReadable(this.#address);
      this.#nextLook = performance.now() + LOOK_INTERVAL;
    }
    return this.#stopped;
  }
}

/** What an engine with threads imports besides the functions of the host. */
function threads({ memory, seats }: Shared): WebAssembly.Imports {
  const spawn = (thread: number): number => start(new Int32Array(seats), thread);
  return { env: { memory }, wasi: { "thread-spawn": spawn }, wasi_snapshot_preview1: wasi(memory) };
}

/** Whether an address can be read; waits for the answer, as nothing else can in the middle of a search. */
function isReadable(address: string): boolean {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", address, false);
    // Firefox would read it as XML, and complain on the console.
    request.overrideMimeType("text/plain");
    request.send();
    return true;
  } catch {
    return false;
  }
}

/** Serves the engine; returns what to call with each message of the page. */
export function serve(send: (message: FromWorker) => void): (message: ToWorker) => Promise<void> {
  const server = new Server(send);
  return async (message) => {
    try {
      if (message.type === "open") {
        await server.open(message.module, message.shared, message.signal, message.hello);
      } else if (message.type === "help") {
        await server.help(message.module, message.shared, message.seat);
      } else {
        server.answer(message);
      }
    } catch (error) {
      send({ type: "fault", message: server.describe(error) });
    }
  };
}
