import type { FromWorker, Signal, ToWorker } from "./messages.js";
import type { EngineOptions, NetworkName } from "./types.js";

/** A Worker, as both browsers and Node have it. */
export interface Port {
  post(message: ToWorker): void;
  /** Sets what is called with every message, and with the error that ends the Worker. */
  listen(onMessage: (message: FromWorker) => void, onError: (message: string) => void): void;
  close(): void;
}

/**
 * A file of WebAssembly: the engine with one thread, the engine with several, and what reads and writes files of games.
 */
export type Program = "engine" | "threads" | "files";

/** The option that says where a program is. */
export const URL_OF = {
  engine: "wasmUrl",
  threads: "threadsWasmUrl",
  files: "filesWasmUrl",
} as const satisfies Record<Program, keyof EngineOptions>;

/** What differs between browsers and Node. */
export interface Platform {
  /** Compiles a program; the same module serves all engines. */
  load(options: EngineOptions, program: Program): Promise<WebAssembly.Module>;
  /** Reads the file of a network. */
  read(options: EngineOptions, network: NetworkName): Promise<Uint8Array>;
  spawn(options: EngineOptions): Port;
}

/** The stop signal of one engine. */
export interface Stopper {
  readonly signal: Signal;
  /** The address of a request's signal, if it has one. Call `done` when the request is answered. */
  begin(): string | null;
  /** Stops the request with this id. */
  stop(id: number): void;
  done(): void;
}

/** Whether Workers may share memory: in pages that are isolated, and in Node. */
export const canShare = (): boolean => typeof SharedArrayBuffer !== "undefined";

/** The best stop signal there is: shared memory, else addresses that are taken back. */
export function makeStopper(): Stopper {
  return canShare() ? new SharedStopper() : new AddressStopper();
}

class SharedStopper implements Stopper {
  readonly #memory = new SharedArrayBuffer(4);
  readonly signal: Signal = { kind: "shared", memory: this.#memory };

  begin(): null {
    return null;
  }

  stop(id: number): void {
    Atomics.store(new Int32Array(this.#memory), 0, id);
  }

  done(): void {}
}

class AddressStopper implements Stopper {
  readonly signal: Signal = { kind: "address", probe: newAddress() };
  #current: string | null = null;

  begin(): string {
    this.#current = newAddress();
    return this.#current;
  }

  stop(): void {
    this.done();
  }

  done(): void {
    if (this.#current !== null) {
      URL.revokeObjectURL(this.#current);
      this.#current = null;
    }
  }
}

function newAddress(): string {
  return URL.createObjectURL(new Blob(["go on"]));
}
