/** What the page and its Workers send each other. */

import type { Shared } from "./threads.js";
import type { NetworkName } from "./types.js";

/** A stop signal that the Worker can read in the middle of a search. */
export type Signal =
  /** A word of shared memory, which holds the id of the request to stop. */
  | { readonly kind: "shared"; readonly memory: SharedArrayBuffer }
  /** Addresses that are taken back: a request whose address can no longer be read is to stop. */
  | { readonly kind: "address"; readonly probe: string };

/** What answers a request: the engine, or the program that reads and writes files of games. */
export type Part = "engine" | "files";

/** What a request can need first: the file of a network, or the program for files. */
export type Need = NetworkName | "files";

export type ToWorker =
  | {
      readonly type: "open";
      readonly module: WebAssembly.Module;
      /** For an engine with threads. */
      readonly shared: Shared | null;
      readonly signal: Signal;
      readonly hello: string;
    }
  /** Makes the Worker a helper of an engine with threads. */
  | { readonly type: "help"; readonly module: WebAssembly.Module; readonly shared: Shared; readonly seat: number }
  | {
      readonly type: "ask";
      readonly id: number;
      readonly part: Part;
      readonly request: string;
      /** Of a signal by address. */
      readonly address: string | null;
      /** Whether the request was stopped before it began. */
      readonly stopped: boolean;
      /** What the request needed when it was sent before: the file of a network, or the program that answers it. */
      readonly needed: Uint8Array | WebAssembly.Module | null;
    };

export type FromWorker =
  | { readonly type: "open"; readonly answer: string }
  /** From a helper. */
  | { readonly type: "ready" }
  | { readonly type: "unavailable"; readonly message: string }
  | { readonly type: "report"; readonly id: number; readonly text: string }
  /** Instead of an answer: the request is to be sent again, with this. */
  | { readonly type: "needs"; readonly id: number; readonly need: Need }
  | { readonly type: "answer"; readonly id: number; readonly text: string }
  | { readonly type: "fault"; readonly message: string };
