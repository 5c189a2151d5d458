/** What the user can do when something takes long or fails, when a game is over, and with its review. */

import { expect, it } from "vitest";
import { opened } from "./opened";
import { Visitor } from "./visitor";

const { browser, site } = opened();

const GAME = "#rule=freestyle&size=15x15&moves=h8i9i7g9h9h10h7g7h6h5j8g5k6f8";
const come = async (hash = "") => {
  const visitor = await Visitor.come(browser, site.url, "desktop");
  if (hash) await visitor.page.goto(site.url + hash);
  return visitor;
};

/** From the next page on, what the engine is asked waits until `release` is called. */
const hold = (visitor: Visitor) =>
  visitor.page.before(() => {
    const { postMessage } = Worker.prototype;
    const held: (() => void)[] = [];
    Object.assign(globalThis, { release: () => held.splice(0).forEach((send) => send()) });
    Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]) {
      const send = () => (postMessage as (...all: unknown[]) => void).apply(this, message);
      if (/"ask":"(solve|decide)/.test((message[0] as { request?: string }).request ?? "")) held.push(send);
      else send();
    } as Worker["postMessage"];
  });

/** From the next page on, the Worker of the engine breaks down at its first question. */
const fail = (visitor: Visitor) =>
  visitor.page.before(() => {
    const { postMessage } = Worker.prototype;
    let failures = 0;
    Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]) {
      const isQuestion = /"ask":"solve/.test((message[0] as { request?: string }).request ?? "");
      if (isQuestion && failures++ < 1) this.dispatchEvent(new ErrorEvent("error", { message: "unreachable" }));
      else (postMessage as (...all: unknown[]) => void).apply(this, message);
    } as Worker["postMessage"];
  });

it.each(["Is it won?", "Balanced move"])("“%s” can be stopped, with the keyboard as well", async (name) => {
  const visitor = await come();
  const { page } = visitor;
  await hold(visitor);
  await page.goto(site.url + GAME);
  await page.reload();
  await visitor.view("analysis");
  await visitor.button(name).click();
  const stop = page.locator("main .table").button("Stop");
  await stop.wait();
  await visitor.complies("what can be stopped");
  await stop.focus();
  await page.key("Enter");
  await page.evaluate(() => (globalThis as unknown as { release(): void }).release());
  await visitor.reads(/ · Stopped$/);
  expect(await stop.count()).toBe(0);
  // The focus is not lost with the button.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  expect(await visitor.button(name).count()).toBe(1);
  await visitor.leave();
});

it("a failure of the engine is said in words, and what has failed is tried again", async () => {
  const visitor = await come();
  await fail(visitor);
  await visitor.page.goto(site.url + GAME);
  await visitor.page.reload();
  await visitor.view("analysis");
  await visitor.button("Is it won?").click();
  await visitor.reads(/^The engine does not work: it crashed, perhaps because memory ran out$/);
  await visitor.complies("what can be tried again");
  await visitor.button("Try again").click();
  await visitor.reads(/win/);
  expect(await visitor.button("Try again").count()).toBe(0);
  await visitor.leave();
});

it("a game that is over shows its result, what decided it, and the next game", async () => {
  const visitor = await come();
  const { page } = visitor;
  await visitor.choose("Opponent", "Level 2");
  await visitor.button("New game").click();
  for (const [index, point] of ["a1", "c1", "e1", "g1"].entries()) {
    await visitor.play(point);
    await visitor.count(2 * index + 2);
  }
  await visitor.button("Resign").click();
  const panel = page.locator(".ended");
  await panel
    .matching(/^White won.*(decided the game: Black had \d+% before it and \d+% after it\. Better: |No single move)/)
    .wait();
  await visitor.complies("the end of a game");
  if ((await panel.button("Show the better move").count()) > 0) {
    await panel.button("Show the better move").click();
    await page.locator(".stone.shown").first().wait();
    expect(await page.locator(".nav output").text()).toMatch(/^\d \/ 8$/);
  }
  expect(await panel.locator(".primary").text()).toMatch(/^(Play level 1|Play again as White)$/);
  await panel.button("Review the game").click();
  await visitor.reads(/^Done: /);
  await visitor.leave();
});

/** Plays some moves, and resigns. */
const lose = async (visitor: Visitor) => {
  for (const [index, point] of ["a1", "c1", "e1", "g1"].entries()) {
    await visitor.play(point);
    await visitor.count(2 * index + 2);
  }
  await visitor.view("play");
  await visitor.button("Resign").click();
  await visitor.page
    .locator(".ended")
    .matching(/decided the game|No single move/)
    .wait();
};

