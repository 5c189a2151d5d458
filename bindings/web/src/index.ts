/** The package in browsers. */

import { browser } from "./browser.js";
import { type Fukumi, open } from "./engine.js";
import type { Engine, EngineOptions } from "./types.js";

export * from "./types.js";
export { EngineError } from "./error.js";
export { label, parseLabel } from "./label.js";

/** Makes an engine: one board, and a Worker that thinks about it. {@link Engine.close} ends it. */
export function createEngine(options: EngineOptions = {}): Promise<Engine> {
  return open(browser, options) satisfies Promise<Fukumi>;
}
