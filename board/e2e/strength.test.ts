/** What the engine may use and what it shows, as a player chooses it. */

import { expect, it } from "vitest";
import { DEVICES, type Device } from "./browser";
import { opened } from "./opened";
import { Visitor } from "./visitor";

const GAME = "#moves=h8i9i7g9h9h10h7g7h6h5j8g5k6f8";

const { browser, site } = opened();

const devices = Object.keys(DEVICES) as Device[];
const visit = (device: Device, hash = "") => Visitor.come(browser, site.url + hash, device);

it.each(devices)("limits are written as people write them on the %s, and bad ones are refused", async (device) => {
  const visitor = await visit(device, GAME);
  const { page } = visitor;
  await visitor.view("analysis");
  const panel = page.locator("#panel-analysis");
  await visitor.choose("Lines", "20");
  await visitor.limit("Seconds", "");
  await visitor.limit("Positions", "0");
  await panel
    .locator("[role=alert]")
    .matching(/^Positions: a whole number from 1 to 1,000,000,000,000, or empty$/)
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
  await visitor.view("play");
  await visitor.choose("Opponent", "Full strength");
  await visitor.limit("Seconds", "");
  await page
    .locator("#panel-play [role=alert]")
    .matching(/At least one/)
    .wait();
  await visitor.limit("Depth", "4");
  await visitor.limit("Seconds", "");
  expect(await page.locator("#panel-play .limits summary").text()).toBe("Limits: Depth 4");
  await visitor.button("New game").click();
  await visitor.play("h8");
  await visitor.count(2);
  await visitor.view("analysis");
  expect(await panel.locator("summary").text()).toBe("Limits: Positions 20,000");
  await visitor.leave();
});

it.each(devices)("the board on the %s shows what is chosen, and threats", async (device) => {
  const visitor = await visit(device, "#moves=f8f11g8g11h8h11a1");
  const { page } = visitor;
  await visitor.view("analysis");
  await page.field("Threats").click();
  await page.locator(".row.three[data-stones='f8 g8 h8']").wait();
  await page.locator(".row.three[data-stones='f11 g11 h11']").wait();
  await visitor.choose("Lines", "2");
  await visitor.limit("Positions", "5k");
  await page.locator("#panel-analysis .primary").click();
  await page.locator(".mark.best").wait();
  await visitor.choose("Show", "First impression");
  await page.locator(".mark.heat.shade-4").wait();
  expect(await page.locator(".mark.best").count()).toBe(0);
  await visitor.complies("the policy");
  await visitor.choose("Show", "Nothing");
  await page.until(() => document.querySelectorAll(".mark.heat, .mark.best").length === 0);
  await visitor.choose("Show", "Heat map");
  await page.locator(".mark.heat").first().wait();
  // Both choices are kept.
  await page.reload();
  await page.locator(".row.three").first().wait();
  await visitor.view("analysis");
  expect(await page.field("Show").value()).toBe("heat");
  await page.field("Threats").click();
  await page.until(() => document.querySelectorAll(".row").length === 0);
  await visitor.leave();
});

it.each(devices)("a forbidden point says why it is one, on the %s", async (device) => {
  const visitor = await visit(device, "#rule=renju&size=15x15&black=h9h10g8f8&white=a1a15o1o15&turn=black");
  const { page } = visitor;
  await page.locator(".mark.forbidden[data-point=h8]").wait();
  expect(await page.locator(".row").count()).toBe(0);
  // A tap or a click is no move, but an answer.
  await visitor.play("h8");
  await visitor.reads(/h8 is forbidden for Black in renju: double three/);
  await page
    .locator(".caption")
    .matching(/^double three$/)
    .wait();
  expect(await page.locator(".row.three").all((all) => all.map((one) => one.dataset["stones"]).sort())).toEqual([
    "f8 g8 h8",
    "h10 h9 h8",
  ]);
  await visitor.play("c3");
  await visitor.count(9);
  await page.until(() => document.querySelectorAll(".row").length === 0);
  await visitor.leave();
});

it("a forbidden point says why it is one to those who use keys or point at it", async () => {
  const visitor = await visit("desktop", "#rule=renju&size=15x15&black=h9h10g8f8&white=a1a15o1o15&turn=black");
  const { page } = visitor;
  await page.locator(".mark.forbidden[data-point=h8]").wait();
  await page.locator("[role=application]", "Board").focus();
  // The cursor begins in the centre.
  await page.key("ArrowUp");
  await expect.poll(() => page.locator("[aria-live=polite]").text()).toBe("h8, forbidden for Black, double three");
  await page.locator(".caption").wait();
  expect(await page.locator(".row.three").count()).toBe(2);
  await page.key("ArrowUp");
  await page.until(() => document.querySelectorAll(".caption, .row").length === 0);
  await page.point(await visitor.place("h8"));
  await page.locator(".caption").wait();
  await visitor.leave();
});

it("a balanced move is marked", async () => {
  const visitor = await visit("desktop", "#moves=h8");
  await visitor.view("analysis");
  await visitor.button("Balanced move").click();
  await visitor.reads(/leaves the game as even as it can be/);
  await visitor.page.locator(".mark.hint").wait();
  await visitor.leave();
});
