/** The Worker's side: loads the engine, answers requests, and looks for the stop signal during a search. */

import type { FromWorker, Part, Signal, ToWorker } from "./messages.js";
import { type Shared, help, ready, start, waitForEngine } from "./threads.js";
import type { NetworkName } from "./types.js";
import { wasi } from "./wasi.js";

type Asked = Extract<ToWorker, { type: "ask" }>;

/** How answers begin that want a network, and those that are errors. */
const NEEDS = '{"needs":';
const FAILED = '{"error":';

/**
 * The functions of all programs. `fukumi-files.wasm` has no networks, and only `fukumi-threads.wasm` has the last two
 * functions.
 */
interface Exports {
  readonly memory: WebAssembly.Memory;
  fukumi_room(length: number): number;
  fukumi_ask(): number;
  fukumi_answer(): number;
  fukumi_provide?(): number;
  _initialize?(): void;
  wasi_thread_start?(seat: number, thread: number): void;
}

/** Milliseconds between two looks at an address. A look takes a fraction of a millisecond. */
const LOOK_INTERVAL = 15;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What a program asks of its Worker. */
interface Host {
  /** Whether to end what is running. */
  isStopped(): boolean;
  report(text: string): void;
  /** Receives the message of an error that ends the program. */
  fault(text: string): void;
}

/** A program that answers requests. */
class Instance {
  readonly exports: Exports;

  private constructor(exports: Exports) {
    this.exports = exports;
  }

  static async make(module: WebAssembly.Module, shared: Shared | null, host: Host): Promise<Instance> {
    // It calls none of these before it is there.
    let instance: Instance;
    const imports = {
      now: () => performance.now(),
      interrupted: () => (host.isStopped() ? 1 : 0),
      report: (at: number, length: number) => host.report(instance.#text(at, length)),
      fault: (at: number, length: number) => host.fault(instance.#text(at, length)),
    };
    const { exports } = await WebAssembly.instantiate(module, {
      host: imports,
      ...(shared === null ? {} : threads(shared)),
    });
    instance = new Instance(exports as unknown as Exports);
    return instance;
  }

  ask(request: string): string {
    this.#write(encoder.encode(request));
    const length = this.exports.fukumi_ask();
    return this.#text(this.exports.fukumi_answer(), length);
  }

  /** Hands over the file of a network. Returns the answer if it is an error. */
  provide(file: Uint8Array): string | null {
    this.#write(file);
    const length = this.exports.fukumi_provide?.() ?? 0;
    const text = this.#text(this.exports.fukumi_answer(), length);
    return text.startsWith(FAILED) ? text : null;
  }

  #write(bytes: Uint8Array): void {
    // The memory may grow here, which replaces its buffer.
    const room = this.exports.fukumi_room(bytes.length);
    new Uint8Array(this.exports.memory.buffer, room >>> 0, bytes.length).set(bytes);
  }

  #text(at: number, length: number): string {
    // A copy, because browsers decode no shared memory.
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, at >>> 0, length >>> 0).slice());
  }
}

/** The programs in the Worker. */
class Server {
  readonly #send: (message: FromWorker) => void;
  readonly #host: Host;
  readonly #programs: Partial<Record<Part, Instance>> = {};
  /** The word that holds the id of the request to stop. */
  #toStop: Int32Array | null = null;
  #id = 0;
  #address: string | null = null;
  #stopped = false;
  #nextLook = 0;
  #fault = "";

  constructor(send: (message: FromWorker) => void) {
    this.#send = send;
    this.#host = {
      isStopped: () => this.#isStopped(),
      report: (text) => this.#send({ type: "report", id: this.#id, text }),
      fault: (text) => {
        this.#fault = text;
      },
    };
  }

  async open(module: WebAssembly.Module, shared: Shared | null, signal: Signal, hello: string): Promise<void> {
    if (signal.kind === "shared") {
      this.#toStop = new Int32Array(signal.memory);
    } else if (!isReadable(signal.probe)) {
      const message = "the page's Content-Security-Policy keeps the engine from being stopped; it needs connect-src blob:";
      this.#send({ type: "unavailable", message });
      return;
    }
    const engine = await Instance.make(module, shared, this.#host);
    engine.exports._initialize?.();
    if (shared !== null) ready(new Int32Array(shared.seats), 0);
    this.#programs.engine = engine;
    this.#send({ type: "open", answer: engine.ask(hello) });
  }

  /** Runs threads of the engine in another Worker, for good. */
  async help(module: WebAssembly.Module, shared: Shared, seat: number): Promise<void> {
    const seats = new Int32Array(shared.seats);
    // The first instance fills the memory, and gets the storage of the main thread.
    waitForEngine(seats);
    const { exports } = await Instance.make(module, shared, this.#host);
    this.#send({ type: "ready" });
    help(seats, seat, (seat, thread) => exports.wasi_thread_start?.(seat, thread));
  }

  async answer({ id, part, request, address, stopped, needed }: Asked): Promise<void> {
    if (needed instanceof WebAssembly.Module) {
      this.#programs[part] ??= await Instance.make(needed, null, this.#host);
    }
    const program = this.#programs[part];
    if (program === undefined) {
      if (part === "engine") throw new Error("the engine is not open");
      this.#send({ type: "needs", id, need: part });
      return;
    }
    this.#id = id;
    this.#address = address;
    this.#stopped = stopped;
    this.#nextLook = performance.now() + LOOK_INTERVAL;
    const refusal = needed instanceof Uint8Array ? program.provide(needed) : null;
    const text = refusal ?? program.ask(request);
    if (text.startsWith(NEEDS)) {
      const { needs } = JSON.parse(text) as { needs: NetworkName };
      this.#send({ type: "needs", id, need: needs });
    } else {
      this.#send({ type: "answer", id, text });
    }
  }

  /** What to say about an error that ends the engine. */
  describe(error: unknown): string {
    return this.#fault === "" ? String(error) : this.#fault;
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
        await server.answer(message);
      }
    } catch (error) {
      send({ type: "fault", message: server.describe(error) });
    }
  };
}
