// The engine with several threads, in Node.
//
// Needs dist/, which `npm run build` makes. Without the target wasm32-wasip1-threads that has no engine with threads, and
// a line says that most tests are left out.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";

import { EngineError, createEngine, parseLabel } from "fukumi";

import { open } from "../dist/engine.js";
import { start } from "../dist/threads.js";
import { platform } from "./platform.mjs";

const SIZE = { width: 15, height: 15 };
const point = (text) => parseLabel(text, SIZE);
const stones = ["h8", "i7"].map((text, index) => ({ ...point(text), side: index % 2 === 0 ? "black" : "white" }));
const code = (expected) => (error) => error instanceof EngineError && error.code === expected;

const hasThreads = existsSync(new URL("../dist/fukumi-threads.wasm", import.meta.url));
if (!hasThreads) {
  console.log("LEFT OUT: most tests of threads; dist/fukumi-threads.wasm was not built");
}
const withThreads = { skip: !hasThreads };

test("an engine does without the Workers that cannot be made", withThreads, async (context) => {
  const engine = await open(platform({ most: 2 }), { threads: 4, memoryBytes: 16 << 20 });
  context.after(() => engine.close());
  assert.equal(engine.threads, 2);
  await engine.setPosition({ stones });
  assert.ok((await engine.think({ depth: 6 })).nodes > 0);
});

test("an engine without any Worker is unavailable", async () => {
  await assert.rejects(open(platform({ most: 0 }), {}), code("unavailable"));
});

test("an address that makes no sense is unavailable", async () => {
  await assert.rejects(createEngine({ wasmUrl: "http://[" }), code("unavailable"));
});

test("two threads search together", withThreads, async (context) => {
  const engine = await createEngine({ threads: 2, memoryBytes: 16 << 20 });
  context.after(() => engine.close());
  assert.equal(engine.threads, 2);
  await engine.setPosition({ stones });
  const single = await createEngine({ memoryBytes: 16 << 20 });
  context.after(() => single.close());
  assert.equal(single.threads, 1);
  await single.setPosition({ stones });
  const alone = await single.think({ depth: 10 });
  // One thread always counts the same. Two count something else, unless the second one had no time.
  let nodes = alone.nodes;
  for (let round = 0; round < 50 && nodes === alone.nodes; round++) {
    await engine.forget();
    ({ nodes } = await engine.think({ depth: 10 }));
  }
  assert.notEqual(nodes, alone.nodes);
  // A level has one thread, and its move does not depend on others.
  const level = { level: 6, seed: 3 };
  await Promise.all([engine.forget(), single.forget()]);
  assert.deepEqual((await engine.think(level)).move, (await single.think(level)).move);
});

test("the file with threads counts what the other one counts", withThreads, async (context) => {
  const [engine, single] = await Promise.all([createEngine({ threads: 2 }), createEngine()]);
  context.after(() => [engine, single].forEach((each) => each.close()));
  assert.equal((await engine.bench(8)).nodes, (await single.bench(8)).nodes);
});

test("several threads stop, start again, and end with their engine", withThreads, async () => {
  const engine = await createEngine({ threads: 4, memoryBytes: 4 << 20 });
  await engine.setPosition({ stones });
  await engine.prepare();
  for (let round = 0; round < 10; round++) {
    const thinking = engine.think();
    await engine.stop();
    assert.ok((await thinking).stopped);
    assert.equal((await engine.think({ nodes: 500 })).stopped, false);
  }
  const thinking = engine.think();
  await setTimeout(20);
  engine.close();
  await assert.rejects(thinking, code("closed"));
});

for (const threads of hasThreads ? [1, 2] : [1]) {
  test(`the next call ends pondering, with threads: ${threads}`, async (context) => {
    const engine = await createEngine({ threads, memoryBytes: 4 << 20 });
    context.after(() => engine.close());
    const before = await engine.setPosition({ stones });
    const pondering = engine.ponder({ reply: point("g7") });
    assert.deepEqual(await engine.state(), before);
    assert.equal(await pondering, undefined);
    const calls = [engine.ponder(), engine.ponder(), engine.play(point("g9"))];
    const [, , played] = await Promise.all(calls);
    assert.equal(played.stones.length, 3);
    await assert.rejects(engine.ponder({ reply: { x: 15, y: 0 } }), code("off-board"));
  });
}

test("a search finds what was pondered", async (context) => {
  const engine = await createEngine({ memoryBytes: 4 << 20 });
  context.after(() => engine.close());
  await engine.setPosition({ stones });
  const { nodes } = await engine.think({ depth: 8 });
  // On a busy machine pondering may not get far in a short time.
  let after = nodes;
  for (let time = 50; time < 20_000 && after >= nodes; time *= 2) {
    await engine.forget();
    const pondering = engine.ponder();
    await setTimeout(time);
    await engine.stop();
    await pondering;
    ({ nodes: after } = await engine.think({ depth: 8 }));
  }
  assert.ok(after < nodes, `${after} and ${nodes} nodes`);
});

test("without the file with threads there is one", async (context) => {
  const engine = await createEngine({ threads: 2, threadsWasmUrl: "./none.wasm", memoryBytes: 4 << 20 });
  context.after(() => engine.close());
  assert.equal(engine.threads, 1);
  await engine.setPosition({ stones });
  assert.ok((await engine.think({ nodes: 500 })).nodes > 0);
});

test("an engine does without Workers that fail to start", withThreads, async (context) => {
  const engine = await open(platform({ helpers: ["throw new Error('no Worker')", "a script that cannot be read"] }), { threads: 3 });
  context.after(() => engine.close());
  assert.equal(engine.threads, 1);
  await engine.setPosition({ stones });
  assert.equal((await engine.think({ nodes: 3000 })).stopped, false);
});

test("the game goes on after the failure of a Worker", withThreads, async (context) => {
  const script = `
    const { parentPort } = require("node:worker_threads");
    const orders = new BroadcastChannel("fail");
    orders.onmessage = () => parentPort.postMessage({ type: "fault", message: "for the test" });
    parentPort.on("message", () => {});
    parentPort.postMessage({ type: "ready" });`;
  const engine = await open(platform({ helpers: [script] }), { threads: 2 });
  context.after(() => engine.close());
  const orders = new BroadcastChannel("fail");
  context.after(() => orders.close());
  const before = await engine.setPosition({ stones });
  const thinking = engine.think({ timeMs: 600_000 }, () => orders.postMessage("now"));
  await assert.rejects(thinking, (error) => code("internal")(error) && error.message === "for the test");
  const { stones: after } = await engine.state();
  assert.deepEqual(after, before.stones);
});

test("a thread starts only in a seat that is ready", () => {
  const seats = new Int32Array(new SharedArrayBuffer(12));
  assert.ok(start(seats, 64) < 0);
  seats[2] = 1;
  assert.equal(start(seats, 64), 2);
  assert.deepEqual([...seats], [0, 0, 64]);
});

test("what is wrong with the options is said", async () => {
  for (const threads of [0, 33, 1.5, "2"]) {
    await assert.rejects(createEngine({ threads }), /^EngineError: threads must be 1 to 32$/);
  }
});
