/** The report of a game; scripts/tests/test_report_page.py has what the program itself writes. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GameRecord } from "../src/report/read";
import { RECORD } from "../tests/record";
import { FILE, FOLDER } from "../vite.report.config";
import { DEVICES, type Device, launch } from "./browser";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "fukumi-report-"));
let browser: Browser;

/** Writes the report of an analysis; returns its address. */
function write(record: GameRecord): string {
  const file = join(folder, "report.html");
  const fillings: Record<string, string> = { title: "Ada – ?", facts: "freestyle", data: JSON.stringify(record) };
  const template = readFileSync(join(FOLDER, FILE), "utf8");
  writeFileSync(
    file,
    template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => fillings[name]!),
  );
  return pathToFileURL(file).href;
}

beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

describe.each(Object.keys(DEVICES) as Device[])("the report on a %s", (device) => {
  it.each(["light", "dark"] as const)("axe-core finds no violation in %s colours", async (colorScheme) => {
    const context = await browser.newContext({ ...DEVICES[device], colorScheme });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(`${write(RECORD)}#1`);
    await page.evaluate(AXE);
    for (const key of ["Home", "l", "ArrowRight", "ArrowRight", "End"]) {
      await page.keyboard.press(key);
      const found = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
      const { violations } = found as { violations: { id: string; nodes: { html: string }[] }[] };
      expect(violations.map(({ id, nodes }) => `${key} ${id}: ${nodes[0]!.html}`)).toEqual([]);
      const [width, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect(width).toBeLessThanOrEqual(window!);
    }
    await context.close();
    expect(complaints).toEqual([]);
  });
});

it("what was not analysed leaves a gap in the graph, and is said", async () => {
  const [first, second, ...rest] = RECORD.positions;
  const positions = [first!, { ...second!, black_win_rate: null, lines: [], win: null }, ...rest];
  const page = await browser.newPage();
  await page.goto(`${write({ ...RECORD, positions })}#1`);
  expect(await page.locator(".graph .area").count()).toBe(2);
  expect(await page.locator("#state").innerText()).toContain("Not analysed.");
  expect(await page.locator(".mark").count()).toBe(0);
  expect(await page.locator("#moves .move").nth(1).innerText()).not.toContain("%");
  await page.close();
});
