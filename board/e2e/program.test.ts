/**
 * The pages of `fukumi analyze --html`, written by the program as it is built for the tests: they are drawn, can be
 * stepped through, and ask for nothing. The page of a match has games that are written here.
 */

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { MatchGame, MatchRecord } from "../src/match/read";
import { FILE, FOLDER } from "../vite.match.config";
import { Browser, type Device, type Page, type Scheme } from "./browser";
import type { Locator } from "./locator";
import { ROOT } from "./visitor";

const PROGRAM = join(process.env["CARGO_TARGET_DIR"] ?? join(ROOT, "../target"), "quick/fukumi");
const MOVES = ["f8", "f9", "g8", "g7", "h8", "a1", "o15", "e8"];
const WON = ["f8", "f9", "g8", "g7", "h8", "a1", "e8", "i8", "d8"];
const PLAYER = "<img src=x onerror=alert(1)> & Co";

const folder = mkdtempSync(join(tmpdir(), "fukumi-pages-"));
const browser = new Browser(inject("kind"));
const address = (name: string) => `${pathToFileURL(folder).href}/${name}`;

if (!existsSync(PROGRAM)) console.log(`LEFT OUT: the pages that the program writes; ${PROGRAM} is not built`);

/** Has the program write pages. */
function analyze(...words: string[]): void {
  execFileSync(PROGRAM, ["analyze", "--nodes", "2000", ...words], { cwd: folder });
}

function writeGame(name: string, moves: string[], properties: string): void {
  const nodes = moves.map((move, number) => `;${"BW"[number % 2]}[${move}]`).join("");
  writeFileSync(join(folder, name), `(;SZ[15]${properties}${nodes})`);
}

/** A page, of which nothing may go wrong and which may ask for nothing but pages of the folder. */
async function visit(address: string, look: (page: Page) => Promise<void>, device?: Device, scheme?: Scheme) {
  const page = await browser.open(address, device ?? "desktop", scheme);
  await look(page);
  await page.close();
  expect(page.complaints).toEqual([]);
  const inside = pathToFileURL(folder).href;
  // Firefox counts the icon, which is part of the page, as a request.
  const isInside = (url: string) => url === "about:blank" || url.startsWith("data:") || url.startsWith(inside);
  expect(page.requests.filter((url) => !isInside(url))).toEqual([]);
}

/** Colour and number of the stones of the game on the board. */
const stones = (page: Page) =>
  page
    .locator("#board .stone:not(.shown)")
    .all((all) =>
      Object.fromEntries(
        all.map((one) => [
          one.dataset["point"]!,
          [one.classList.contains("black") ? "black" : "white", one.textContent],
        ]),
      ),
    );

/** Waits for the stones after so many moves, with their numbers unless others are shown. */
async function shows(page: Page, count: number, isNumbered = true): Promise<void> {
  const played = MOVES.slice(0, count).map((move, index) => [
    move,
    [index % 2 ? "white" : "black", isNumbered ? `${index + 1}` : ""],
  ]);
  await expect.poll(() => stones(page)).toEqual(Object.fromEntries(played));
}

const pointsOf = (all: Locator) => all.all((all) => all.map((one) => one.dataset["point"]!));
const counts = (all: Locator, count: number) => expect.poll(() => all.count()).toBe(count);
const moveOf = (page: Page, number: number) => page.locator("#moves .move").at(number);

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

