/** The four places of the page, the views in them, and the addresses that lead there. */

import { expect, it } from "vitest";
import { PLACES, type View, placeOf } from "../src/core/places";
import { LANGUAGES } from "../src/i18n/languages";
import { opened } from "./opened";
import { VIEWS, Visitor } from "./visitor";

const { browser, site } = opened();

/** The only view that is shown. */
const shown = ({ page }: Visitor) =>
  page
    .locator("[role=tabpanel]:not(:has([role=tabpanel]))")
    .all((all) => all.filter((one) => one.checkVisibility()).map((one) => one.id.slice("panel-".length)));
const nameOf = (view: View) => (PLACES[placeOf(view)].length === 1 ? placeOf(view) : view);

it("every view is reached in two steps from every other one, by keys too", async () => {
  const visitor = await Visitor.come(browser, site.url, "desktop");
  const { page } = visitor;
  const names = () => page.locator(".tabs [role=tab]").texts();
  expect(await names()).toEqual(["Play", "Analyse", "Learn", "Games"]);
  for (const view of VIEWS) {
    await visitor.view(view);
    expect(await shown(visitor)).toEqual([nameOf(view)]);
  }
  // A place comes back with the view that was open there.
  await visitor.view("review");
  await visitor.view("play");
  await page.locator("#tab-play").focus();
  await page.key("ArrowRight");
  await expect.poll(() => shown(visitor)).toEqual(["review"]);
  await page.key("Tab");
  await page.key("ArrowRight");
  await expect.poll(() => shown(visitor)).toEqual(["explorer"]);
  await visitor.complies("explorer by keys");
  await visitor.leave();
});

it("links lead to places and views, and those to the former tabs still do", async () => {
  const visitor = await Visitor.come(browser, `${site.url}#review`, "desktop");
  const { page } = visitor;
  expect(await shown(visitor)).toEqual(["review"]);
  for (const [hash, view] of [
    ["#learn", "lesson"],
    ["#games", "library"],
    ["#tab-games", "explorer"],
    ["#panel-file", "files"],
    ["#tab-puzzles", "puzzles"],
    ["#file", "files"],
    ["#play", "play"],
    ["#analyse", "explorer"],
    ["#moves=h8i9g7&view=moves", "moves"],
  ]) {
    await page.evaluate((to) => (location.hash = to!), hash);
    await expect.poll(() => shown(visitor), { message: hash! }).toEqual([view]);
  }
  await visitor.count(3);
  // A name alone keeps the game that was open.
  await page.until(() => "fukumi-game" in localStorage);
  await page.goto(`${site.url}#library`);
  await page.reload();
  await visitor.count(3);
  expect(await shown(visitor)).toEqual(["library"]);
  await visitor.leave();
});

it("all places and views fit into 360 pixels in every language", async () => {
  const visitor = await Visitor.come(browser, site.url, "phone");
  const { page } = visitor;
  await page.resize(360, 640);
  const tooWide: string[] = [];
  for (const language of Object.keys(LANGUAGES)) {
    await visitor.speak(language);
    for (const place of ["play", "analyse", "learn", "games"]) {
      await page.locator(`#tab-${place}`).click();
      // Without a window, Firefox takes room for the bar that scrolls the page, which phones lay over it.
      const wide = await page.locator("[role=tablist], [role=tab]").all((all) => {
        const bar = innerWidth - document.documentElement.clientWidth;
        return all
          .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + bar)
          .map((one) => one.textContent);
      });
      tooWide.push(...wide.map((text) => `${language} ${place}: ${text}`));
    }
  }
  expect(tooWide).toEqual([]);
  await visitor.leave();
});
