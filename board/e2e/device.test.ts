/** A newer version of the page, and what it keeps on the device. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, it } from "vitest";
import { preview } from "vite";
import { Browser } from "./browser";
import { DIST, Visitor, serve } from "./visitor";

const browser = new Browser(inject("kind"));
afterAll(() => browser.close());

it("a newer version is offered, and used without a loss", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fukumi-board-"));
  cpSync(DIST, folder, { recursive: true });
  const server = await preview({
    configFile: false,
    logLevel: "error",
    build: { outDir: folder },
    preview: { port: 0, host: "127.0.0.1", open: false },
  });
  const visitor = await Visitor.come(browser, server.resolvedUrls!.local[0]!, "desktop");
  const { page } = visitor;
  await page.until(() => navigator.serviceWorker.controller !== null);
  await visitor.view("analysis");
  for (const point of ["h8", "h9", "i8"]) await visitor.play(point);
  await visitor.count(3);
  expect(await page.locator(".notice").all(([one]) => one!.hidden)).toBe(true);
  // The next version differs in its name.
  const worker = join(folder, "service-worker.js");
  writeFileSync(worker, readFileSync(worker, "utf8").replace(/fukumi-[0-9a-f]{16}/, "fukumi-next"));
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await page
    .locator(".notice")
    .matching(/A new version is ready/)
    .wait();
  await visitor.complies("the notice");
  await page.reloading(() => visitor.button("Reload").click());
  await visitor.count(3);
  expect(await page.evaluate(() => caches.keys())).toEqual(["fukumi-next"]);
  expect(await page.locator(".notice").all(([one]) => one!.hidden)).toBe(true);
  await visitor.leave();
  await server.close();
  rmSync(folder, { recursive: true });
});

it("what is kept is said, and deleted when the user is sure", async () => {
  const site = await serve();
  const visitor = await Visitor.come(browser, site.url, "phone");
  const { page } = visitor;
  await visitor.view("analysis");
  await visitor.play("h8");
  await visitor.count(1);
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("fukumi")));
  await page.until(() => "fukumi-game" in localStorage);
  await visitor.settings();
  await page.locator(".device summary").click();
  await page
    .locator(".device")
    .matching(/Settings, puzzles and the last games: 1 kB/)
    .wait();
  await visitor.complies("what is kept");
  await visitor.button("Delete all of it").click();
  await visitor.button("Keep").click();
  expect(await kept()).toContain("fukumi-game");
  await visitor.button("Delete all of it").click();
  await page.reloading(() => visitor.button("Delete").click());
  await visitor.count(0);
  await visitor.leave();
  await site.close();
});

it("a page that may keep nothing shows the game of a link, and plays on", async () => {
  const site = await serve();
  const visitor = await Visitor.come(browser, site.url, "desktop");
  const { page } = visitor;
  await page.evaluate(() => void (location.hash = "moves=h8i9"));
  await visitor.count(2);
  // As in Firefox while cookies are blocked.
  await page.before(() => {
    function refuse(): never {
      throw new DOMException("The operation is insecure.", "SecurityError");
    }
    const refuseLater = async () => refuse();
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(window, "BroadcastChannel", { value: refuse });
    Object.assign(IDBFactory.prototype, { open: refuse, databases: refuseLater });
    Object.assign(LockManager.prototype, { request: refuseLater, query: refuseLater });
  });
  await page.reload();
  await visitor.count(2);
  await visitor.view("analysis");
  await visitor.play("g7");
  await visitor.count(3);
  await visitor.leave();
  await site.close();
});
