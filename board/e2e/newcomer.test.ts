/** The first minutes on a small device: what is where the eye and the finger are. */

import { describe, expect, it } from "vitest";
import { placeOf } from "../src/core/places";
import { LANGUAGES } from "../src/i18n/languages";
import { opened } from "./opened";
import { VIEWS, Visitor } from "./visitor";

const { browser, site } = opened();
const SMALL = [
  [360, 640],
  [740, 360],
  [820, 1180],
] as const;
const SIZES = [...SMALL, [1440, 900]] as const;

/** What of the page a rectangle in the window shows. */
const seen = (visitor: Visitor, css: string) =>
  visitor.page.locator(css).all(([one]) => {
    const { top, bottom } = one!.getBoundingClientRect();
    const edge = document.querySelector(".tabs")!.getBoundingClientRect().top;
    return Math.round(Math.min(bottom, edge) - Math.max(top, 0));
  });

async function visit(width: number, height: number): Promise<Visitor> {
  const visitor = await Visitor.come(browser, site.url, width > 1000 ? "desktop" : "phone");
  await visitor.page.resize(width, height);
  return visitor;
}

describe.each(SMALL)("on %d x %d", (width, height) => {
  it("the tabs are always in the window, and lead to what they name", async () => {
    const visitor = await visit(width, height);
    const { page } = visitor;
    const staysLow = () =>
      page.until(() => {
        const { bottom } = document.querySelector(".tabs")!.getBoundingClientRect();
        return Math.abs(document.documentElement.clientHeight - bottom) < 1;
      });
    await staysLow();
    for (const view of VIEWS) {
      await visitor.view(view);
      await staysLow();
      expect(await seen(visitor, `#panel-${placeOf(view)}`), view).toBeGreaterThan(60);
      // What is about the position leaves the board in the window.
      if (placeOf(view) === "analyse" || width > height)
        expect(await seen(visitor, ".board"), view).toBeGreaterThan(Math.min(width, height) * 0.6);
      await visitor.complies(view);
    }
    await visitor.leave();
  });

  it("a message is repeated where the eye is, if its own place is not", async () => {
    const visitor = await visit(width, height);
    const { page } = visitor;
    await visitor.view("puzzles");
    // It is there for some seconds only, and a busy machine may take as long for the next question.
    await page.evaluate(() => {
      const echo = document.querySelector<HTMLElement>(".echo")!;
      const look = () => {
        if (echo.checkVisibility()) document.documentElement.dataset["echo"] = echo.innerText;
      };
      new MutationObserver(look).observe(echo, { attributes: true });
    });
    await page.locator("#panel-puzzles").button("Find puzzles in this game").click();
    // Without scrolling to it, as a locator does.
    await page.until(() => /too short for a puzzle/.test(document.querySelector(".status")!.textContent!));
    const repeated = () => page.evaluate(() => document.documentElement.dataset["echo"] ?? "");
    await expect.poll(repeated).toMatch(/too short for a puzzle/);
    await visitor.closeSheet();
    await page.until(() => !document.querySelector(".echo")!.checkVisibility());
    await visitor.leave();
  });

  it("a game that is over leads to the next one and to its review", async () => {
    const visitor = await visit(width, height);
    const { page } = visitor;
    await visitor.view("play");
    await visitor.button("New game").click();
    await visitor.play("h8");
    await visitor.count(2);
    await visitor.view("play");
    await visitor.button("Resign").click();
    await visitor.reads(/^Black has resigned\. Your rating: -?\d+ \(-\d+\)$/);
    expect(await page.locator(".side[data-turn]").count()).toBe(0);
    const bar = page.locator(".ended");
    await visitor.complies("the end");
    await bar.matching(/^White won/).wait();
    await bar.button("Review the game").click();
    await visitor.reads(/^Done: /);
    expect(await page.locator("#tab-review").attribute("aria-selected")).toBe("true");
    await visitor.closeSheet();
    await bar.locator(".primary").click();
    await page.until(() => document.querySelectorAll(".stone:not(.shown)").length < 2);
    expect(await bar.all(([one]) => one!.checkVisibility())).toBe(false);
    await visitor.leave();
  });
});

