import { EngineError } from "./error.js";
import type { FromWorker } from "./messages.js";
import { type Platform, type Port, type Program, URL_OF } from "./platform.js";
import type { EngineOptions, NetworkName } from "./types.js";

/** The modules that were compiled, by address. */
const modules = new Map<string, Promise<WebAssembly.Module>>();

/** Browsers, and whatever else has Workers and `fetch`. */
export const browser: Platform = {
  load(options, program) {
    const address = String(options[URL_OF[program]] ?? addressOfProgram(program));
    let module = modules.get(address);
    if (module === undefined) {
      module = compile(address);
      modules.set(address, module);
      // A later engine tries again.
      module.catch(() => modules.delete(address));
    }
    return module;
  },

  async read(options, network) {
    const response = await get(String(options.networkUrls?.[network] ?? addressOfNetwork(network)));
    return new Uint8Array(await response.arrayBuffer());
  },

  spawn(options: EngineOptions): Port {
    const worker =
      options.createWorker?.() ?? new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "fukumi" });
    return {
      post: (message) => worker.postMessage(message),
      listen(onMessage, onError) {
        worker.onmessage = (event: MessageEvent<FromWorker>) => onMessage(event.data);
        worker.onerror = (event) => onError(event.message ?? "the Worker cannot be loaded");
        worker.onmessageerror = () => onError("a message cannot be read");
      },
      close: () => worker.terminate(),
    };
  },
};

/** The address of a program. Bundlers look for each of these. */
function addressOfProgram(program: Program): URL {
  switch (program) {
    case "engine":
      return new URL("./fukumi.wasm", import.meta.url);
    case "threads":
      return new URL("./fukumi-threads.wasm", import.meta.url);
    case "files":
      return new URL("./fukumi-files.wasm", import.meta.url);
  }
}

/** The address of a network, which bundlers look for as well. */
function addressOfNetwork(network: NetworkName): URL {
  switch (network) {
    case "freestyle":
      return new URL("./freestyle.net", import.meta.url);
    case "standard":
      return new URL("./standard.net", import.meta.url);
    case "renju":
      return new URL("./renju.net", import.meta.url);
    case "caro":
      return new URL("./caro.net", import.meta.url);
  }
}

async function get(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) {
    throw new EngineError("unavailable", `${address}: ${response.status} ${response.statusText}`);
  }
  return response;
}

async function compile(address: string): Promise<WebAssembly.Module> {
  const response = await get(address);
  // Servers that do not know the type of the file would make compileStreaming fail.
  if (response.headers.get("Content-Type")?.startsWith("application/wasm") === true) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
