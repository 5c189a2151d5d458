// The networks, which an engine reads when a call first needs them.
//
// Needs dist/, which `npm run build` makes; without the engine with threads, tests of it are left out.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";

import { EngineError, createEngine } from "fukumi";

import { open } from "../dist/engine.js";
import { platform, readNetwork } from "./platform.mjs";

const NETWORKS = {
  freestyle: "freestyle",
  standard: "standard",
  renju: "renju",
  caro: "caro",
  "caro-overline": "caro",
};
const POINTS = [[7, 7], [8, 6], [6, 7], [8, 8]];
const stones = POINTS.map(([x, y], index) => ({ x, y, side: index % 2 === 0 ? "black" : "white" }));
const OPTIONS = { memoryBytes: 4 << 20 };

const hasThreads = existsSync(new URL("../dist/fukumi-threads.wasm", import.meta.url));

/** An error about a file that is missing. */
const isMissing = (error) => error instanceof EngineError && error.code === "unavailable" && /missing/.test(error.message);

/** An engine whose networks `read` reads, and the names of those that were asked for. */
async function counting(context, read = readNetwork, options = OPTIONS) {
  const names = [];
  const note = (name) => {
    names.push(name);
    return read(name);
  };
  const engine = await open(platform({ read: note }), options);
  context.after(() => engine.close());
  return { engine, names };
}

for (const threads of hasThreads ? [1, 2] : [1]) {
  test(`each rule reads its network once, and no other, with threads: ${threads}`, async (context) => {
    for (const [rule, network] of Object.entries(NETWORKS)) {
      const { engine, names } = await counting(context, readNetwork, { ...OPTIONS, threads });
      assert.equal(engine.threads, threads);
      await engine.newGame({ rule });
      await engine.setPosition({ rule, stones });
      await engine.rows();
      await engine.solve({ nodes: 100 });
      assert.deepEqual(names, []);
      assert.ok((await engine.think({ nodes: 2000 })).nodes > 0);
      await engine.evaluate();
      await engine.prepare();
      assert.deepEqual(names, [network]);
    }
  });
}

test("the package finds its networks, and takes others by their addresses", async (context) => {
  for (const [rule, network] of Object.entries(NETWORKS)) {
    const others = Object.values(NETWORKS).filter((name) => name !== network);
    const networkUrls = Object.fromEntries(others.map((name) => [name, "./missing.net"]));
    const engine = await createEngine({ ...OPTIONS, networkUrls });
    context.after(() => engine.close());
    await engine.setPosition({ rule, stones });
    assert.equal(typeof (await engine.evaluate()).score, "number");
    const other = Object.keys(NETWORKS).find((name) => NETWORKS[name] !== network);
    await assert.rejects(engine.prepare({ rule: other }), isMissing);
  }
  await assert.rejects(createEngine({ networkUrls: { gomoku: "./freestyle.net" } }), /^EngineError: gomoku: unknown field/);
});

test("no call that values a position does without a network", async (context) => {
  const missing = new Set(["freestyle", "caro"]);
  const read = async (name) => {
    if (missing.has(name)) throw new Error(`${name} is missing`);
    return readNetwork(name);
  };
  const { engine, names } = await counting(context, read);
  const game = { width: 15, height: 15, moves: stones };
  const opening = { rule: "caro-overline", opening: "swap2", steps: [] };
  await engine.setPosition({ stones });
  const calls = {
    prepare: () => engine.prepare({ rule: "caro" }),
    think: () => engine.think({ nodes: 100 }),
    level: () => engine.think({ level: 1 }),
    book: () => engine.think({ book: true, nodes: 100 }),
    ponder: () => engine.ponder(),
    decide: () => engine.decide({ step: "balance-one", nodes: 100 }),
    decideStep: () => engine.decideStep({ ...opening, level: 1 }),
    evaluate: () => engine.evaluate(),
    policy: () => engine.policy(),
    analyzeGame: () => engine.analyzeGame({ nodes: 100 }),
    game: () => engine.analyzeGame({ game, rule: "caro", nodes: 100 }),
    bench: () => engine.bench(1),
  };
  for (const [name, call] of Object.entries(calls)) {
    const before = names.length;
    await assert.rejects(call(), isMissing, name);
    assert.equal(names.length, before + 1, `${name} tries again`);
  }
  // The engine goes on with the same board: what needs no network, other rules, and the same calls when they can.
  assert.equal((await engine.state()).stones.length, 4);
  assert.equal((await engine.opening(opening)).turn.player, "first");
  await engine.findPuzzles({ nodes: 100 });
  await engine.setPosition({ rule: "renju", stones });
  assert.ok((await engine.think({ nodes: 500 })).nodes > 0);
  missing.clear();
  await engine.setPosition({ stones });
  for (const [name, call] of Object.entries(calls)) {
    if (name === "ponder") setImmediate(() => void engine.stop());
    await assert.doesNotReject(call(), name);
  }
});

