/** What is kept when the page is left, and several windows of it on one device. */

import { expect, it } from "vitest";
import { opened } from "./opened";
import { Visitor } from "./visitor";

const { browser, site } = opened();

const GAME = "#moves=h8i9i7g9h9h10h7g10";

it("steps are not written one by one, and the last one is not lost when the page goes at once", async () => {
  const visitor = await Visitor.come(browser, site.url, "desktop");
  const { page } = visitor;
  await visitor.view("moves");
  await page.goto(`${site.url}${GAME}`);
  await visitor.count(8);
  await page.until(() => "fukumi-game" in localStorage);
  // No time passes for the page in one go of a script.
  const writes = await page.evaluate(() => {
    const { setItem } = Storage.prototype;
    let writes = 0;
    Storage.prototype.setItem = function (...item) {
      if (item[0] === "fukumi-game") writes++;
      setItem.apply(this, item);
    };
    const counts: number[] = [];
    for (const key of [..."<<<<<<>>"]) {
      const name = key === "<" ? "ArrowLeft" : "ArrowRight";
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
    }
    counts.push(writes);
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    counts.push(writes);
    Storage.prototype.setItem = setItem;
    return counts;
  });
  // In the window and for all.
  expect(writes).toEqual([0, 2]);
  await page.goto(site.url);
  await visitor.count(4);
  await visitor.view("moves");
  await visitor.play("a1");
  await visitor.count(5);
  await page.reload();
  await visitor.count(5);
  await visitor.leave();
});

it("windows share looks, languages and games that are kept, and each has its own game", async () => {
  const first = await Visitor.come(browser, site.url, "desktop");
  await first.view("moves");
  await first.play("h8");
  await first.count(1);
  await first.page.reload();
  await first.view("library");
  const second = await first.another();
  await second.count(1);
  await second.view("library");
  await second.play("a1");
  await second.count(2);
  const rows = (count: number) =>
    [first, second].map(({ page }) =>
      page.until((wanted) => document.querySelectorAll(".kept .line").length === wanted, count),
    );
  await second.button("Keep this game").click();
  await Promise.all(rows(1));
  await first.page.front();
  await first.button("Delete: Untitled").click();
  await Promise.all(rows(0));
  await second.page.front();
  await second.settings();
  await second.choose("Board", "Slate");
  await second.choose("Language", "Deutsch");
  await first.page.until(() => document.documentElement.dataset["surface"] === "slate");
  await first.page.until(() => document.documentElement.lang === "de");
  expect(
    await first.page
      .locator(".settings select")
      .first()
      .all(([one]) => (one as HTMLSelectElement).value),
  ).toBe("de");
  for (const [window, count] of [
    [first, 1],
    [second, 2],
  ] as const) {
    await window.page.front();
    await window.page.reload();
    await window.count(count);
  }
  await second.leave();
  await first.leave();
});

it("two windows that add own openings at the same time keep both", async () => {
  const first = await Visitor.come(browser, `${site.url}#moves=h8i9i7`, "desktop");
  await first.count(3);
  const second = await first.another("#moves=h8h9i10");
  await second.count(3);
  for (const window of [first, second]) {
    await window.page.front();
    await window.view("openings");
    // What the other window does comes late.
    await window.page.evaluate(() => {
      const stop = (event: Event) => event.stopImmediatePropagation();
      addEventListener("storage", stop, true);
    });
  }
  const add = () => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>("#panel-openings button")];
    buttons.find(({ textContent }) => textContent === "Add the line on the board")!.click();
  };
  await Promise.all([first, second].map(({ page }) => page.evaluate(add)));
  await second.page.until(() => {
    const kept = JSON.parse(localStorage.getItem("fukumi-repertoire") ?? "{}") as { openings?: unknown[] };
    return kept.openings?.length === 2;
  });
  for (const window of [second, first]) await window.leave();
});

it("a window in which all is deleted leaves nothing to the others", async () => {
  const first = await Visitor.come(browser, site.url, "desktop");
  await first.view("moves");
  await first.play("h8");
  await first.count(1);
  const second = await first.another();
  await second.view("moves");
  await second.play("a1");
  await first.page.front();
  await first.settings();
  await first.page.locator(".device summary").click();
  await first.button("Delete all of it").click();
  // The other window has time to begin anew before all is gone.
  await first.page.evaluate(() => {
    const all = indexedDB.databases.bind(indexedDB);
    indexedDB.databases = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return all();
    };
  });
  await second.page.reloading(() => first.page.reloading(() => first.button("Delete").click()));
  await Promise.all([first.count(0), second.count(0)]);
  await second.leave();
  await first.leave();
});
