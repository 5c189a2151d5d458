/**
 * The engine of the package as a program of this machine, which searches faster than WebAssembly and gives the same
 * answers: `cargo build --release -p fukumi-web --example ask`.
 */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { createEngine } from "fukumi";
import { CHECK_MEMORY_BYTES } from "./puzzle-check.js";

/** The engine that checks puzzles: the program, or that of the package without one. */
export function engineOf(program) {
  const options = { memoryBytes: CHECK_MEMORY_BYTES };
  return program ? startEngine(program, options) : createEngine(options);
}

/** Starts the program. Its methods are those of the package's engine that the scripts use. */
async function startEngine(program, { memoryBytes }) {
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  const failed = new Promise((_, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`${program} ended with status ${code}`)));
  });
  failed.catch(() => {});
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (name, fields) => {
    child.stdin.write(`${JSON.stringify({ ask: name, with: fields })}\n`);
    const { value } = await Promise.race([answers.next(), failed]);
    const { ok, error } = JSON.parse(value);
    if (error) throw new Error(`${name}: ${error.message}`);
    return ok;
  };
  const { levels } = await ask("hello", { memoryBytes });
  return {
    levels,
    newGame: (setup) => ask("newGame", setup),
    setPosition: (position) => ask("setPosition", position),
    play: (point) => ask("play", point),
    think: (request) => ask("think", request),
    solve: (request) => ask("solve", request),
    winningMoves: (request) => ask("winningMoves", request),
    defences: (request) => ask("defences", request),
    forget: () => ask("forget"),
    close: () => child.stdin.end(),
  };
}
