/** A library of openings with 100,000 positions. */

import { expect, it } from "vitest";
import { library } from "../tests/renlib";
import { opened } from "./opened";
import { Visitor } from "./visitor";

const { browser, site } = opened();
const NODES = 100_000;

it("a large tree is opened, shown in parts, kept, and there again after a reload", async () => {
  const visitor = await Visitor.come(browser, site.url, "desktop");
  const { page } = visitor;
  await visitor.view("files");
  await page.evaluate(() => {
    const blocked: number[] = [];
    // Firefox does not report it.
    if (!PerformanceObserver.supportedEntryTypes.includes("longtask")) return;
    new PerformanceObserver((list) => {
      blocked.push(...list.getEntries().map(({ duration }) => Math.round(duration)));
      document.documentElement.dataset["blocked"] = blocked.join(" ");
    }).observe({ entryTypes: ["longtask"] });
  });
  const start = Date.now();
  await page.locator("#file").choose({ name: "openings.lib", content: library(NODES) });
  await visitor.reads(/Read: \d+ moves/);
  const blocked = () => page.evaluate(() => document.documentElement.dataset["blocked"] ?? "");
  console.log(`${browser.kind}: opened after ${Date.now() - start} ms, blocked for ${await blocked()}`);
  await visitor.view("moves");
  const moves = page.locator("#panel-moves .tree .move");
  expect(await moves.count()).toBeLessThan(800);
  const shown = page.locator("#panel-moves .tree [aria-current=true]");
  await visitor.button("To the beginning").click();
  await shown.matching(/^Start/).wait();
  const texts = () => moves.all((all) => all.map((one) => one.textContent).join(" "));
  const before = await texts();
  for (let step = 0; step < 4; step++) {
    await visitor.button("One move forward").click();
    await page
      .locator(".number")
      .matching(new RegExp(`^${step + 1} /`))
      .wait();
  }
  expect(await texts()).not.toBe(before);
  await visitor.complies("a large tree");
  const place = await visitor.stones();
  await page.reload();
  await visitor.count(4);
  expect(await visitor.stones()).toEqual(place);
  console.log(`${browser.kind}: blocked for ${await blocked()}`);
  await visitor.leave();
});
