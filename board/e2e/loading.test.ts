/** What the page loads, when, and what it can do without a network. */

import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { expect, it } from "vitest";
import { preview } from "vite";
import { opened } from "./opened";
import { DIST, Visitor, networks, serve } from "./visitor";

const { browser } = opened();

/** The networks and programs that the page itself has asked for, by the names of their files without what follows. */
const asked = (visitor: Visitor): string[] =>
  visitor.page.requests.flatMap((address) => /assets\/([a-z-]+)-[^/]*\.(?:net|wasm)$/.exec(address)?.[1] ?? []);

it("the page loads the network of its rule, and works without the web once it was open", async () => {
  const own = await serve();
  const visitor = await Visitor.come(browser, own.url, "desktop");
  const { page } = visitor;
  const manifest = JSON.parse(readFileSync(join(DIST, "manifest.webmanifest"), "utf8")) as {
    icons: { src: string }[];
    start_url: string;
  };
  for (const { src } of manifest.icons) expect((await fetch(own.url + src)).ok).toBe(true);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await visitor.keeps();
  expect([...new Set(asked(visitor))].sort()).toEqual(["freestyle", "fukumi"]);
  await page.reload();
  await own.close();
  await page.reload();
  expect(await page.evaluate(() => [Boolean(navigator.serviceWorker.controller), crossOriginIsolated])).toEqual([
    true,
    true,
  ]);
  await visitor.choose("You play", "White");
  for (const rule of ["Freestyle: five or more win", "Renju: forbidden points for Black"]) {
    await visitor.choose("Rule", rule);
    await visitor.button("New game").click();
    await visitor.count(1);
  }
  await visitor.leave();
});

/** A server of the built page without one of its files, whose name begins so; `restore` brings that back. */
async function serveWithout(start: string) {
  const folder = mkdtempSync(join(tmpdir(), "fukumi-board-"));
  cpSync(DIST, folder, { recursive: true });
  const assets = join(folder, "assets");
  const file = join(
    assets,
    readdirSync(assets).find((name) => name.startsWith(start))!,
  );
  renameSync(file, `${file}.away`);
  const build = { outDir: folder };
  const where = { port: 0, host: "127.0.0.1", open: false };
  const server = await preview({ configFile: false, appType: "mpa", logLevel: "error", build, preview: where });
  return {
    url: server.resolvedUrls!.local[0]!,
    restore: () => renameSync(`${file}.away`, file),
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

it("a network that is missing is said, and other rules go on", async () => {
  const server = await serveWithout("standard");
  const visitor = await Visitor.come(browser, server.url, "desktop");
  await visitor.choose("You play", "White");
  for (const [rule, count] of [
    ["Standard: exactly five win", 0],
    ["Freestyle: five or more win", 1],
    ["Standard: exactly five win", 0],
  ] as const) {
    await visitor.choose("Rule", rule);
    await visitor.button("New game").click();
    if (count === 0) await visitor.reads(/could not be loaded/);
    await visitor.count(count);
  }
  await visitor.page.close();
  await server.close();
});

it("a language that is missing leaves a page in English", async () => {
  const server = await serveWithout("de-");
  const visitor = await Visitor.come(browser, server.url, "desktop");
  const { page } = visitor;
  await page.evaluate(() => localStorage.setItem("fukumi-settings", JSON.stringify({ language: "de" })));
  await page.reload();
  await visitor.button("New game").wait();
  await page.close();
  await server.close();
});

it("what reads files is loaded with the first of them; if it is missing, that is said, and tried again", async () => {
  const server = await serveWithout("fukumi-files");
  const visitor = await Visitor.come(browser, server.url, "desktop");
  await visitor.choose("You play", "White");
  await visitor.button("New game").click();
  await visitor.count(1);
  await visitor.view("files");
  await visitor.page.locator("#file").choose({ name: "a.txt", content: "h8 i9 g7" });
  await visitor.reads(/could not be loaded/);
  await visitor.count(1);
  server.restore();
  await visitor.button("Try again").click();
  await visitor.reads(/Read: 3 moves/);
  await visitor.count(3);
  await visitor.page.close();
  await server.close();
});

it("what the page loads until the engine answers, and all of it, is small", () => {
  const files = readdirSync(DIST, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const sizes = files.map(({ parentPath, name }) => ({
    name,
    bytes: brotliCompressSync(readFileSync(join(parentPath, name)), { params }).length,
  }));
  const sum = (pattern: RegExp) =>
    sizes.filter(({ name }) => pattern.test(name)).reduce((sum, { bytes }) => sum + bytes, 0);
  // Who chooses several threads loads another engine instead, so one of them counts. What reads and writes files comes
  // when the first is opened or saved.
  const all = sum(/./) - sum(/fukumi-threads/);
  const program = sum(/^(index\.html|index-.*|worker-.*|fukumi-(?!threads|files).*\.wasm)$/);
  console.log(`${files.length} files, ${all} bytes compressed; ${program} without networks`);
  expect([files.some(({ name }) => name.endsWith(".wasm")), networks().length]).toEqual([true, 4]);
  expect(all).toBeLessThan(4e6);
  for (const name of networks())
    expect(program + sum(new RegExp(name))).toBeLessThan(name.startsWith("renju") ? 1.6e6 : 1.17e6);
});
