/**
 * The engine of the package as a program of this machine, which searches faster than WebAssembly and gives the same
 * answers: `cargo build --release -p fukumi-web --example ask`.
 */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** Starts the program. Its methods are those of the package's engine that the scripts use. */
export async function startEngine(program, { memoryBytes }) {
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
    setPosition: (position) => ask("setPosition", position),
    think: (request) => ask("think", request),
    winningMoves: (request) => ask("winningMoves", request),
    forget: () => ask("forget"),
    close: () => child.stdin.end(),
  };
}