it.each([
  [360, 640],
  [740, 360],
])("on a phone of %d x %d the steps and the next game are in view when a game is over", async (width, height) => {
  const visitor = await Visitor.come(browser, site.url, "phone");
  const { page } = visitor;
  await page.resize(width, height);
  await lose(visitor);
  const outside = (css: string) =>
    page.locator(css).all((all) => {
      const edge = document.querySelector(".tabs")!.getBoundingClientRect().top;
      const boxes = all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
      const wrong = boxes.filter(({ left, right, top, bottom, width }, index) => {
        const overlaps = boxes.slice(index + 1).some((next) => next.left < right - 0.5 && next.top < bottom);
        return (
          overlaps ||
          left < 0 ||
          right > document.documentElement.clientWidth ||
          top < 0 ||
          bottom > edge ||
          width < 43.9
        );
      });
      return wrong.map((box) => JSON.stringify(box));
    });
  expect(await outside(".nav button, .ended .primary")).toEqual([]);
  // Now a move can be played again as well.
  await page.locator(".nav button[aria-label='One move back']").click();
  await page.locator(".nav button[aria-label='Play the move again']").wait();
  expect(await outside(".nav button, .ended .primary")).toEqual([]);
  await visitor.complies("a step back from the end of a game");
  await visitor.leave();
});

it("in a large window the board keeps its size when a game is over", async () => {
  const visitor = await come();
  const { page } = visitor;
  const width = async () => (await page.locator(".board").box())!.width;
  await visitor.play("h8");
  await visitor.count(2);
  const before = await width();
  await visitor.button("Resign").click();
  await page.locator(".aside .ended").button("Share").wait();
  expect(await width()).toBe(before);
  await page.resize(700, 900);
  await page.locator(".table .ended").button("Share").wait();
  await visitor.leave();
});

it("a game that is over is shared as a picture or as a link", async () => {
  const visitor = await come();
  const { page } = visitor;
  await visitor.button("New game").click();
  await visitor.play("a1");
  await visitor.count(2);
  await visitor.button("Resign").click();
  const open = () => page.locator(".ended").button("Share").click();
  const dialog = page.locator("dialog.share");
  await open();
  await visitor.complies("the dialog to share");
  const isDrawn = () => document.querySelector<HTMLImageElement>(".share img")!.naturalWidth > 0;
  await page.until(isDrawn);
  const picture = await page.downloadBytes(() => dialog.button("Save the picture").click());
  expect(picture.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  await visitor.reads(/^fukumi\.png is saved$/);
  await open();
  await dialog.button("Copy a link").click();
  await visitor.reads(/^The link is copied/);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("#rule=freestyle&size=15x15");
  await visitor.leave();
});

it("a review is written into the game, and goes with its file", async () => {
  const visitor = await come(GAME);
  const { page } = visitor;
  await page.reload();
  await visitor.view("review");
  await visitor.button("Review the game").click();
  await visitor.reads(/^Done: /);
  await visitor.button("Write into the game").click();
  await visitor.reads(/marked in the game/);
  await visitor.view("files");
  const sgf = await page.download(() => visitor.button("Save SGF").click());
  expect(sgf).toMatch(/BM\[2\][^]*C\[Fukumi: \d+% → \d+%/);
  expect(sgf.match(/\bV\[/g)!.length).toBe(15);
  await visitor.replaceKept();
  await page.goto(site.url);
  await visitor.view("files");
  await page.field("Or paste a game: SGF, Piskvork, or moves").fill(sgf);
  await visitor.button("Read the text").click();
  await visitor.reads(/^Read: 14 moves$/);
  await visitor.view("moves");
  expect(await page.locator("#panel-moves .tree .blunder").count()).toBeGreaterThan(0);
  await visitor.leave();
});

it("several games are reviewed in one go", async () => {
  const visitor = await come(GAME);
  const { page } = visitor;
  await page.reload();
  await visitor.view("library");
  await visitor.button("Keep this game").click();
  await visitor.reads(/added to your games/);
  await visitor.button("Review 1 game").click();
  await visitor.reads(/^1 game reviewed/);
  await visitor.view("moves");
  expect(await page.locator("#panel-moves .tree .blunder").count()).toBeGreaterThan(0);
  await visitor.leave();
});