describe.each(SIZES)("the first screen of %d x %d", (width, height) => {
  it("shows the board, who plays whom, and one large button; one touch starts", async () => {
    const visitor = await visit(width, height);
    const { page } = visitor;
    const start = await page
      .locator(".primary")
      .all((all) =>
        all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
      );
    expect(start.length).toBe(1);
    expect([start[0]!.height >= 44, start[0]!.width >= 180]).toEqual([true, true]);
    // Nothing that is shown is under the edge or the places.
    const hidden = await page
      .locator(".board, .side, .primary, .touch, .fold, .options > summary, header button, [role=tab]")
      .all((all) => {
        const tabs = document.querySelector(".tabs")!.getBoundingClientRect();
        const edge = tabs.top > 100 ? tabs.top : innerHeight;
        const isIn = (one: HTMLElement) => {
          const { left, top, right, bottom } = one.getBoundingClientRect();
          const lowest = one.closest(".tabs, .board") ? innerHeight : edge;
          return left >= 0 && top >= 0 && right <= innerWidth && bottom <= lowest + 0.5;
        };
        return all.filter((one) => one.checkVisibility() && !isIn(one)).map((one) => one.outerHTML.slice(0, 60));
      });
    expect(hidden).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
    expect(await page.locator(".player").texts()).toEqual(["You", "Level 3"]);
    const said = await page
      .locator(".touch")
      .all((all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent));
    expect(said).toEqual(["Or just put a stone on the board"]);
    await visitor.complies("the first screen");
    await visitor.play("h8");
    await visitor.count(2);
    expect(await page.locator(".player").texts()).toEqual(["You", "Level 3"]);
    // What takes back is apart from what steps back, and no more than six tools are side by side.
    const tools = await page
      .locator(".nav button")
      .all((all) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => [one.ariaLabel!, one.getBoundingClientRect().toJSON()] as const),
      );
    expect(tools.length).toBeLessThanOrEqual(7);
    const [undo, back] = ["Take back", "One move back"].map(
      (name) => tools.find(([label]) => label === name)![1] as DOMRect,
    );
    expect(Math.abs(back!.left - undo!.right)).toBeGreaterThan(80);
    expect(new Set(tools.map(([, { top }]) => Math.round((top as number) / 4))).size).toBe(1);
    await visitor.leave();
  });

  it("names what is set up in one line", async () => {
    const visitor = await visit(width, height);
    const { page } = visitor;
    await visitor.view("play");
    await visitor.choose("Rule", "Renju: forbidden points for Black");
    await visitor.choose("Clock", "5 min + 5 s a move");
    await visitor.choose("Opening", "Swap2");
    await visitor.choose("You play", "White");
    await visitor.closeSheet();
    const line = await page.locator(".chosen").all((all) => all.find((one) => one.checkVisibility())!.textContent);
    expect(line).toBe("Renju · 15 × 15 · Swap2 · 5 min + 5 s a move");
    expect(await page.locator(".player").texts()).toEqual(["Level 3", "You"]);
    await visitor.leave();
  });
});

it("the first screen of a small phone holds everything in every language", async () => {
  const visitor = await visit(360, 640);
  const { page } = visitor;
  for (const language of Object.keys(LANGUAGES)) {
    await visitor.speak(language);
    const room = await page.locator(".fold").all(([fold]) => {
      const edge = document.querySelector(".tabs")!.getBoundingClientRect().top;
      return edge - fold!.getBoundingClientRect().bottom;
    });
    expect(room, language).toBeGreaterThanOrEqual(-0.5);
  }
  await visitor.leave();
});

it("one touch unfolds the options of an empty board", async () => {
  const visitor = await visit(360, 640);
  const { page } = visitor;
  const isRuleInView = () =>
    page.field("Rule").all(([field]) => {
      const edge = document.querySelector(".tabs")!.getBoundingClientRect().top;
      return field !== undefined && field.getBoundingClientRect().bottom <= edge;
    });
  expect(await isRuleInView()).toBe(false);
  await page.locator(".fold").click();
  await expect.poll(isRuleInView).toBe(true);
  await visitor.leave();
});

it("a phone held sideways keeps the height of the board, and half of the width for the panel", async () => {
  const visitor = await visit(740, 360);
  const { page } = visitor;
  const height = async () => (await page.locator(".board").box()).height;
  expect(await height()).toBeGreaterThan(340);
  for (const view of VIEWS) {
    await visitor.view(view);
    const { x, width } = await page.locator(".aside > .panels").box();
    expect([width / 740 >= 0.45, x + width <= 740], view).toEqual([true, true]);
    expect(await height(), view).toBeGreaterThan(340);
  }
  await visitor.leave();
});

describe("someone new", () => {
  it("is led to the first steps, until something was done", async () => {
    const visitor = await visit(360, 640);
    const { page } = visitor;
    await visitor.view("play");
    const first = page.locator("#panel-play").button("Begin the lesson");
    await page.locator("#tab-learn").click();
    await page.locator("#panel-lesson").button("Begin the lesson").wait();
    await visitor.view("play");
    await first.click();
    await visitor.reads(/^Five stones in a row win/);
    expect(await page.locator(".opening:not([hidden])").text()).toMatch(/^1 \/ 10/);
    // Board, task and buttons are in the window together.
    for (const part of [".board", ".opening:not([hidden])", ".nav button"])
      expect(
        await page.locator(part).all(([one]) => {
          const { top, bottom } = one!.getBoundingClientRect();
          return top >= 0 && bottom <= document.querySelector(".tabs")!.getBoundingClientRect().top;
        }),
        part,
      ).toBe(true);
    await visitor.play("h5", 9);
    await visitor.reads(/h5 is right/);
    await visitor.view("play");
    expect(await first.count()).toBe(0);
    await visitor.leave();
  });

  it("reads in the header what the engine does, in every language", async () => {
    const visitor = await Visitor.come(browser, site.url, "desktop");
    const { page } = visitor;
    await page.until(() => /^\d+\.\d+/.test(document.querySelector(".engine")!.textContent!));
    const version = await page.locator(".engine").text();
    for (const tag of ["ru", "vi", "en"]) {
      await visitor.speak(tag);
      expect(await page.locator(".engine").text()).toBe(version);
    }
    await visitor.leave();
  });

  it("finds all in the panels beside the board, in every language", async () => {
    const visitor = await Visitor.come(browser, site.url, "desktop");
    const { page } = visitor;
    for (const tag of Object.keys(LANGUAGES)) {
      await visitor.speak(tag);
      const tooWide = (css: string) => page.locator(css).all(([one]) => one!.scrollWidth - one!.clientWidth);
      expect(await tooWide(".tabs"), tag).toBeLessThan(1);
      for (const view of VIEWS) {
        await visitor.view(view);
        expect(await tooWide(".panels"), `${tag} ${view}`).toBeLessThan(1);
      }
    }
    await visitor.leave();
  });
});
