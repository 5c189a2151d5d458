import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { StoredTask } from "../src/app/tasks";
import { LESSON } from "../src/core/lesson";
import { DEVICES, type Device } from "./browser";
import { reply } from "./player";
import { opened } from "./opened";
import { ROOT, Visitor } from "./visitor";

const GAME = "#moves=h8i9i7g9h9h10h7g7h6h5j8g5k6f8";
const { puzzles } = JSON.parse(readFileSync(join(ROOT, "src", "puzzles.json"), "utf8")) as {
  puzzles: StoredTask[];
};

const { browser, site } = opened();

const devices = Object.keys(DEVICES) as Device[];

/** The puzzle on the board. */
async function shown(visitor: Visitor): Promise<StoredTask> {
  const stones = Object.keys(await visitor.stones());
  return puzzles.find(
    ({ moves }) => moves.split(" ").length === stones.length && stones.every((at) => moves.split(" ").includes(at)),
  )!;
}

/** Solves the puzzle on the board: plays its solution, and after it whatever makes the five. */
async function solve(visitor: Visitor, { solution, moves }: StoredTask): Promise<void> {
  const own = moves.split(" ").length % 2 ? "white" : "black";
  const rest = solution.split(" ").filter((_, index) => index % 2 === 0);
  for (let move = rest.shift(); ; move = rest.shift()) {
    const before = Object.keys(await visitor.stones()).length;
    await visitor.play(move ?? reply(await visitor.stones(), own));
    await visitor.page.until((count) => document.querySelectorAll(".stone").length > count, before);
    await visitor.reads(/Right\. The reply is|Solved/);
    if (/Solved/.test(await visitor.status())) return;
    await visitor.count(before + 2);
  }
}

describe.each(devices)("learning on a %s", (device) => {
  it("begins with a lesson of ten steps, which goes on where it was left", async () => {
    const visitor = await Visitor.come(browser, site.url, device);
    const { page } = visitor;
    await visitor.view("lesson");
    await visitor.button("Begin the lesson").click();
    await visitor.reads(/^Five stones in a row win/);
    await visitor.play("a1", 9);
    await visitor.reads(/a1 is not the move/);
    for (const [index, { answers }] of LESSON.entries()) {
      const isStep = (text: string) => document.querySelector(".numbers [aria-current=step]")?.textContent === text;
      await page.until(isStep, String(index + 1));
      if (index === 7) await page.locator(".mark.forbidden").first().wait();
      await visitor.play(answers.split(" ")[0]!, 9);
      await visitor.reads(/ is right/);
      if (index === 4) {
        await page.reload();
        await visitor.view("lesson");
        expect(await page.locator("#panel-lesson .solved").count()).toBe(5);
        await visitor.button("Begin the lesson").click();
        await visitor.complies("lesson");
      } else if (index + 1 < LESSON.length) {
        await visitor.button("Next step").click();
      }
    }
    await visitor.reads(/That was the last step/);
    expect(await page.locator("#panel-lesson .solved").count()).toBe(LESSON.length);
    // What comes next is a game against the easiest level.
    await visitor.button("Play level 1").click();
    await visitor.reads(/^Black to move$/);
    await visitor.view("play");
    expect(await page.field("Opponent").value()).toBe("1");
    expect(await page.locator(".player").texts()).toEqual(["You", "Level 1"]);
    await visitor.leave();
  });

  it("has puzzles that fit a rating, and those that were missed come back", async () => {
    const visitor = await Visitor.come(browser, site.url, device);
    const { page } = visitor;
    await visitor.view("puzzles");
    const isAsked = () => page.requests.some((address) => /puzzles-[^/]*\.js$/.test(address));
    expect(isAsked()).toBe(false);
    await visitor.choose("Kind", "Win by fours");
    await visitor.button("Start").click();
    await visitor.reads(/to move wins in/);
    expect(isAsked()).toBe(true);
    const first = await shown(visitor);
    expect([first.kind, Math.abs(first.rating! - 900) < 300]).toEqual(["fours", true]);
    await solve(visitor, first);
    await visitor.reads(/Your rating: (9[0-9]{2}|1\d{3}) \(\+\d+\)/);
    await visitor.complies("puzzle");

    await visitor.view("puzzles");
    await visitor.choose("Kind", "Defence");
    await visitor.closeSheet();
    await visitor.button("Next puzzle").click();
    await visitor.reads(/all moves but \d are proven to lose/);
    const missed = await shown(visitor);
    await visitor.play(
      ["a1", "a15", "o1", "o15"].find((point) => !`${missed.moves} ${missed.solution}`.split(" ").includes(point))!,
    );
    await visitor.reads(/ loses in \d+, as the line on the board shows\. Try another move/);
    await visitor.complies("a refutation");
    await solve(visitor, missed);
    await visitor.view("repeat");
    await page
      .locator("#panel-repeat p")
      .matching(/^1 more comes back later, next on \w+day, /)
      .wait();
    await visitor.view("puzzles");
    const facts = page.locator("#panel-puzzles .rating");
    expect(await facts.text()).toMatch(/^Rating \d+ \([-−–]\d+\)\. Solved on the first try: 1 of 2$/);
    const before = await facts.text();

    // The next day.
    await page.before(() => {
      const Now = Date;
      const late = () => Now.now() + 24 * 3600 * 1000;
      globalThis.Date = class extends Now {
        constructor(...given: []) {
          super(...((given.length ? given : [late()]) as []));
        }
      } as DateConstructor;
    });
    await page.reload();
    await visitor.view("puzzles");
    expect(await facts.text()).toBe(before);
    await visitor.view("repeat");
    await page
      .locator("#panel-repeat p")
      .matching(/^Due today: 1$/)
      .wait();
    await visitor.button("Repeat").click();
    await visitor.reads(/all moves but \d are proven to lose/);
    expect(await shown(visitor)).toEqual(missed);
    await visitor.play(missed.solution);
    await visitor.reads(/^Solved$/);
    await visitor.view("repeat");
    await page
      .locator("#panel-repeat p")
      .matching(/^Due today: 0$/)
      .wait();
    await visitor.closeSheet();
    await visitor.button("Next puzzle").click();
    await visitor.reads(/Nothing is due today/);
    await visitor.leave();
  });
});