test("the first search finds what later ones do", async (context) => {
  const { engine } = await counting(context);
  for (const rule of ["standard", "renju"]) {
    await engine.setPosition({ rule, stones });
    const first = await engine.think({ depth: 7 });
    await engine.forget();
    const second = await engine.think({ depth: 7 });
    assert.deepEqual([first.move, first.nodes], [second.move, second.nodes]);
  }
});

test("a file that is no network is refused, and read again", async (context) => {
  let isBroken = true;
  const read = async (name) => (isBroken ? new TextEncoder().encode("<!doctype html>") : readNetwork(name));
  const { engine } = await counting(context, read);
  const refused = (error) => error.code === "unavailable" && /^the network for renju cannot be used: /.test(error.message);
  await assert.rejects(engine.prepare({ rule: "renju" }), refused);
  isBroken = false;
  await engine.prepare({ rule: "renju" });
});

test("a call waits for its network, and others wait for the call", async (context) => {
  let arrive;
  const file = new Promise((resolve) => (arrive = resolve));
  const { engine, names } = await counting(context, () => file);
  await engine.setPosition({ stones });
  const thinking = engine.think({ nodes: 1000 });
  const state = engine.state();
  arrive(await readNetwork("freestyle"));
  assert.equal((await thinking).stopped, false);
  assert.equal((await state).stones.length, 4);
  assert.deepEqual(names, ["freestyle"]);

  const { engine: closing } = await counting(context, () => new Promise(() => {}));
  const waiting = closing.prepare();
  closing.close();
  await assert.rejects(waiting, (error) => error.code === "closed");
});

test("a call that is stopped while it waits for its network ends, and the next one gets the file", async (context) => {
  let arrive;
  const file = new Promise((resolve) => (arrive = resolve));
  let begin;
  const begun = new Promise((resolve) => (begin = resolve));
  const { engine, names } = await counting(context, () => {
    begin();
    return file;
  });
  const isStopped = (error) => error instanceof EngineError && error.code === "stopped";
  await engine.setPosition({ stones });
  // Before the call asks for the network, and while it is being loaded.
  await assert.rejects(engine.think({ signal: AbortSignal.abort() }), isStopped);
  assert.deepEqual(names, []);
  const thinking = engine.think();
  const state = engine.state();
  await begun;
  const stop = engine.stop();
  await assert.rejects(thinking, isStopped);
  assert.equal((await state).stones.length, 4);
  await stop;

  const end = new AbortController();
  const analysing = engine.analyzeGame({ signal: end.signal });
  setTimeout(() => end.abort(), 50);
  await assert.rejects(analysing, isStopped);
  const pondering = engine.ponder();
  const evaluating = engine.evaluate();
  await pondering;
  // There is nothing to stop in a call that searches nothing.
  void engine.stop();
  arrive(await readNetwork("freestyle"));
  assert.equal(typeof (await evaluating).score, "number");
  assert.deepEqual(names, ["freestyle"]);
});
