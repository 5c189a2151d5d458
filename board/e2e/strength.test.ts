/** What the engine may use and what it shows, as a player chooses it. */

import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { Browser, DEVICES, type Device } from "./browser";
import { type Site, Visitor, serve } from "./visitor";

const GAME = "#moves=h8i9i7g9h9h10h7g7h6h5j8g5k6f8";

const browser = new Browser(inject("kind"));
let site: Site;

beforeAll(async () => {
  site = await serve();
});
afterAll(async () => {
  await browser.close();
  await site?.close();
});

const devices = Object.keys(DEVICES) as Device[];
const visit = (device: Device, hash = "") => Visitor.come(browser, site.url + hash, device);

it.each(devices)("limits are written as people write them on the %s, and bad ones are refused", async (device) => {
  const visitor = await visit(device, GAME);
  const { page } = visitor;
  await visitor.tab("analysis");
  const panel = page.locator("#panel-analysis");
  await visitor.choose("Lines", "20");
  await visitor.limit("Seconds", "");
  await visitor.limit("Positions", "0");
  await panel
    .locator("[role=alert]")
    .matching(/^Positions: a whole number from 1 to 1,000,000,000,000, or nothing$/)
    .wait();
  expect(await page.field("Positions").attribute("aria-invalid")).toBe("true");
  await visitor.limit("Positions", "20k");
  expect(await page.field("Positions").attribute("aria-invalid")).toBeNull();
  expect(await panel.locator("summary").text()).toBe("Limits: Positions 20,000");
  await panel.locator(".primary").click();
  await panel
    .locator(".facts")
    .matching(/finished$/)
    .wait();
  expect(await panel.locator(".line").count()).toBe(20);
  // Kept, and so is that a move needs a limit.
  await page.reload();
  await visitor.tab("play");
  await visitor.choose("Opponent", "Full strength");
  await visitor.limit("Seconds", "");
  await page
    .locator("#panel-play [role=alert]")
    .matching(/At least one/)
    .wait();
  await visitor.limit("Depth", "4");
  await visitor.limit("Seconds", "");
  expect(await page.locator("#panel-play summary").text()).toBe("Limits: Depth 4");
  await visitor.button("New game").click();
  await visitor.play("h8");
  await visitor.count(2);
  await visitor.tab("analysis");
  expect(await panel.locator("summary").text()).toBe("Limits: Positions 20,000");
  await visitor.leave();
});
