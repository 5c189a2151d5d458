/** What the page and its Workers send each other. */

import type { Shared } from "./threads.js";
import type { NetworkName } from "./types.js";

/** A stop signal that the Worker can read in the middle of a search. */
export type Signal =
  /** A word of shared memory, which holds the id of the request to stop. */
  | { readonly kind: "shared"; readonly memory: SharedArrayBuffer }
  /** Addresses that are taken back: a request whose address can no longer be read is to stop. */
  | { readonly kind: "address"; readonly probe: string };

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
      readonly request: string;
      /** Of a signal by address. */
      readonly address: string | null;
      /** Whether the request was stopped before it began. */
      readonly stopped: boolean;
      /** The file that the request needed when it was sent before. */
      readonly network: Uint8Array | null;
    };

export type FromWorker =
  | { readonly type: "open"; readonly answer: string }
  /** From a helper. */
  | { readonly type: "ready" }
  | { readonly type: "unavailable"; readonly message: string }
  | { readonly type: "report"; readonly id: number; readonly text: string }
  /** Instead of an answer: the request is to be sent again, with the file of a network. */
  | { readonly type: "needs"; readonly id: number; readonly network: NetworkName }
  | { readonly type: "answer"; readonly id: number; readonly text: string }
  | { readonly type: "fault"; readonly message: string };
