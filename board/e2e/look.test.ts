import { describe, expect, it } from "vitest";
import { DEVICES, type Device, type Page } from "./browser";
import { opened } from "./opened";
import { VIEWS, Visitor } from "./visitor";

const GAME = "#moves=h8i9i7g9h9h10h7";

const { browser, site } = opened();

/** Counts the sounds that the page plays from now on. */
async function listen(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const start = AudioBufferSourceNode.prototype.start;
    let heard = 0;
    AudioBufferSourceNode.prototype.start = function (...times) {
      document.documentElement.dataset["heard"] = String(++heard);
      start.apply(this, times);
    };
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset["heard"] ?? 0));
}

describe.each(Object.keys(DEVICES) as Device[])("the look on a %s", (device) => {
  const visit = (hash = "") => Visitor.come(browser, site.url + hash, device);

  it("is that of the user's choice, and is kept", async () => {
    const visitor = await visit(GAME);
    const { page } = visitor;
    await visitor.settings();
    const ground = () => page.locator(".board").all(([board]) => getComputedStyle(board!).backgroundImage);
    const body = (color: string) =>
      page.locator(`.stone.${color} .body`).all(([stone]) => getComputedStyle(stone!).fill.replaceAll('"', ""));
    const wood = await ground();
    expect(await body("white")).toContain("#stone-white");
    await visitor.choose("Stones", "Plain");
    const flat = await body("white");
    const grounds = new Set([wood]);
    for (const surface of ["Paper", "Slate"]) {
      await visitor.choose("Board", surface);
      grounds.add(await ground());
      await visitor.complies(surface);
    }
    expect(grounds.size).toBe(3);
    await visitor.choose("Stones", "Slate and shell");
    expect([flat, await body("white")]).toEqual(["rgb(251, 250, 245)", expect.stringContaining("#stone-white")]);
    await visitor.choose("Coordinates", "H8: no I, rows from the top");
    await visitor.choose("Move numbers", "The last 5 moves");
    const wanted = [
      [
        ...[..."ABCDEFGHJKLMNOP"].flatMap((one) => [one, one]),
        ...Array.from({ length: 30 }, (_, at) => `${(at >> 1) + 1}`),
      ],
      ["3", "4", "5", "6", "7"],
      "7. H9 – White to move",
    ];
    const texts = () =>
      page.locator(".board .name, .stone text").all((all) => all.map((one) => one.textContent).join(" "));
    expect((await texts()).split(" ").slice(0, 60)).toEqual(wanted[0]);
    expect((await texts()).split(" ").slice(60).sort()).toEqual(wanted[1]);
    await visitor.page.locator(".settings").button("Close").click();
    await visitor.reads(/^7\. H9 – White to move$/);
    await page.reload();
    await expect.poll(async () => (await texts()).split(" ").slice(0, 60)).toEqual(wanted[0]);
    expect(await page.evaluate(() => ({ ...document.documentElement.dataset }))).toMatchObject({
      surface: "slate",
      stones: "shell",
    });
    for (const tag of ["de", "zh", "en"]) {
      await visitor.speak(tag);
      await visitor.closeSheet();
      await page.locator("header button").last().click();
      await visitor.complies(tag);
      await page.locator("dialog[open] .primary").click();
    }
    await visitor.view("files");
    await visitor.choose("Picture", "Position (SVG)");
    const picture = await page.download(() => visitor.button("Save the picture").click());
    expect(picture).toContain('fill="#5a666f"');
    expect(picture).toContain('fill="url(#stone-black)"');
    // A switch of the analysis hides and shows the numbers.
    await visitor.view("analysis");
    await page.field("Numbers on the stones").click();
    expect(await page.locator(".stone text").count()).toBe(0);
    await visitor.leave();
  });

  it("has a stone that falls softly, unless the user wants calm", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await visitor.view("moves");
    const falls = () => page.locator(".fallen").all((all) => all.map((one) => getComputedStyle(one).animationName));
    await visitor.play("h8");
    await visitor.play("i9");
    await visitor.count(2);
    expect(await falls()).toEqual(["fall"]);
    expect(await page.locator(".fallen").attribute("data-point")).toBe("i9");
    // What is drawn again does not fall again, and neither do many stones at once.
    await visitor.button("To the beginning").click();
    await visitor.button("To the end").click();
    await visitor.count(2);
    expect(await falls()).toEqual([]);
    if (await page.calm()) {
      await visitor.play("a1");
      await visitor.count(3);
      expect(await falls()).toEqual(["none"]);
    } else console.log(`LEFT OUT: less motion, which the protocol of ${browser.kind} cannot ask for`);
    await visitor.leave();
  });

  it("has sounds, on a phone only by choice", async () => {
    const visitor = await visit();
    const { page } = visitor;
    const heard = await listen(page);
    await visitor.view("moves");
    await visitor.play("h8");
    await visitor.play("i9");
    await visitor.count(2);
    expect(await heard()).toBe(device === "phone" ? 0 : 2);
    await visitor.settings();
    await visitor.choose("Sound", device === "phone" ? "On" : "Off");
    await visitor.page.locator(".settings").button("Close").click();
    await visitor.play("a1");
    await visitor.count(3);
    expect(await heard()).toBe(device === "phone" ? 1 : 2);
    // One step back makes no sound.
    await visitor.button("One move back").click();
    await visitor.count(2);
    expect(await heard()).toBe(device === "phone" ? 1 : 2);
    // A game that is resigned has an end.
    await visitor.settings();
    await visitor.choose("Sound", "On");
    await visitor.page.locator(".settings").button("Close").click();
    await visitor.view("play");
    await visitor.button("New game").click();
    const before = await heard();
    await visitor.view("play");
    await visitor.button("Resign").click();
    await visitor.reads(/has resigned/);
    expect(await heard()).toBe(before + 1);
    await visitor.leave();
  });
});

describe("on a phone", () => {
  it.each([
    [360, 640],
    [740, 360],
  ])("all that a finger presses is 44 pixels wide and high at %d x %d", async (width, height) => {
    const visitor = await Visitor.come(browser, site.url + GAME, "phone");
    const { page } = visitor;
    await page.resize(width, height);
    const small = () =>
      page.locator("button, select, a").all((all) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => [one.getAttribute("aria-label") ?? one.textContent, one.getBoundingClientRect()] as const)
          .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
          .map(([name, box]) => `${name} ${box.width} x ${box.height}`),
      );
    for (const view of VIEWS) {
      await visitor.view(view);
      expect(await small(), view).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), view).toBe(true);
    }
    await visitor.settings();
    expect(await small()).toEqual([]);
    await visitor.leave();
  });
});
