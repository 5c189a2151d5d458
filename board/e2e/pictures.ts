/** Takes the pictures of the page that README.md and docs/board.md show. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "vitest";
import type { Device, Scheme } from "./browser";
import { opened } from "./opened";
import { ROOT, Visitor } from "./visitor";

const IMAGES = join(ROOT, "..", "docs", "images");
/** A game in which both sides make mistakes; the seventh move is one. */
const GAME = "#moves=h8i9i7g9h9h10h7g7h6h5j8g5k6f8";
const MISTAKE = /^\s*7\. h7/;
/** A quiet position in which many moves are worth a look. */
const MIDDLE_GAME = "#moves=h8i9g9i7j8";
/** Milliseconds after which a stone has fallen and a panel has opened. */
const SETTLED = 1000;
const VARIATIONS =
  "(;SZ[15]PB[Anna]PW[Bo]C[A game with variations];B[hh];W[ig]C[Indirect opening]" +
  "(;B[gg];W[gh];B[fh]C[Quiet];W[ff]N[A three at last])(;B[gi];W[fj](;B[ih])(;B[jh];W[jg]))(;B[ij]))";

const { browser, site } = opened();

/** Takes a picture of what a visitor sees at the end of some steps. */
function picture(
  name: string,
  { device, scheme, hash = "" }: { device: Device; scheme?: Scheme; hash?: string },
  steps: (visitor: Visitor) => Promise<void>,
): void {
  it(`takes ${name}.webp`, async () => {
    const visitor = await Visitor.come(browser, `${site.url}${hash}`, device, scheme);
    await steps(visitor);
    await new Promise((resolve) => setTimeout(resolve, SETTLED));
    writeFileSync(join(IMAGES, `${name}.webp`), await visitor.page.picture());
    await visitor.leave();
  });
}

/** Plays the moves that the hint shows. */
async function playHints(visitor: Visitor, moves: number): Promise<void> {
  for (let played = 0; played < moves; played++) {
    await visitor.button("Hint").click();
    const hint = visitor.page.locator(".mark.hint");
    await visitor.play((await hint.attribute("data-point"))!);
    await visitor.count(2 * played + 4);
  }
}

picture("board-play", { device: "desktop" }, async (visitor) => {
  await visitor.choose("Opponent", "Level 9");
  await visitor.button("New game").click();
  await visitor.play("h8");
  await visitor.count(2);
  await playHints(visitor, 5);
});

picture("board-review", { device: "desktop", hash: GAME }, async (visitor) => {
  await visitor.view("review");
  await visitor.button("Review the game").click();
  await visitor.reads(/Done: \d+ moves marked/);
  await visitor.page.locator("#panel-review .lines .line").matching(MISTAKE).click();
  await visitor.count(7);
  await visitor.page.key("n");
});

picture("board-look", { device: "desktop", scheme: "dark", hash: MIDDLE_GAME }, async (visitor) => {
  await visitor.settings();
  await visitor.choose("Board", "Slate");
});

picture("board-opening", { device: "phone" }, async (visitor) => {
  await visitor.view("play");
  await visitor.choose("Opponent", "Level 3");
  await visitor.choose("Rule", "Renju: forbidden points for Black");
  await visitor.choose("You play", "White");
  await visitor.choose("Opening", "Taraguchi-10");
  await visitor.button("New game").click();
  await visitor.page.button("Fukumi decides").wait();
});

picture("board-heat", { device: "desktop", hash: MIDDLE_GAME }, async (visitor) => {
  await visitor.view("analysis");
  await visitor.choose("Lines", "3");
  await visitor.limit("Positions", "50k");
  await visitor.choose("Show", "Heat map");
  await visitor.page.locator("#panel-analysis .primary").click();
  await visitor.page
    .locator("#panel-analysis .facts")
    .matching(/finished/)
    .wait();
});

picture("board-moves", { device: "desktop", scheme: "dark" }, async (visitor) => {
  await visitor.view("files");
  await visitor.page.field("Or paste a game: SGF, Piskvork, or moves").fill(VARIATIONS);
  await visitor.button("Read the text").click();
  await visitor.view("moves");
});

picture("board-games", { device: "desktop", hash: "#rule=freestyle&size=15x15&moves=h8i9" }, async (visitor) => {
  await visitor.view("explorer");
  await visitor.choose("Source", "Fukumi against itself");
  await visitor.page.locator(".played .line").first().wait();
});

picture("board-phone", { device: "phone", scheme: "dark" }, async (visitor) => {
  await visitor.view("puzzles");
  await visitor.button("Start").click();
  await visitor.reads(/Find a winning first move/);
});
