/** The package in Node. */

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

import { type Fukumi, open } from "./engine.js";
import type { FromWorker } from "./messages.js";
import { type Platform, type Program, URL_OF } from "./platform.js";
import type { Engine, EngineOptions } from "./types.js";

export * from "./types.js";
export { EngineError } from "./error.js";
export { label, parseLabel } from "./label.js";

/** The files of the programs, from here. */
const FILE_OF: Record<Program, string> = {
  engine: "./fukumi.wasm",
  threads: "./fukumi-threads.wasm",
  files: "./fukumi-files.wasm",
};

const modules = new Map<string, Promise<WebAssembly.Module>>();

const node: Platform = {
  async load(options, program) {
    const address = new URL(options[URL_OF[program]] ?? FILE_OF[program], import.meta.url);
    let module = modules.get(address.href);
    if (module === undefined) {
      module = readFile(address).then((bytes) => WebAssembly.compile(bytes));
      modules.set(address.href, module);
      module.catch(() => modules.delete(address.href));
    }
    return module;
  },

  async read(options, network) {
    return readFile(new URL(options.networkUrls?.[network] ?? `./${network}.net`, import.meta.url));
  },

  spawn() {
    const worker = new Worker(new URL("./node-worker.js", import.meta.url), { name: "fukumi" });
    return {
      post: (message) => worker.postMessage(message),
      listen(onMessage, onError) {
        worker.on("message", (message: FromWorker) => onMessage(message));
        worker.on("error", (error) => onError(error.message));
        worker.on("messageerror", (error) => onError(error.message));
        worker.on("exit", () => onError("the Worker has ended"));
      },
      close: () => void worker.terminate(),
    };
  },
};

/** Makes an engine: one board, and a Worker that thinks about it. {@link Engine.close} ends it. */
export function createEngine(options: EngineOptions = {}): Promise<Engine> {
  return open(node, options) satisfies Promise<Fukumi>;
}
