/** Takes the pictures of the page that docs/board.md shows and that a command can take again. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "vitest";
import { opened } from "./opened";
import { ROOT, Visitor } from "./visitor";

const IMAGES = join(ROOT, "..", "docs", "images");
/** A game in which both sides make mistakes; the seventh move is one. */
const GAME = "#moves=h8i9i7g9h9h10h7g7h6h5j8g5k6f8";
const MISTAKE = /^\s*7\. h7/;

const { browser, site } = opened();

it("takes board-review.png", async () => {
  const visitor = await Visitor.come(browser, `${site.url}${GAME}`, "desktop");
  const { page } = visitor;
  await visitor.tab("review");
  await visitor.button("Review the game").click();
  await visitor.reads(/Done: \d+ marked moves/);
  await page.locator("#panel-review .lines .line").matching(MISTAKE).click();
  await visitor.count(7);
  await visitor.button("Numbers on the stones").click();
  writeFileSync(join(IMAGES, "board-review.png"), await page.picture());
  await visitor.leave();
});
