/** The row of tabs on a narrow phone. */

import { expect, it } from "vitest";
import { LANGUAGES } from "../src/i18n/languages";
import { opened } from "./opened";
import { Visitor } from "./visitor";

const { browser, site } = opened();

it("all tabs fit into 360 pixels in every language", async () => {
  const visitor = await Visitor.come(browser, site.url, "phone");
  const { page } = visitor;
  await page.resize(360, 640);
  for (const language of Object.keys(LANGUAGES)) {
    await page.locator("header select").select(language);
    await page.until((tag) => document.documentElement.lang === tag, language);
    const [hidden, bar] = await page.evaluate(() => {
      const tabs = document.querySelector(".tabs")!;
      return [tabs.scrollWidth - tabs.clientWidth, innerWidth - document.documentElement.clientWidth];
    });
    // Without a window, Firefox takes room for the bar that scrolls the page, which phones lay over it.
    expect(hidden, language).toBeLessThanOrEqual(bar!);
  }
  await visitor.leave();
});
