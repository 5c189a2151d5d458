/** The report of a game, written here; program.test.ts has what the program itself writes. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, inject, it } from "vitest";
import type { GameRecord } from "../src/report/read";
import { RECORD } from "../tests/record";
import { FILE, FOLDER } from "../vite.report.config";
import { Browser, DEVICES, type Device } from "./browser";
import { complies } from "./visitor";

const folder = mkdtempSync(join(tmpdir(), "fukumi-report-"));
const browser = new Browser(inject("kind"));

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

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

describe.each(Object.keys(DEVICES) as Device[])("the report on a %s", (device) => {
  it.each(["light", "dark"] as const)("axe-core finds no violation in %s colours", async (colorScheme) => {
    const page = await browser.open(`${write(RECORD)}#1`, device, colorScheme);
    for (const key of ["Home", "l", "ArrowRight", "ArrowRight", "End"] as const) {
      await page.key(key);
      await complies(page, key);
    }
    await page.close();
    expect(page.complaints).toEqual([]);
  });
});

it("what was not analysed leaves a gap in the graph, and is said", async () => {
  const [first, second, ...rest] = RECORD.positions;
  const positions = [first!, { ...second!, black_win_rate: null, lines: [], win: null }, ...rest];
  const page = await browser.open(`${write({ ...RECORD, positions })}#1`, "desktop");
  expect(await page.locator(".graph .area").count()).toBe(2);
  expect(await page.locator("#state").text()).toContain("Not analysed.");
  expect(await page.locator(".mark").count()).toBe(0);
  expect(await page.locator("#moves .move").at(1).text()).not.toContain("%");
  await page.close();
});

it("the bar of the chances is full only if that is proven", async () => {
  const [first, second, ...rest] = RECORD.positions;
  const positions = [first!, { ...second!, black_win_rate: 0.9999 }, ...rest];
  const page = await browser.open(write({ ...RECORD, positions }), "desktop");
  const now = () => page.locator("[role=meter]").attribute("aria-valuenow");
  expect(await now()).toBe("100");
  await page.key("ArrowRight");
  await expect.poll(now).toBe("99");
  await page.close();
});
