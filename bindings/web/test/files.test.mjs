// The program that reads and writes files of games, which an engine loads when a call first needs it.
//
// Needs dist/, which `npm run build` makes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { EngineError, createEngine } from "fukumi";

import { open } from "../dist/engine.js";
import { compileProgram, platform } from "./platform.mjs";

const OPTIONS = { memoryBytes: 4 << 20 };
const GAME = "(;GM[4]SZ[15];B[hh];W[ii])";
const MANY = GAME.repeat(20_000);

const code = (expected) => (error) => error instanceof EngineError && error.code === expected;

/** An engine whose programs `compile` compiles, and the names of those that were asked for. */
async function counting(context, compile = compileProgram) {
  const names = [];
  const note = (name) => {
    names.push(name);
    return compile(name);
  };
  const engine = await open(platform({ compile: note }), OPTIONS);
  context.after(() => engine.close());
  return { engine, names };
}

test("a call about files loads their program once, and no other does", async (context) => {
  for (const call of [
    (engine) => engine.readGames(GAME),
    (engine) => engine.readTrees(GAME),
    (engine) => engine.writeGame({ moves: [{ x: 7, y: 7 }] }, "sgf"),
    (engine) => engine.writeTree({ width: 15, height: 15, nodes: [{}] }),
    (engine) => engine.addGames({ file: GAME }),
    (engine) => engine.listGames({ file: GAME }, () => {}),
    (engine) => engine.explore({ stones: [] }),
    (engine) => engine.clearGames(),
  ]) {
    const { engine, names } = await counting(context);
    const state = await engine.play({ x: 7, y: 7 });
    await engine.think({ nodes: 100 });
    await engine.opening({ opening: "swap2", steps: [] });
    await engine.analyzeGame({ nodes: 100 });
    assert.deepEqual(names, ["engine"]);
    await call(engine);
    await call(engine);
    assert.deepEqual(names, ["engine", "files"]);
    assert.deepEqual(await engine.state(), state);
  }
});

test("the package finds the program, and takes another by its address", async (context) => {
  const engine = await createEngine({ ...OPTIONS, filesWasmUrl: "./missing.wasm" });
  context.after(() => engine.close());
  await engine.evaluate();
  await assert.rejects(engine.readGames(GAME), (error) => code("unavailable")(error) && /missing/.test(error.message));
  assert.deepEqual((await engine.state()).stones, []);
});

test("without the program a call fails, others go on, and the next one tries again", async (context) => {
  let isMissing = true;
  const compile = async (name) => {
    if (name === "files" && isMissing) throw new Error("it is missing");
    return compileProgram(name);
  };
  const { engine, names } = await counting(context, compile);
  const reading = engine.readGames(GAME);
  const moving = engine.play({ x: 7, y: 7 });
  await assert.rejects(reading, code("unavailable"));
  assert.equal((await moving).stones.length, 1);
  isMissing = false;
  assert.equal((await engine.readGames(GAME)).games.length, 1);
  assert.deepEqual(names, ["engine", "files", "files"]);
});

test("a call waits for the program, and can be stopped or closed meanwhile", async (context) => {
  let arrive;
  const file = new Promise((resolve) => (arrive = resolve));
  const { engine } = await counting(context, (name) => (name === "files" ? file : compileProgram(name)));
  const end = new AbortController();
  const listing = engine.listGames({ file: MANY, signal: end.signal }, () => {});
  const state = engine.state();
  end.abort();
  const { games, stopped } = await listing;
  assert.deepEqual([games, stopped], [0, true]);
  assert.deepEqual((await state).stones, []);
  const adding = engine.addGames({ file: MANY });
  setTimeout(() => void engine.stop(), 50);
  const added = await adding;
  assert.deepEqual([added.games, added.stopped], [0, true]);
  const reading = engine.readGames(GAME);
  arrive(await compileProgram("files"));
  assert.equal((await reading).games.length, 1);

  const never = (name) => (name === "files" ? new Promise(() => {}) : compileProgram(name));
  const { engine: closing } = await counting(context, never);
  const waiting = closing.readGames(GAME);
  closing.close();
  await assert.rejects(waiting, code("closed"));
});

test("a fault in the program starts all anew, with the same game and no games of the explorer", async (context) => {
  // It has no functions.
  const broken = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  let isBroken = true;
  const compile = async (name) => (name === "files" && isBroken ? broken : compileProgram(name));
  const { engine } = await counting(context, compile);
  const state = await engine.play({ x: 7, y: 7 });
  await assert.rejects(engine.readGames(GAME), code("internal"));
  isBroken = false;
  assert.deepEqual(await engine.state(), state);
  assert.equal((await engine.readGames(GAME)).games.length, 1);
});

test("an engine that cannot start anew tries again with the next call", async (context) => {
  const broken = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  let isBroken = false;
  const compile = async (name) => {
    if (!isBroken) return compileProgram(name);
    if (name === "engine") throw new Error("it is missing");
    return broken;
  };
  const { engine } = await counting(context, compile);
  const state = await engine.play({ x: 7, y: 7 });
  isBroken = true;
  const reading = engine.readGames(GAME);
  const waiting = engine.state();
  await assert.rejects(reading, code("internal"));
  await assert.rejects(waiting, code("unavailable"));
  await assert.rejects(engine.state(), code("unavailable"));
  await engine.stop();
  isBroken = false;
  assert.deepEqual(await engine.state(), state);
  assert.equal((await engine.readGames(GAME)).games.length, 1);
  engine.close();
  await assert.rejects(engine.state(), code("closed"));
});