describe.skipIf(!existsSync(PROGRAM))("what the program writes", () => {
  const report = address("game.html");

  beforeAll(() => {
    const long = ["A", "B", "C"].map((letter) => letter.repeat(55));
    writeGame("game.sgf", MOVES, `PB[${PLAYER}]PW[White]`);
    writeGame("missed.sgf", MOVES, `PB[${PLAYER}]PW[White]`);
    writeGame("won.sgf", WON, `PB[${long[0]}]PW[${long[1]}]EV[${long[2]}]DT[2024-05-01]`);
    analyze("--multi-pv", "2", "--html", "game.html", "game.sgf");
    analyze("--html", "pages", "missed.sgf", "won.sgf");
  });

  it("begins before the first move", () =>
    visit(report, async (page) => {
      expect(await page.locator("h1").text()).toContain(PLAYER);
      expect(await page.locator(".number").text()).toBe("0 / 8");
      await shows(page, 0);
      await counts(page.locator("#board .name"), 4 * 15);
      expect(await page.button("One move back").attribute("disabled")).not.toBeNull();
      await counts(page.locator("#lines button"), 2);
    }));

  it("is stepped through by buttons and keys", () =>
    visit(report, async (page) => {
      for (let count = 1; count <= MOVES.length; count++) {
        if (count % 2) await page.button("One move forward").click();
        else await page.key("ArrowRight");
        await shows(page, count);
        expect(await pointsOf(page.locator("#board .stone:has(.last)"))).toEqual([MOVES[count - 1]]);
        expect(await page.locator("#moves [aria-current]").text()).toContain(`${count}. ${MOVES[count - 1]}`);
      }
      for (const [key, count] of [
        ["ArrowRight", 8],
        ["ArrowLeft", 7],
        ["End", 8],
        ["Home", 0],
      ] as const) {
        await page.key(key);
        await shows(page, count);
      }
      for (const [name, count] of [
        ["To the end", 8],
        ["One move back", 7],
        ["To the beginning", 0],
      ] as const) {
        await page.button(name).click();
        await shows(page, count);
      }
    }));

  it("goes to a move by the list, the graph, a stone, and its address", () =>
    visit(report, async (page) => {
      await moveOf(page, 5).click();
      await shows(page, 5);
      const ground = await page.locator(".graph .ground").box();
      const step = ground.width / MOVES.length;
      await page.press(ground.x + 3.2 * step, ground.y + ground.height / 2);
      await shows(page, 3);
      await page.locator('#board .stone[data-point="f9"]').click();
      await shows(page, 2);
      const cursor = await page.locator(".graph .here").all(([one]) => {
        const { x, width } = one!.getBoundingClientRect();
        return x + width / 2;
      });
      const left = (await page.locator(".graph .ground").box()).x;
      expect(Math.abs(cursor - (left + 2 * step))).toBeLessThan(1);
      expect(await page.evaluate(() => location.hash)).toBe("#2");
      await page.goto("about:blank");
      await page.goto(`${report}#4`);
      await shows(page, 4);
    }));

  it("shows a line on the board", () =>
    visit(report, async (page) => {
      await moveOf(page, 6).click();
      const line = page.locator("#lines button").first();
      const moves = (await page.locator("#lines button").first().locator("span").text()).split(" ");
      expect(await line.text()).toContain("wins in 2 moves");
      expect((await pointsOf(page.locator(".mark")))[0]).toBe(moves[0]);
      await line.click();
      expect(await line.attribute("aria-pressed")).toBe("true");
      const shown = page.locator("#board .shown");
      expect(await pointsOf(shown)).toEqual(moves);
      await counts(page.locator(".mark"), 0);
      for (const [key, count] of [
        ["l", 0],
        ["l", moves.length],
        ["ArrowRight", 0],
      ] as const) {
        await page.key(key);
        await counts(shown, count);
      }
    }));

  it("says that a win was missed, and shows it", () =>
    visit(report, async (page) => {
      expect(await moveOf(page, 7).text()).toContain("missed win");
      await page.key("End");
      await page.key("N", "Shift");
      expect(await page.locator(".number").text()).toBe("7 / 8");
      expect(await page.locator("#state").text()).toContain("Black misses a win by fours in 2 moves.");
      await page
        .locator("button")
        .matching(/^Better: /)
        .click();
      // The line alone has numbers while it is shown.
      await shows(page, 6, false);
      expect(await page.locator("#board .shown").count()).toBeGreaterThan(0);
      await page.button("Next mistake").click();
      await expect.poll(() => page.locator(".number").text()).toBe("7 / 8");
    }));

  it("leads on by a click on an empty point, or says that nothing was played there", () =>
    visit(report, async (page) => {
      const note = () => page.locator("#note").text();
      /** Clicks where the labels of column and row say that the point is. */
      const click = async (point: string) => {
        const named = (text: string) =>
          page
            .locator("#board .name")
            .matching(new RegExp(`^${text}$`))
            .first()
            .box();
        const [column, row] = [await named(point[0]!), await named(point.slice(1))];
        await page.press(column.x + column.width / 2, row.y + row.height / 2);
      };
      await moveOf(page, 3).click();
      // A move of later, and one of before.
      await click("o15");
      await shows(page, 7);
      await click("a1");
      await shows(page, 6);
      const best = await pointsOf(page.locator(".mark"));
      const free = ["c3", "d3", "e3", "f3"].find((point) => !best.includes(point))!;
      await click(free);
      await expect.poll(note).toBe(`No move of this game is at ${free}.`);
      await shows(page, 6);
      // One of the best moves: its line.
      await click(best[1]!);
      await expect.poll(() => page.locator("#lines button").at(1).attribute("aria-pressed")).toBe("true");
      expect(await note()).toBe("");
    }));

  it("has an index that leads to games and mistakes", () =>
    visit(address("pages/index.html"), async (page) => {
      expect(await page.locator("h1").text()).toBe("2 games");
      const rows = page.locator("tbody tr");
      expect(await rows.at(0).text()).toContain(`${PLAYER} – White`);
      expect(await rows.at(1).text()).toContain("Black has won");
      // The link may have two lines, and nothing in its middle.
      await rows.at(0).locator("td a").first().focus();
      await page.key("Enter");
      await expect.poll(() => page.evaluate(() => location.href)).toMatch(/missed\.html#/);
      await page.goto(address("pages/index.html"));
      await rows.at(1).locator("th a").click();
      const title = `${"A".repeat(55)} – ${"B".repeat(55)}, ${"C".repeat(55)}, 2024-05-01`;
      await expect.poll(() => page.locator("h1").text()).toBe(title);
    }));

  it("marks the winning row at the end", () =>
    visit(address("pages/won.html#9"), async (page) => {
      const marked = page.locator("#board .stone:has(.ring)");
      expect((await pointsOf(marked)).sort()).toEqual(["d8", "e8", "f8", "g8", "h8"]);
      expect(await page.locator("#state").text()).toContain("Black has won: d8 e8 f8 g8 h8.");
      await page.key("ArrowLeft");
      await counts(marked, 0);
    }));

  it.each(["light", "dark"] as const)("clips nothing on a phone in %s colours", (scheme) =>
    visit(
      address("pages/index.html"),
      async (page) => {
        for (const name of ["index.html", "won.html#9", "missed.html#6"]) {
          await page.goto(address(`pages/${name}`));
          await page.key("l");
          expect(await page.evaluate(clipped), name).toEqual([]);
        }
        const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const brightness = ground
          .match(/\d+/g)!
          .slice(0, 3)
          .reduce((sum, part) => sum + Number(part), 0);
        expect(brightness < 200).toBe(scheme === "dark");
      },
      "phone",
      scheme,
    ),
  );
});

/** Runs in the page: what sticks out of the window, or of a box that hides what does not fit, drawings left out. */
function clipped(): string[] {
  const found = [...document.querySelectorAll("body *")].filter((one) => {
    if (one.closest("svg") && one.tagName !== "svg") return false;
    const { left, right, width } = one.getBoundingClientRect();
    const hides = getComputedStyle(one).overflowX !== "visible" && one.scrollWidth > one.clientWidth;
    return width > 0 && (left < -0.5 || right > innerWidth + 0.5 || hides);
  });
  return found.map((one) => one.outerHTML.slice(0, 200));
}

describe("the page of a match", () => {
  const five = ["h8", "h9", "i8", "i9", "j8", "j9", "k8", "k9", "l8"];
  const game = (number: number, venue: number, black: string, white: string): MatchGame => ({
    game: number,
    venue,
    black,
    white,
    result: "black",
    reason: "five",
    detail: "",
    opening: "line-1",
    is_swap2: false,
    moves: five,
    ms: five.map((_, index) => (index ? 250 : null)),
    depth: five.map(() => 9),
    nodes: five.map(() => 200),
    eval: five.map((_, index) => (index % 2 ? "-200" : "200")),
    pv: five.map((move, index) => (index ? `${move} a1` : null)),
  });
  const match: MatchRecord = {
    venues: [
      { rule: "renju", width: 15, height: 15 },
      { rule: "freestyle", width: 20, height: 20 },
    ],
    engines: { [PLAYER]: { match: 600, increment: 0 }, small: { match: 600, increment: 0 } },
    games: [
      game(1, 0, PLAYER, "small"),
      game(2, 0, "small", PLAYER),
      game(3, 1, PLAYER, "small"),
      game(4, 1, "small", PLAYER),
    ],
  };

  beforeAll(() => {
    const cell = `<td><a href='#between/${encodeURIComponent(PLAYER)}/small'>2/4</a></td>`;
    const fillings: Record<string, string> = {
      title: "Cup",
      facts: "finished",
      tables: `<div tabindex=0 role=region><table><tbody><tr>${cell}</tr></tbody></table></div>`,
      data: JSON.stringify(match).replaceAll("<", "\\u003c"),
    };
    const template = readFileSync(join(FOLDER, FILE), "utf8");
    writeFileSync(
      join(folder, "match.html"),
      template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => fillings[name]!),
    );
  });

  it.each(["desktop", "phone"] as const)("plays each game through on a %s", (device) =>
    visit(
      address("match.html#3/1"),
      async (page) => {
        const [choice, state] = [page.locator("#game-choice"), () => page.locator("#state").text()];
        const games = page.locator("#game-choice option");
        expect(await choice.value()).toBe("3");
        await counts(page.locator("#board .stone:not(.shown)"), 1);
        await page.key("End");
        await expect.poll(state).toContain("won: five");
        expect(await state()).toMatch(/\d s left, evaluation .*nodes/);
        await counts(page.locator("#board .ring"), 5);
        await counts(page.locator("#board .stone:not(.shown)"), five.length);
        // The line that was expected before the last move.
        await page.key("ArrowLeft");
        await page.locator("#lines button").click();
        await expect.poll(() => page.locator("#board .shown").count()).toBeGreaterThan(0);
        await choice.select("4");
        await page.locator("#venue").select("1");
        await counts(games, 2);
        await expect.poll(state).toContain("renju");
        await page.locator("#second").select("small");
        await counts(games, 2);
        // A cell of the crosstable leads to all games of its engines, at every venue.
        await page.locator(".tables a").first().click();
        await counts(games, 4);
        expect(await choice.value()).toBe("1");
        expect(await page.locator("#second option:checked").text()).toBe("small");
        // From there, keys lead to moves and games.
        await page.key("ArrowRight");
        expect(await page.evaluate(() => location.hash)).toBe("#1/1");
        await page.key("ArrowDown");
        expect(await choice.value()).toBe("2");
        // The way back leads to a game that the choices leave out: all games are listed again.
        await page.locator("#venue").select("1");
        await counts(games, 2);
        await page.evaluate(() => {
          location.hash = "#4/2";
        });
        await counts(games, 4);
        expect(await choice.value()).toBe("4");
        // Keys in a table scroll it.
        await page.locator("[role=region]").focus();
        await page.key("End");
        expect(await page.evaluate(() => location.hash)).toBe("#4/2");
        const [width, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        expect(width).toBeLessThanOrEqual(window!);
      },
      device,
    ),
  );
});
