// The platform of Node, for tests that watch or change what it does.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

const dist = new URL("../dist/", import.meta.url);

const FILES = { engine: "fukumi.wasm", threads: "fukumi-threads.wasm", files: "fukumi-files.wasm" };

/** Compiles a program. */
export const compileProgram = async (program) => WebAssembly.compile(await readFile(new URL(FILES[program], dist)));

/** Reads the file of a network. */
export const readNetwork = (name) => readFile(new URL(`${name}.net`, dist));

/**
 * `read` reads networks, and `compile` programs. Workers after the first one run the scripts `helpers`, if there are any.
 * No more than `most` Workers can be made.
 */
export function platform({ read = readNetwork, compile = compileProgram, helpers = [], most = Infinity } = {}) {
  let count = 0;
  let made = 0;
  return {
    load: async (_, program) => compile(program),
    read: async (_, network) => read(network),
    spawn() {
      if (++made > most) throw new Error("too many Workers");
      const script = count === 0 ? undefined : helpers[count - 1];
      const worker = new Worker(script ?? new URL("node-worker.js", dist), { eval: script !== undefined });
      count = (count + 1) % (helpers.length + 1);
      return {
        post: (message) => worker.postMessage(message),
        listen(onMessage, onError) {
          worker.on("message", onMessage);
          worker.on("error", (error) => onError(error.message));
        },
        close: () => void worker.terminate(),
      };
    },
  };
}
