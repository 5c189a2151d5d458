import { describe, expect, it } from "vitest";
import { DEVICES, type Device } from "./browser";
import { opened } from "./opened";
import { Visitor } from "./visitor";

const { browser, site } = opened();

describe.each(Object.keys(DEVICES) as Device[])("on a %s", (device) => {
  const visit = async () => {
    const visitor = await Visitor.come(browser, site.url, device);
    return visitor;
  };

  it("two levels are watched, stopped, and led step by step", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await visitor.view("play");
    await visitor.choose("You play", "Watch two levels");
    await visitor.choose("Black", "Level 2");
    await visitor.choose("White", "Level 4");
    await visitor.choose("Pause after each move", "3 seconds");
    await visitor.button("New game").click();
    expect(await page.locator(".player").texts()).toEqual(["Level 2", "Level 4"]);
    await visitor.button("Pause").click();
    const count = () => page.locator(".stone").count();
    await visitor.button("Go on").wait();
    const before = await count();
    await visitor.button("One move").click();
    await visitor.count(before + 1);
    await visitor.button("One move").click();
    await visitor.count(before + 2);
    await visitor.complies("watch");
    await visitor.play("a1");
    await visitor.reads(/^Two levels are playing/);
    await visitor.view("play");
    await visitor.choose("Pause after each move", "0.2 seconds");
    await visitor.closeSheet();
    await visitor.button("Go on").click();
    await page.until((least) => document.querySelectorAll(".stone").length > least, before + 4);
    // Who looks back has time for it.
    await visitor.button("To the beginning").click();
    await visitor.button("Go on").wait();
    await visitor.count(0);
    await page.reload();
    await visitor.view("play");
    expect([await page.field("Black").value(), await page.field("White").value()]).toEqual(["2", "4"]);
    await visitor.leave();
  });

  it("two people see nothing of the engine until their game is over", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await visitor.view("play");
    await visitor.choose("You play", "Two people, without the engine");
    await visitor.choose("Clock", "5 min, then 30 s a move");
    await visitor.button("New game").click();
    const hidden = () => page.locator(".chance").all(([bar]) => getComputedStyle(bar!).visibility === "hidden");
    await visitor.play("h8");
    await visitor.play("i9");
    await visitor.count(2);
    expect(await hidden()).toBe(true);
    expect(await visitor.button("Hint").attribute("disabled")).not.toBeNull();
    expect(await visitor.button("Fukumi moves").count()).toBe(0);
    await page
      .locator(".side.black .clock")
      .matching(/^[45]:\d\d$/)
      .wait();
    await visitor.complies("people");
    await visitor.view("analysis");
    await page.locator("#panel-analysis .primary").click();
    await visitor.reads(/^Two people are playing: the engine is hidden$/);
    await visitor.view("play");
    await visitor.button("Resign").click();
    await visitor.reads(/Black has resigned/);
    expect(await hidden()).toBe(false);
    await visitor.leave();
  });

  it("games against levels make a rating, which suggests the next one", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await visitor.view("play");
    await visitor.choose("Opponent", "Level 7");
    expect(await page.locator(".ladder").all(([part]) => part!.hidden === true)).toBe(true);
    await visitor.button("New game").click();
    await visitor.play("h8");
    await visitor.count(2);
    await visitor.view("play");
    await visitor.button("Resign").click();
    await visitor.view("play");
    await page
      .locator(".ladder")
      .matching(/Your rating: -?\d+ ± \d+, from 1 game without help/)
      .wait();
    await visitor.complies("rating");
    const next = page.locator(".ladder button").first();
    const [, level] = /^Play level (\d+)$/.exec(await next.text())!;
    expect(Number(level)).toBeLessThan(7);
    // What is taken back does not count.
    await next.click();
    await visitor.view("play");
    expect(await page.field("Opponent").value()).toBe(level);
    await visitor.closeSheet();
    await page.until(() => document.querySelector(".side[data-turn] .player")!.textContent === "You");
    await visitor.play("a1");
    await page.until(() => document.querySelectorAll(".stone").length >= 2);
    await visitor.button("Take back").click();
    await visitor.view("play");
    await visitor.button("Resign").click();
    await visitor.reads(/has resigned/);
    await page.reload();
    await visitor.view("play");
    await page
      .locator(".ladder")
      .matching(/from 1 game/)
      .wait();
    // It cannot be brought back, so a second button does it.
    await visitor.button("Delete the rating").click();
    await page.locator(".ladder").button("Keep").click();
    await visitor.button("Delete the rating").click();
    await page.locator(".ladder").button("Delete").click();
    await page.until(() => document.querySelector(".ladder[hidden]") !== null);
    await visitor.leave();
  });

  it("a head start is turns that the engine gives up", async () => {
    const visitor = await visit();
    await visitor.view("play");
    await visitor.choose("Head start", "Fukumi passes its first 2 turns");
    await visitor.button("New game").click();
    for (const [point, stones] of [
      ["h8", 1],
      ["h9", 2],
      ["i8", 4],
    ] as const) {
      await visitor.play(point);
      await visitor.count(stones);
      await visitor.reads(/Black to move/);
    }
    // One is taken back as any move is.
    await visitor.button("Take back").click();
    await visitor.count(2);
    await visitor.leave();
  });
});
