import { describe, expect, it } from "vitest";
import { opened } from "./opened";
import { Visitor } from "./visitor";

const GAME = "#moves=h8i9i7g9h9h10h7";

const { browser, site } = opened();

describe("keys", () => {
  it("step through a game from anywhere, save where a control has them", async () => {
    const visitor = await Visitor.come(browser, site.url + GAME, "desktop");
    const { page } = visitor;
    await visitor.count(7);
    await page.key("ArrowLeft");
    await visitor.count(6);
    await page.key("ArrowLeft");
    await page.key("ArrowRight");
    await visitor.count(6);
    // Beside a list they go on; in one, and in the row of tabs, they are its own.
    await visitor.button("New game").or(visitor.button("Settings")).first().focus();
    await page.key("ArrowLeft");
    await visitor.count(5);
    await page.field("Opponent").focus();
    await page.key("ArrowLeft");
    await page.locator("#tab-play").focus();
    await page.key("ArrowRight");
    await page
      .locator("[role=tab][aria-selected=true]")
      .matching(/^Analyse$/)
      .wait();
    await visitor.count(5);
    await page.locator(".board").focus();
    await page.key("End");
    await visitor.count(7);
    // On the board they move the cursor.
    await page.key("ArrowLeft");
    await page.key("ArrowLeft");
    await expect.poll(() => page.locator("[aria-live=polite]").text()).toBe("g7, empty");
    await visitor.count(7);
    await visitor.leave();
  });

  it("lead to the board in a game, and letters may be the board's alone", async () => {
    const visitor = await Visitor.come(browser, site.url, "desktop");
    const { page } = visitor;
    await visitor.button("New game").click();
    await page.key("ArrowDown");
    await page.key("ArrowUp");
    await page.key("Enter");
    await visitor.count(2);
    expect(await visitor.stones()).toHaveProperty("h9", "black");
    await page.locator("#panel-play").focus();
    await page.key("n");
    await expect.poll(() => page.locator(".stone text").count()).toBe(2);
    await page.key("u");
    await visitor.count(0);
    await page.key("?");
    await page
      .locator("dialog .keys")
      .matching(/Page Up, Page Down/)
      .wait();
    await visitor.complies("keys");
    await visitor.choose("Letter keys", "Only on the board");
    await page.key("Escape");
    await page.until(() => document.querySelector("dialog[open]") === null);
    await page.locator("#panel-play").focus();
    await page.key("r");
    await visitor.count(0);
    await page.locator(".board").focus();
    await page.key("r");
    await visitor.count(2);
    await visitor.leave();
  });
});

describe("the wheel", () => {
  it("steps through the moves over the board, where the page does not scroll", async () => {
    const visitor = await Visitor.come(browser, site.url + GAME, "desktop");
    const { page } = visitor;
    await visitor.count(7);
    const turn = async (pixels: number) => {
      const { x, y, width, height } = await page.locator(".board").box();
      await page.wheel(x + width / 2, y + height / 2, pixels);
    };
    await turn(-100);
    await visitor.count(6);
    await turn(-100);
    await visitor.count(5);
    await turn(100);
    await visitor.count(6);
    await page.resize(400, 440);
    await turn(100);
    await page.until(() => scrollY > 0);
    await visitor.count(6);
    await visitor.leave();
  });
});

describe("a finger", () => {
  it("sees small cells enlarged, and plays where it is lifted", async () => {
    const visitor = await Visitor.come(browser, site.url, "phone");
    const { page } = visitor;
    await visitor.view("moves");
    const { x, y, width } = await page.locator(".board > svg:first-child").box();
    const cell = (40 * width) / 652;
    const views = ["236 236 180 180", "316 236 180 180"];
    const loupe = page.locator(".loupe:not([hidden])");
    await page.slide(x + width / 2, y + width / 2, 2 * cell, async () => {
      await expect.poll(() => loupe.attribute("viewBox")).toBe(views.shift());
      // What is above the finger is in the window.
      const box = await loupe.box();
      expect([box.x >= 0, box.y >= 0, box.x + box.width <= 360]).toEqual([true, true, true]);
    });
    await visitor.count(1);
    expect(await visitor.stones()).toEqual({ j8: "black" });
    expect(views).toEqual([]);
    expect(await loupe.count()).toBe(0);
    await visitor.leave();
  });

  it("plays by a second touch where the user wants that", async () => {
    const visitor = await Visitor.come(browser, site.url, "phone");
    const { page } = visitor;
    await visitor.settings();
    await visitor.choose("Touch", "Play on the second touch");
    await visitor.page.locator(".settings").button("Close").click();
    await page.reload();
    await visitor.view("moves");
    await visitor.play("h8");
    await visitor.reads(/^Touch again to play h8$/);
    expect(await page.locator(".aim .ghost").count()).toBe(1);
    await visitor.play("i9");
    await visitor.reads(/^Touch again to play i9$/);
    await visitor.count(0);
    await visitor.play("i9");
    await visitor.count(1);
    expect([await visitor.stones(), await page.locator(".aim .ghost").count()]).toEqual([{ i9: "black" }, 0]);
    // A stone that is there needs no second touch.
    await visitor.play("i9");
    await visitor.reads(/i9 is taken/);
    await visitor.leave();
  });
});
