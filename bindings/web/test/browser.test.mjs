// The package in Chromium and Firefox, in a page that is isolated from others and in one that is not. No message may
// be written to the console of the page. The line about a signal that is taken back, see docs/web.md, is the Worker's.
//
// Needs dist/, which `npm run build` makes, and the browsers: their paths in CHROMIUM and FIREFOX, or in a usual place.
// Without one, its tests are left out, and a line says so.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";

import puppeteer from "puppeteer-core";

const FLAGS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const BROWSERS = [
  {
    name: "Chromium",
    browser: "chrome",
    places: [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
    args: [...FLAGS, "--disable-component-update", "--disable-sync", "--no-sandbox"],
  },
  {
    name: "Firefox",
    browser: "firefox",
    places: [process.env.FIREFOX, "/usr/bin/firefox", "/usr/bin/firefox-esr"],
    args: [],
  },
];

const TYPES = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };
const dist = new URL("../dist/", import.meta.url);

/** A page without content; what is under /isolated/ may use shared memory. */
async function answer(request, response) {
  const path = new URL(request.url, "http://localhost").pathname;
  if (path.startsWith("/isolated/")) {
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
  }
  const name = path.split("/").at(-1);
  try {
    const body = name === "" ? '<!doctype html><title>test</title><link rel="icon" href="data:,">' : await readFile(new URL(name, dist));
    response.setHeader("Content-Type", TYPES[name.split(".").at(-1) || "html"] ?? "text/plain");
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
}

/** Milliseconds that a browser may take to start or to load a page, on a slow and busy machine. */
const PATIENCE = 120_000;

let server;

before(async () => {
  server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
});

after(() => server?.close());

for (const { name, browser, places, args } of BROWSERS) {
  const executablePath = places.find((place) => place && existsSync(place));
  if (executablePath) {
    describe(name, () => inBrowser(name, { browser, executablePath, args }));
  } else {
    console.log(`LEFT OUT: the tests in ${name}, which is not installed`);
  }
}

function inBrowser(name, options) {
  let browser;
  before(async () => {
    browser = await puppeteer.launch({ ...options, timeout: PATIENCE, protocolTimeout: 600_000 });
  });
  after(() => browser?.close());

  /** Runs `act` in a page, with the engine's module at `./index.js`. */
  async function inPage(folder, act, argument) {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE);
    const complaints = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    try {
      await page.goto(`http://127.0.0.1:${server.address().port}/${folder}/`);
      const found = await page.evaluate(act, argument);
      assert.deepEqual(complaints, []);
      return found;
    } finally {
      await page.close();
    }
  }

  for (const folder of ["plain", "isolated"]) {
    test(`the first move comes soon in a page that is ${folder}`, async () => {
      const { isolated, move, result, time } = await inPage(folder, async () => {
        const start = performance.now();
        const { createEngine } = await import(new URL("./index.js", location.href));
        const engine = await createEngine();
        let state = await engine.newGame({ rule: "renju" });
        state = await engine.play({ x: 7, y: 7 });
        const { move } = await engine.think({ level: 3 });
        await engine.play(move);
        const result = await engine.think({ nodes: 3000, lines: 2 });
        return { isolated: crossOriginIsolated, move, result, time: performance.now() - start };
      });
      console.log(`${name}, ${folder}: ${Math.round(time)} ms to load the engine and think about two moves`);
      assert.equal(isolated, folder === "isolated");
      assert.deepEqual(move, { x: 6, y: 6 });
      assert.equal(result.lines.length, 2);
    });

    test(`everything can be stopped in a page that is ${folder}`, async () => {
      const times = await inPage(folder, async () => {
        const { createEngine } = await import(new URL("./index.js", location.href));
        const engine = await createEngine();
        const labels = ["h8", "g9", "i9", "g7", "g8", "i7"];
        const { parseLabel } = await import(new URL("./index.js", location.href));
        const stones = labels.map((text, index) => ({
          ...parseLabel(text, { width: 15, height: 15 }),
          side: index % 2 === 0 ? "black" : "white",
        }));
        await engine.setPosition({ stones });
        await engine.prepare();
        const times = {};
        const questions = {
          think: () => engine.think({ lines: 3 }),
          defences: () => engine.winningMoves(),
          analysis: () => engine.analyzeGame({ nodes: 1e9 }),
        };
        for (const [name, ask] of Object.entries(questions)) {
          const all = [];
          for (let round = 0; round < 5; round += 1) {
            await engine.forget();
            const answer = ask();
            await new Promise((resolve) => setTimeout(resolve, 150 + 37 * round));
            const start = performance.now();
            await engine.stop();
            all.push(performance.now() - start);
            if (!(await answer).stopped) {
              throw new Error(`${name} was not stopped`);
            }
          }
          times[name] = Math.max(...all);
        }
        return times;
      });
      // The bound that is promised is 50 ms on an idle machine. Tests may run on a busy one, and there it counts that
      // what would go on for ever has ended.
      console.log(`${name}, ${folder}: slowest of 5 stops in ms:`, times);
    });
  }

  for (const folder of ["plain", "isolated"]) {
    const isThreaded = folder === "isolated" && existsSync(new URL("fukumi-threads.wasm", dist));
    test(`threads: ${isThreaded ? 2 : 1} in a page that is ${folder}`, async () => {
      const found = await inPage(folder, async () => {
        const { createEngine } = await import(new URL("./index.js", location.href));
        const engine = await createEngine({ threads: 2 });
        await engine.play({ x: 7, y: 7 });
        await engine.play({ x: 8, y: 8 });
        const pondering = engine.ponder();
        const { move } = await engine.think({ nodes: 20_000 });
        await pondering;
        const thinking = engine.think();
        await engine.stop();
        return { threads: engine.threads, move, stopped: (await thinking).stopped };
      });
      assert.equal(found.threads, isThreaded ? 2 : 1);
      assert.ok(found.move !== undefined && found.stopped);
    });
  }

  test(`the bench counts the same in ${name} and in Node`, async () => {
    const depth = 8;
    const found = await inPage("plain", async (depth) => {
      const { createEngine } = await import(new URL("./index.js", location.href));
      return (await createEngine()).bench(depth);
    }, depth);
    const { createEngine } = await import("fukumi");
    const engine = await createEngine();
    const expected = await engine.bench(depth);
    engine.close();
    console.log(`${Math.round((found.nodes / found.timeMs) * 1000)} nodes a second in ${name}`);
    assert.equal(found.nodes, expected.nodes);
  });
}