describe("learning", () => {
  it("has a puzzle of the day, and shows the user's progress", async () => {
    const visitor = await Visitor.come(browser, site.url, "phone");
    const { page } = visitor;
    await visitor.view("puzzles");
    const daily = page.locator("#panel-puzzles .daily");
    await daily.matching(/Today's puzzle is waiting for you\. Days in a row: 0/).wait();
    expect(await page.locator("#panel-puzzles .progress:not([hidden])").count()).toBe(0);
    await visitor.button("Puzzle of the day").click();
    await visitor.reads(/to move/);
    await visitor.button("Solution").click();
    await visitor.view("puzzles");
    await daily.matching(/You did not solve today's puzzle\. Days in a row: 0/).wait();
    await page.reload();
    await visitor.view("puzzles");
    await daily.matching(/You did not solve today's puzzle/).wait();
    await page.locator("#panel-puzzles .progress summary").click();
    await page.locator("#panel-puzzles .progress td").matching(/^1$/).wait();
    await visitor.complies("progress");
    await visitor.leave();
  });

  it("asks for the user's own openings, and shows where a game left them", async () => {
    const visitor = await Visitor.come(browser, site.url, "phone");
    const { page } = visitor;
    const show = async (moves: string) => {
      await page.evaluate((hash) => void (location.hash = hash), `#rule=freestyle&size=15x15&moves=${moves}`);
      await visitor.count(moves.match(/[a-o]\d+/g)!.length);
    };
    await show("h8h9i10");
    await visitor.view("openings");
    await visitor.button("Add the line on the board").click();
    await visitor.reads(/^Added\. Due today: 2$/);
    await visitor.button("Ask me").click();
    await visitor.reads(/what do you play here\? Due today: 2$/);
    await visitor.play("h8");
    await visitor.reads(/^h8 is your move$/);
    await visitor.button("Next position").click();
    await visitor.reads(/what do you play here\? Due today: 1$/);
    await visitor.play("a1");
    await visitor.reads(/^a1 is not in your openings\. Your move is g10, i10$/);
    await visitor.complies("own openings");
    // The question is still there after a reload.
    await page.reload();
    await visitor.reads(/what do you play here\? Due today: 1$/);
    await visitor.play("g10");
    await visitor.reads(/^g10 is your move$/);
    // The same line, turned, with another third move.
    await show("h8g8e7");
    await visitor.view("openings");
    expect(await page.locator("#panel-openings .kept li").count()).toBe(1);
    await visitor.button("Compare with this game").click();
    await visitor.reads(/^You left your openings with move 3, e7\. Your move is f9, f7 · The engine plays/);
    await visitor.leave();
  });

  it("lets the mistakes of a reviewed game come back", async () => {
    const visitor = await Visitor.come(browser, site.url + GAME, "desktop");
    const { page } = visitor;
    await visitor.view("review");
    await visitor.button("Review the game").click();
    await visitor.reads(/Done/);
    await visitor.button("Better moves for White").click();
    await visitor.reads(/Find a better move/);
    // A day later.
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem("fukumi-training")!) as { cards: Record<string, { due: number }> };
      for (const card of Object.values(stored.cards)) card.due--;
      localStorage.setItem("fukumi-training", JSON.stringify(stored));
    });
    await page.reload();
    await visitor.view("repeat");
    await visitor.button("Repeat").click();
    await visitor.reads(/^([a-o]\d+) was a mistake here\. Find a better move$/);
    const played = /^\w+/.exec(await visitor.status())![0];
    await visitor.play(played);
    await visitor.reads(new RegExp(`^${played} is not better`));
    await visitor.button("Solution").click();
    await visitor.reads(/The solution begins with/);
    const best = /\w+$/.exec(await visitor.status())![0];
    await visitor.button("Again").click();
    await visitor.play(best);
    await visitor.reads(/^Solved$/);
    await visitor.leave();
  });

  it("is done by keys alone", async () => {
    const visitor = await Visitor.come(browser, site.url, "desktop");
    const { page } = visitor;
    await page.locator("#tab-learn").focus();
    await page.key("Enter");
    await visitor.button("Begin the lesson").focus();
    await page.key("Enter");
    await visitor.reads(/^Five stones/);
    await page.locator("[role=application]", "Board").focus();
    const announced = page.locator("[aria-live=polite]");
    // To the centre of the board, e5, and on to h5.
    for (let step = 0; step < 4; step++) await page.key("ArrowRight");
    await expect.poll(() => announced.text()).toMatch(/^h5/);
    await page.key("Enter");
    await visitor.reads(/h5 is right/);
    await visitor.button("Next step").focus();
    await page.key("Enter");
    await visitor.reads(/^White has four/);
    await visitor.leave();
  });

  it("finds puzzles in a game, which come back if they are missed", async () => {
    const known = puzzles.find(({ kind, rule, plies }) => kind === "threats" && rule === "freestyle" && plies > 9)!;
    const game = `#moves=${`${known.moves} ${known.solution}`.replaceAll(" ", "")}`;
    const visitor = await Visitor.come(browser, site.url + game, "desktop");
    const { page } = visitor;
    await visitor.view("puzzles");
    // One button stops the search, however often its progress is drawn.
    const made = await page.evaluate(() => {
      const counts = { stop: 0, progress: 0 };
      const search = document.querySelector("#panel-puzzles .actions:has(+ progress)")!;
      const find = search.firstChild;
      new MutationObserver(() => search.firstChild !== find && counts.stop++).observe(search, { childList: true });
      new MutationObserver(() => counts.progress++).observe(search.nextElementSibling!, { attributes: true });
      Object.assign(window, { counts });
      return search.children.length;
    });
    expect(made).toBe(1);
    await visitor.button("Find puzzles in this game").click();
    await visitor.reads(/[1-9]\d* puzzles? found/);
    const counts = await page.evaluate(() => (window as unknown as { counts: Record<string, number> }).counts);
    expect([counts["stop"], counts["progress"]! > 0]).toEqual([1, true]);
    await page.locator("#panel-puzzles .numbers").last().locator("button").first().click();
    await visitor.reads(/to move wins in/);
    await visitor.button("Solution").click();
    await visitor.reads(/The solution begins with/);
    expect(
      await page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem("fukumi-training")!).cards).length),
    ).toBe(1);
    await visitor.leave();
  });
});
