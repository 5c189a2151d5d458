import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DEVICES, type Device, type Scheme } from "./browser";
import { LANGUAGES } from "../src/i18n/languages";
import { readGif } from "../tests/gif-reader";
import { reply } from "./player";
import { opened } from "./opened";
import { DIST, ROOT, VIEWS, Visitor, serve } from "./visitor";

const GAME = "#moves=h8i9i7g9h9h10h7g7h6h5j8g5k6f8";

const { browser, site } = opened();

const devices = Object.keys(DEVICES) as Device[];
const visit = (device: Device, hash = "", scheme?: Scheme) => Visitor.come(browser, site.url + hash, device, scheme);

/** Does what an opening asks for, in the simplest way that is legal. */
async function act(visitor: Visitor, kind: string, status: string): Promise<void> {
  const { page } = visitor;
  if (kind === "Take")
    return visitor.button(/keep (Black|White)/.test(status) ? `Stay: play ${RegExp.$1}` : "").click();
  if (kind === "Keep") {
    expect(await page.locator(".mark.offer").count()).toBeGreaterThan(1);
    return visitor.play((await page.locator(".mark.offer").first().attribute("data-point"))!);
  }
  if (kind === "Offer") {
    await visitor.play("a1");
    await page.locator(".mark.offer[data-point=a1]").wait();
    return visitor.play("b1");
  }
  const stones = await visitor.stones();
  const free = ["h8", "h9", "h10", "i10", "g7", "f6", "k11", "d4"].find((point) => !(point in stones))!;
  if (/square|centre/.test(status)) {
    expect(await page.locator(".area-allowed").attribute("d")).not.toBe("");
    await visitor.play("a15");
    await visitor.reads(/a15 is not allowed/);
  }
  await visitor.play(free);
}

describe.each(devices)("on a %s", (device) => {
  it("a whole game is played against level 3, and taken back", async () => {
    const begun = Date.now();
    const visitor = await visit(device);
    const { page } = visitor;
    await visitor.view("play");
    await visitor.choose("Opponent", "Level 3");
    await visitor.button("New game").click();
    await visitor.play("h8");
    await visitor.count(2);
    console.log(`${device}: the first answer came ${Date.now() - begun} ms after the opening`);
    let moves = 2;
    while (!/you win|you lose|draw/.test(await visitor.status())) {
      await visitor.play(reply(await visitor.stones(), "black"));
      // The answer, or the end of the game.
      await page.until((least) => {
        const count = document.querySelectorAll(".stone").length;
        return (
          count >= least + 2 ||
          (count > least && /you win|you lose|draw/.test(document.querySelector(".status")!.textContent!))
        );
      }, moves);
      moves = Object.keys(await visitor.stones()).length;
    }
    expect(moves).toBeGreaterThan(8);
    console.log(`${device}: ${await visitor.status()} after ${moves} moves`);

    await visitor.button("Take back").click();
    await visitor.reads(/Back to move/);
    const left = Object.keys(await visitor.stones()).length;
    expect(left).toBe(moves - (moves % 2 ? 1 : 2));
    await visitor.button("Play the move again").click();
    await visitor.count(moves);
    // The game is still there after the page was closed.
    await page.reload();
    await visitor.count(moves);
    await visitor.leave();
  });

  it("a position is analysed", async () => {
    const visitor = await visit(device, GAME);
    const { page } = visitor;
    await visitor.view("analysis");
    await page.locator("#panel-analysis .primary").click();
    await page.locator(".lines .line").at(2).wait();
    await page.locator(".mark.best").wait();
    expect(await page.locator(".mark.option").count()).toBe(2);
    expect(await page.locator("[role=meter], meter").attribute("aria-valuetext")).toMatch(/Black/);
    await page.locator(".lines .line").first().focus();
    await page.locator(".stone.shown").first().wait();
    const facts = page.locator("#panel-analysis .facts");
    await visitor.view("analysis");
    await page.locator("#panel-analysis").button("Stop").click();
    const found = await facts.text();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await facts.text()).toBe(found);
    // It is found to be won, and the line is shown.
    await visitor.button("One move back").click();
    await visitor.button("Is it won?").click();
    await visitor.reads(/A forced win in \d+ moves/);
    await visitor.button("Hint").click();
    await page.locator(".mark.hint").wait();
    await visitor.leave();
  });

  it("files and links are opened, and hostile ones change nothing", async () => {
    const visitor = await visit(device, "#rule=renju&size=15x15&moves=h8i9i7&at=2");
    const { page } = visitor;
    await visitor.count(2);
    expect(await visitor.stones()).toEqual({ h8: "black", i9: "white" });
    await visitor.button("To the end").click();
    await visitor.count(3);

    await visitor.view("files");
    const sgf = "(;SZ[15]RU[renju]C[<img src=x onerror=alert(1)>];B[hh];W[ig](;B[gg];W[aa]C[Well played])(;B[gi]))";
    await page.locator("#file").choose({ name: "game.sgf", content: sgf });
    await visitor.reads(/Read: 4 moves/);
    expect(await visitor.stones()).toEqual({ h8: "black", i9: "white", g9: "black", a15: "white" });
    await visitor.view("moves");
    await page
      .locator("#panel-moves .tree *")
      .matching(/^Well played$/)
      .first()
      .wait();
    expect(await page.locator("#panel-moves .tree img").count()).toBe(0);
    await page.button("3. g7").click();
    await visitor.count(3);
    await page.field("Comment on this position").fill("mine");
    await visitor.view("files");
    const saved = await page.download(() => visitor.button("Save SGF").click());
    expect(saved).toContain(";B[gi]C[mine]");
    expect(saved).toContain("(;B[gg];W[aa]C[Well played])");
    await visitor.button("Copy a link").click();
    await visitor.reads(/The link is copied/);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/#rule=renju&size=15x15&moves=h8i9g7$/);

    // Several games are a list; one of them cannot be read.
    const several = "(;SZ[15];B[hh];W[hh])(;SZ[15]PB[Ada]PW[Eva];B[hh])(;SZ[15]EV[Cup];B[aa];W[bb])";
    const paste = page.field("Or paste a game: SGF, Piskvork, or moves");
    await paste.fill(several);
    await visitor.button("Read the text").click();
    await visitor.reads(/2 games added, 0 already there, 1 left out/);
    await visitor.count(1);
    await visitor.view("files");
    const list = page.field("Games of this file");
    expect(await list.locator("option").texts()).toEqual(["1. two stones are on one point", "2. Ada – Eva", "3. Cup"]);
    await list.select("3. Cup");
    await visitor.count(2);
    await visitor.view("files");
    await list.select("1. two stones are on one point");
    await visitor.reads(/Not read/);
    expect(await list.locator("option:checked").text()).toBe("3. Cup");
    await paste.fill("h8 i9 g7");
    await visitor.button("Read the text").click();
    await visitor.count(3);
    await visitor.view("files");
    expect(await list.count()).toBe(0);

    await paste.fill("h8 i9 h8");
    await visitor.button("Read the text").click();
    await visitor.reads(/Not read, nothing has changed: two stones are on one point in line 1/);
    await visitor.count(3);
    for (const hash of ["#moves=<script>alert(1)</script>", "#size=9999&moves=h8", "#rule=__proto__&moves=h8"]) {
      await page.evaluate((text) => (location.hash = text), hash);
      await visitor.reads(/Not read, nothing has changed/);
      await visitor.count(3);
    }
    await visitor.leave();
  });

  it("what is copied goes to the clipboard at the press, as Safari wants it", async () => {
    const visitor = await visit(device, GAME);
    const { page } = visitor;
    await page.before(() => {
      let isPressed = false;
      const press = () => {
        isPressed = true;
        setTimeout(() => (isPressed = false));
      };
      addEventListener("click", press, true);
      const { clipboard } = navigator;
      const write = clipboard.write.bind(clipboard);
      clipboard.write = (items) => (isPressed ? write(items) : Promise.reject(new Error("too late")));
      clipboard.writeText = () => Promise.reject(new Error("too late"));
    });
    await page.reload();
    await visitor.view("files");
    const read = () => page.evaluate(() => navigator.clipboard.readText());
    await visitor.button("Copy the moves").click();
    await visitor.reads(/The moves are copied/);
    expect(await read()).toContain("h8");
    await visitor.button("Copy a link").click();
    await visitor.reads(/The link is copied/);
    expect(await read()).toContain("#rule=");
    await visitor.choose("Picture", "Position (SVG)");
    await visitor.button("Copy the picture").click();
    await visitor.reads(/The picture is copied/);
    expect(await read()).toContain("<svg");
    await visitor.leave();
  });

  it("pictures of a position and of a game are saved, copied and shared", async () => {
    const visitor = await visit(device, `${GAME}&at=2`);
    const { page } = visitor;
    // A system with a sheet to share files with. What it gets is kept, and what the clipboard gets: without a window
    // that of Firefox holds no pictures.
    await page.before(() => {
      const kept: Blob[] = [];
      const share = (data: ShareData) => Promise.resolve(void kept.push(...data.files!));
      Object.assign(navigator, { kept, share, canShare: () => true });
      const { clipboard } = navigator;
      const write = clipboard.write.bind(clipboard);
      clipboard.write = async (items) => {
        await write(items);
        for (const item of items) if (item.types.includes("image/png")) kept.push(await item.getType("image/png"));
      };
    });
    const kept = () =>
      page.evaluate(() =>
        (navigator as unknown as { kept: File[] }).kept.map(({ name, type, size }) => ({ name, type, size })),
      );
    await page.reload();
    await visitor.view("files");
    expect(page.requests.filter((address) => /raster|gif/.test(address))).toEqual([]);
    const save = () => page.downloadBytes(() => visitor.button("Save the picture").click());

    const png = await save();
    await visitor.reads(/fukumi\.png is saved/);
    expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1304, 1304]);
    await visitor.button("Copy the picture").click();
    await visitor.reads(/The picture is copied/);
    expect(await kept()).toEqual([expect.objectContaining({ type: "image/png", size: png.length })]);

    // Without coordinates the picture is smaller; numbers and the mark go as well.
    for (const name of ["Coordinates", "Move numbers", "Last move"]) await page.field(name).click();
    await visitor.choose("Picture", "Position (SVG)");
    const svg = (await save()).toString("utf8");
    await visitor.reads(/fukumi\.svg is saved/);
    const [circles, texts, problems] = await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
      return ["circle", "text", "parsererror"].map((tag) => parsed.getElementsByTagName(tag).length);
    }, svg);
    // Five dots of the board, two stones and their shadows.
    expect([circles, texts, problems]).toEqual([9, 0, 0]);
    await visitor.button("Copy the picture").click();
    await page.until(() => document.querySelector(".status")!.textContent === "The picture is copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(svg);

    for (const name of ["Coordinates", "Move numbers", "Last move"]) await page.field(name).click();
    await visitor.choose("Picture", "Whole game (GIF)");
    expect(await visitor.button("Copy the picture").attribute("disabled")).not.toBeNull();
    const gif = await save();
    const { width, height, frames } = readGif(gif);
    expect([width, height, frames.length]).toEqual([640, 640, 15]);
    expect(new Set(frames.slice(0, -1).map(({ delay }) => delay)).size).toBe(1);
    expect(frames.at(-1)!.delay).toBeGreaterThan(frames[0]!.delay);
    // The first frame has no stone in the centre, the next one a black one.
    const beside = 3 * (320 + 9 + (320 + 9) * 640);
    expect(frames[0]!.pixels[beside]).toBeGreaterThan(200);
    expect(frames[1]!.pixels[beside]).toBeLessThan(60);
    console.log(`${device}: PNG ${png.length}, SVG ${svg.length}, GIF ${gif.length} bytes`);

    await visitor.button("Share the picture").click();
    await page.until(() => (navigator as unknown as { kept: File[] }).kept.length === 2);
    expect((await kept())[1]).toEqual({ name: "fukumi.gif", type: "image/gif", size: gif.length });
    await visitor.complies("pictures");
    // The colour of an arrow is there, though no later position has it.
    const paste = page.field("Or paste a game: SGF, Piskvork, or moves");
    await paste.fill("(;SZ[15];B[hh]AR[cc:mc];W[ii];B[aa];W[bb])");
    await visitor.button("Read the text").click();
    await visitor.count(4);
    await visitor.view("files");
    const arrow = readGif(await save()).frames[1]!;
    const middle = 3 * (320 + Math.round((126 * 640) / 652) * 640);
    expect(
      [...arrow.pixels.subarray(middle, middle + 3)].every((value, at) => Math.abs(value - [11, 79, 168][at]!) < 12),
    ).toBe(true);
    // The choice is kept.
    await page.reload();
    expect(await page.locator("#panel-files select").last().value()).toBe("gif");
    await visitor.leave();
  });

  it("forbidden points are shown and cannot be played", async () => {
    // Black may not make two threes at h8, nor two fours.
    const visitor = await visit(device, "#rule=renju&size=15x15&black=h9h10g8f8&white=a1a15o1o15&turn=black");
    await visitor.page.locator(".mark.forbidden[data-point=h8]").wait();
    await visitor.play("h8");
    await visitor.reads(/h8 is forbidden/);
    await visitor.count(8);
    await visitor.play("c3");
    await visitor.count(9);
    await visitor.leave();
  });

  it("what was played in the games of the user is shown, can be played, and stays", async () => {
    const visitor = await visit(device);
    const { page } = visitor;
    await visitor.view("explorer");
    const rows = page.locator(".played .line");
    await page
      .locator("#panel-explorer p")
      .matching(/Shows what was played/)
      .wait();
    const sgf = "(;SZ[15]RE[B+];B[hh];W[hg];B[ig])(;SZ[15]RE[W+];B[hh];W[gh];B[jj])(;SZ[15];B[hh];W[ii])";
    await visitor.view("library");
    const add = (name: string, content: string) => page.locator("#library-files").choose({ name, content });
    await add("games.sgf", `${sgf}(;SZ[15];B[hh];W[hh])`);
    await visitor.reads(/3 games added/);
    await add("moves.txt", "h8 h7 j7");
    await visitor.reads(/1 game added/);
    await visitor.view("explorer");
    await rows.matching(/^h8\s*4 times, 100/).wait();
    await page.locator(".mark.played[data-point=h8]").wait();
    await visitor.complies("explorer");
    await rows.first().click();
    await visitor.count(1);
    await rows.matching(/^h9\s*3 times, 75\s?%, 3 more by symmetry\s*score: 50/).wait();
    expect(await rows.count()).toBe(2);
    // Four points each, direct and diagonal.
    expect(await page.locator(".mark.played").count()).toBe(8);
    await visitor.complies("explorer");
    await visitor.button("Take back").or(visitor.button("One move back")).first().click();
    await rows.matching(/^h8\s*4 times/).wait();
    await visitor.view("moves");
    expect(await page.locator(".mark.played").count()).toBe(0);
    await page.reload();
    await visitor.view("explorer");
    await rows.matching(/^h8\s*4 times/).wait();
    // What is added counts as well, and what is deleted no longer does.
    await visitor.view("library");
    await add("more.txt", "h8 a1");
    await visitor.reads(/1 game added/);
    await visitor.view("explorer");
    await rows.matching(/^h8\s*5 times/).wait();
    await visitor.view("library");
    await visitor.button("Delete 5 games").click();
    await page.until(() => document.querySelectorAll(".kept .line").length === 0);
    await visitor.view("explorer");
    await page
      .locator("#panel-explorer p")
      .matching(/Shows what was played/)
      .wait();
    expect(await rows.count()).toBe(0);
    await visitor.leave();
  });

  it("games of the engine against itself are loaded when they are asked for", async () => {
    const visitor = await visit(device);
    const { page } = visitor;
    await visitor.view("explorer");
    const isLoaded = () => page.requests.some((address) => address.includes("selfplay"));
    expect(isLoaded()).toBe(false);
    await visitor.choose("Source", "Fukumi against itself");
    const rows = page.locator(".played .line");
    const games = readFileSync(join(ROOT, "src", "selfplay.txt"), "utf8").match(/rule=freestyle/g)!.length;
    await rows.matching(new RegExp(`^h8\\s*${games} times, 100`)).wait();
    expect(isLoaded()).toBe(true);
    await rows.first().click();
    await visitor.count(1);
    await rows
      .matching(/^(?!h8)/)
      .first()
      .wait();
    // The choice is kept.
    await page.reload();
    await visitor.view("explorer");
    await page.until(() => document.querySelectorAll(".played .line").length > 0);
    await visitor.choose("Source", "My games");
    await page.until(() => document.querySelectorAll(".played .line").length === 0);
    await visitor.leave();
  });

  it.each([
    ["RIF", "Black"],
    ["Taraguchi-10", "White"],
  ])("a game of renju is opened by %s with %s", async (opening, seat) => {
    const visitor = await visit(device);
    const { page } = visitor;
    await visitor.view("play");
    await visitor.choose("Opponent", "Level 2");
    await visitor.choose("Rule", "Renju: forbidden points for Black");
    await visitor.choose("Opening", opening);
    await visitor.choose("You play", seat);
    await visitor.button("New game").click();
    const asked = new Set<string>();
    for (let step = 0; ; step++) {
      expect(step).toBeLessThan(30);
      await visitor.reads(/Place |Offer |Take |Keep |The opening is over|^\d+\. /);
      const status = await visitor.status();
      if (/The opening is over|^\d+\. /.test(status)) break;
      const kind = /Place|Offer|Take|Keep/.exec(status)![0];
      if (!asked.has(kind)) {
        asked.add(kind);
        await visitor.complies(kind);
      }
      await act(visitor, kind, status);
      // Until there is something else to do.
      await page.until((text) => document.querySelector(".status")!.textContent !== text, status);
    }
    // In RIF, one of the two offers fifth stones and the other one keeps one.
    expect([...asked].filter((kind) => (opening === "RIF" ? /Offer|Keep/ : /Take/).test(kind))).toHaveLength(1);
    // Each side's name tells who has which colour.
    const names = (await page.locator(".player").texts()).sort();
    expect(names).toEqual(["Level 2", "You"]);
    await page
      .locator(".named")
      .matching(/^[DI]\d+ \w+ \S+$/)
      .wait();
    // The game goes on, and with it the stones of the opening can be taken back.
    const own = (await page.locator(".side.black .player").text()) === "You" ? "black" : "white";
    await page.until((color) => document.querySelector(`.side.${color}`)!.hasAttribute("data-turn"), own);
    const before = Object.keys(await visitor.stones()).length;
    await visitor.play(reply(await visitor.stones(), own));
    await visitor.count(before + 2);
    await visitor.button("Take back").click();
    await visitor.count(before);
    for (let back = 0; back < 12; back++) {
      // At the beginning it is disabled.
      await visitor
        .button("Take back")
        .click({ patience: 1000 })
        .catch(() => undefined);
    }
    await visitor.reads(opening === "RIF" ? /Place stone 1 of 3/ : /Take |Place a stone/);
    await visitor.leave();
  });

  it.each(["light", "dark"] as const)("axe-core finds no violation in %s colours", async (colorScheme) => {
    const visitor = await visit(device, GAME, colorScheme);
    const { page } = visitor;
    // What there is to see when a panel has done its work.
    const works: Record<string, () => Promise<void>> = {
      analysis: async () => {
        await page.locator("#panel-analysis .primary").click();
        await page.locator(".lines .line").at(2).wait();
      },
      review: async () => {
        await visitor.button("Review the game").click();
        await visitor.reads(/Done/);
        await visitor.button("Better moves for White").click();
        await visitor.reads(/was a mistake/);
      },
      puzzles: async () => {
        await visitor.button("Start").click();
        await visitor.reads(/to move/);
      },
    };
    for (const view of VIEWS) {
      await visitor.view(view);
      await works[view]?.();
      await visitor.complies(view);
    }
    await visitor.leave();
  });

  it("nothing sticks out in any language", async () => {
    const visitor = await visit(device, GAME);
    const { page } = visitor;
    for (const language of Object.keys(LANGUAGES)) {
      await visitor.speak(language);
      for (const view of VIEWS) {
        await visitor.view(view);
        const [width, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        expect(width, `${language} ${view}`).toBeLessThanOrEqual(window!);
      }
    }
    await visitor.leave();
  });
});

describe("a phone held sideways", () => {
  it.each([
    [568, 320],
    [740, 360],
    [915, 412],
  ])("shows all that belongs to the board on %d x %d, and a swipe plays nothing", async (width, height) => {
    const sgf = "(;SZ[15]PB[A player with a name that is long]PW[Another one of those];B[hh];W[ii])";
    const visitor = await visit("phone");
    const { page } = visitor;
    await visitor.view("files");
    await page.locator("#file").choose({ name: "a.sgf", content: sgf });
    await visitor.count(2);
    const cut = () =>
      page
        .locator(".player")
        .all((all) => all.filter((one) => one.scrollWidth > one.clientWidth || !one.textContent).length);
    expect(await cut()).toBe(0);
    await page.resize(width, height);
    expect(await cut()).toBe(0);
    const outside = await page.locator(".board, .side, .status, .nav button").all((all) =>
      all
        .map((one) => [one.className, one.getBoundingClientRect()] as const)
        .filter(([, box]) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
        .map(([name, box]) => `${name} ${JSON.stringify(box)}`),
    );
    expect(outside).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    // There is nothing to scroll, but on the smallest with long names. A swipe is no touch.
    if (height > 320)
      expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
    const box = (await page.locator(".board").box())!;
    if (browser.canSwipe) await page.swipe(box.x + box.width / 2, box.y + box.height / 2, 120);
    else console.log(`LEFT OUT: a swipe, which the protocol of ${browser.kind} does not make`);
    expect(await page.locator(".stone").count()).toBe(2);
    await visitor.leave();
  });
});

describe("the page", () => {
  it("begins the game that is set up when a stone is put on the empty board", async () => {
    const visitor = await visit("desktop");
    const { page } = visitor;
    await visitor.play("h8");
    await visitor.count(2);
    expect(await page.locator(".player").texts()).toEqual(["You", "Level 3"]);
    // With another size set up, the board is that of the game.
    await visitor.choose("Columns", "9");
    await visitor.replaceKept();
    await page.reload();
    await visitor.choose("Columns", "20");
    await visitor.play("a1", 9);
    await page.locator(".board .name").matching(/^20$/).first().wait();
    await visitor.count(0);
    // Elsewhere than beside that panel, both colours are put on the board.
    await visitor.replaceKept();
    await page.reload();
    await visitor.view("moves");
    await visitor.play("a1", 20);
    await visitor.play("b1", 20);
    await visitor.count(2);
    expect(await page.locator(".player").texts()).toEqual(["Black", "White"]);
    await visitor.leave();
  });

  it("is played by keyboard alone, and says what it does", async () => {
    const visitor = await visit("desktop");
    const { page } = visitor;
    await visitor.button("New game").click();
    await page.locator("[role=application]", "Board").focus();
    const announced = page.locator("[aria-live=polite]");
    await page.key("ArrowUp");
    await expect.poll(() => announced.text()).toBe("h8, empty");
    await page.key("ArrowUp");
    await expect.poll(() => announced.text()).toBe("h9, empty");
    await page.key("Enter");
    await visitor.count(2);
    await visitor.reads(/2\. .* Black to move/);
    await page.key("ArrowDown");
    await page.key("ArrowUp");
    await expect.poll(() => announced.text()).toBe("h9, Black");
    const moves = page.locator("#panel-play .tree .move");
    expect(await moves.texts()).toEqual(["Start", "1. h9", expect.stringMatching(/^2\. /)]);
    await page.key("u");
    await visitor.count(0);
    await visitor.leave();
  });

  it("plays by every rule, on the smallest and the largest boards", async () => {
    const visitor = await visit("desktop");
    await visitor.choose("You play", "White");
    for (const [rule, width, height] of [
      ["Freestyle: five or more win", 5, 5],
      ["Standard: exactly five win", 22, 22],
      ["Renju: forbidden points for Black", 6, 22],
      ["Caro: five with an open end win", 20, 5],
      ["Caro with overlines: longer rows win too", 15, 15],
    ] as const) {
      await visitor.choose("Rule", rule);
      await visitor.choose("Columns", String(width));
      await visitor.choose("Rows", String(height));
      await visitor.button("New game").click();
      await visitor.count(1);
      await visitor.play("a1", width, height);
      await visitor.count(3);
      expect(await visitor.stones()).toHaveProperty("a1", "white");
    }
    await visitor.leave();
  });

  it("keeps time, and lets the user leave the engine to its thoughts", async () => {
    const visitor = await visit("desktop");
    const { page } = visitor;
    await visitor.choose("Clock", "20 min + 10 s a move");
    await visitor.choose("Opponent", "Full strength");
    await visitor.limit("Seconds", "30");
    await visitor.button("New game").click();
    await page
      .locator(".side.black .clock")
      .matching(/^1\d:\d\d$/)
      .wait();
    // The answer to a first stone takes no search.
    await visitor.play("a1");
    await visitor.count(2);
    await visitor.play("o15");
    await visitor.button("Move now").click();
    await visitor.count(4);
    // While the engine thinks, the user looks at the beginning, and plays something else there.
    await visitor.play("a15");
    await visitor.button("Move now").wait();
    await visitor.button("To the beginning").click();
    await visitor.button("Fukumi moves").wait();
    await visitor.play("h8");
    await visitor.count(2);
    await visitor.button("Resign").click();
    await visitor.reads(/Black has resigned/);
    await visitor.view("files");
    expect(await page.download(() => visitor.button("Save SGF").click())).toContain("RE[W+R]");
    await visitor.leave();
  });

  it("opens a game by swap2 from either side", async () => {
    const visitor = await visit("desktop");
    await visitor.choose("Opponent", "Level 3");
    await visitor.choose("Opening", "Swap2");
    await visitor.button("New game").click();
    await visitor.reads(/Place stone 1 of 3/);
    for (const [index, point] of ["a1", "h8", "o15"].entries()) {
      await visitor.play(point);
      await visitor.page.until((least) => document.querySelectorAll(".stone").length >= least, index + 1);
    }
    // Fukumi takes a colour, plays, or adds two stones.
    await visitor.reads(/Fukumi swaps the colours|Fukumi places|Black to move/);

    await visitor.choose("You play", "White");
    await visitor.button("New game").click();
    await visitor.reads(/Take Black, keep White, or place two more stones/);
    await visitor.count(3);
    await visitor.button("Place 2 more").click();
    await visitor.reads(/Place stone 1 of 2 \(White\)/);
    await visitor.play("a1");
    await visitor.count(4);
    await visitor.button("Take back").click();
    await visitor.count(3);
    await visitor.button("Take back").click();
    await visitor.button("Swap: play Black").click();
    await visitor.count(4);
    await visitor.leave();
  });

  it("offers the opening rules that fit, and keeps the choice", async () => {
    const visitor = await visit("desktop");
    const { page } = visitor;
    const options = () => page.field("Opening").locator("option").texts();
    const onAnyBoard = ["Free", "Even: Fukumi places three stones", "Swap1: one stone", "Swap: three stones", "Swap2"];
    const unfold = () => page.locator(".options > summary").click();
    await unfold();
    await expect.poll(options).toEqual([...onAnyBoard, "Pro", "Long pro"]);
    await visitor.choose("Rule", "Renju: forbidden points for Black");
    expect(await options()).toHaveLength(11);
    await visitor.choose("Opening", "Soosõrv-8");
    await visitor.choose("Columns", "8");
    expect(await options()).toEqual(onAnyBoard);
    await visitor.choose("Columns", "15");
    await page.reload();
    await unfold();
    expect(await page.field("Opening").value()).toBe("soosorv-8");
    await visitor.leave();
  });

  it("reviews a game and lets the user find a better move", async () => {
    const visitor = await visit("desktop", GAME);
    const { page } = visitor;
    await visitor.view("review");
    await visitor.button("Review the game").click();
    await visitor.reads(/Done: \d+ moves marked/);
    // What was found comes before what finds it.
    const isBefore = await page.evaluate(() => {
      const [graph, depth] = [".graph", "select"].map((part) => document.querySelector(`#panel-review ${part}`)!);
      return (graph!.compareDocumentPosition(depth!) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
    });
    expect(isBefore).toBe(true);
    const mistakes = page.locator("#panel-review .lines .line");
    expect(await mistakes.count()).toBeGreaterThanOrEqual(2);
    expect(await mistakes.last().text()).toMatch(/13\. k6[^]*misses a win/);
    await visitor.button("Better moves for Black").click();
    await visitor.reads(/1 of \d+: .* was a mistake/);
    const [, played] = /: (\w+) was/.exec(await visitor.status())!;
    await visitor.play(played!);
    await visitor.reads(/was the mistake/);
    await visitor.button("Show the best move").click();
    await visitor.reads(/The best move is/);
    const [, best] = /is (\w+)/.exec(await visitor.status())!;
    expect(await page.locator(`.stone.shown[data-point=${best}]`).count()).toBe(1);
    // Another game ends it.
    await visitor.button("Next mistake").click();
    await visitor.reads(/was a mistake/);
    await page.evaluate(() => (location.hash = "#moves=a1"));
    await visitor.reads(/^1\. a1/);
    expect(await visitor.button("Next mistake").count()).toBe(0);
    await visitor.leave();
  });

  it("opens files of other programs, and keeps what they say", async () => {
    const visitor = await visit("desktop");
    const { page } = visitor;
    await visitor.view("files");
    const open = (name: string, content: string | Uint8Array) => page.locator("#file").choose({ name, content });
    // A library of RenLib: h8 with a comment and i9 after it, or h7.
    const head = [0xff, ...Buffer.from("RenLib"), 0xff, 3, 4, ...Array<number>(10).fill(0xff)];
    const nodes = [0, 0, 0x78, 0x88, ...Buffer.from("best"), 0, 0, 0x69, 0x40, 0x88, 0x40];
    await open("a.lib", Uint8Array.from([...head, ...nodes]));
    await visitor.reads(/Read: 2 moves/);
    expect(await visitor.stones()).toEqual({ h8: "black", i9: "white" });
    await visitor.view("files");
    expect(await page.download(() => visitor.button("Save SGF").click())).toMatch(
      /\(;B\[hh\](?:N|C)\[best\];W\[ig\]\)\s*\(;B\[hi\]\)/,
    );
    // A name in GB18030, and a game in PGN.
    await open("b.sgf", Buffer.from("283b535a5b31355d50425bbadacfc85d3b425b68685d29", "hex"));
    await visitor.reads(/Read: 1 move/);
    await page
      .locator(".side.black .player")
      .matching(/^黑先$/)
      .wait();
    await open("c.pgn", '[White "Ada"]\n[Black "Eva"]\n\n1. h8 i9 2. g7 *\n');
    await visitor.reads(/Read: 3 moves/);
    // What the engine does not know either changes nothing.
    await open("d.bin", Uint8Array.from([0, 1, 2, 3, 200, 255, 0, 7]));
    await visitor.reads(/Not read, nothing has changed: no game in a known format/);
    await open("go.sgf", "(;GM[1]SZ[19];B[pd])");
    await visitor.reads(/Not read, nothing has changed: this is a game of another kind, such as Go in line 1/);
    await visitor.count(3);
    await visitor.button("The previous game").click();
    await visitor.count(1);
    await visitor.leave();
  });

  it("has the game that an older version of it kept", async () => {
    const visitor = await visit("desktop");
    const { page } = visitor;
    const kept = { sgf: "(;FF[4]GM[4]SZ[9]RU[caro]RE[?]\n;B[ee](;W[aa])(;W[bb];B[cc]))", places: [0, 1] };
    await visitor.replaceKept(JSON.stringify(kept));
    await page.reload();
    await visitor.reads(/^2\. b8 – Black to move$/);
    await visitor.button("To the end").click();
    await visitor.count(3);
    await page.reload();
    await visitor.count(3);
    await visitor.view("files");
    expect(await page.download(() => visitor.button("Save SGF").click())).toMatch(
      /SZ\[9\]RU\[caro\]\n;B\[ee\]\(;W\[aa\]\)\n\(;W\[bb\];B\[cc\]\)\n\)\n$/,
    );
    await visitor.leave();
  });

  it("has threads and a larger table for those who choose them, and thinks in their time", async ({ skip }) => {
    const names = readdirSync(join(DIST, "assets"));
    if (!names.some((name) => name.includes("fukumi-threads"))) skip("the engine with threads was not built");
    const visitor = await visit("desktop", GAME);
    const { page } = visitor;
    await visitor.view("analysis");
    expect(page.requests.some((address) => address.includes("fukumi-threads"))).toBe(false);
    await visitor.choose("Threads", "2");
    await visitor.choose("Memory", "128 MB");
    await page.locator("#panel-analysis .primary").click();
    await page.locator(".lines .line").at(2).wait();
    expect(await page.locator("#panel-analysis .facts").text()).toMatch(/positions, [\d,]+ a second/);
    await page.locator("#panel-analysis").button("Stop").click();
    // The choice is kept, and the engine has it from the start.
    await page.reload();
    await visitor.view("play");
    await visitor.choose("Opponent", "Full strength");
    await visitor.limit("Seconds", "1");
    await visitor.choose("On your time", "Fukumi thinks");
    await visitor.button("New game").click();
    for (const [point, count] of [
      ["h8", 2],
      ["a1", 4],
    ] as const) {
      await visitor.play(point);
      await visitor.count(count);
    }
    expect(page.requests.filter((address) => address.includes("fukumi-threads")).length).toBeGreaterThan(0);
    expect(await visitor.status()).not.toMatch(/Threads that could be started/);
    await visitor.leave();
  });

  it("plays and analyses where a server does not isolate it, and stops there", async () => {
    const plain = await serve({ isIsolated: false });
    const visitor = await Visitor.come(browser, plain.url + GAME, "desktop");
    const { page } = visitor;
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await visitor.view("analysis");
    expect(await page.locator("#panel-analysis").text()).not.toMatch(/Threads/);
    await page.locator("#panel-analysis .primary").click();
    await page.locator(".lines .line").at(2).wait();
    await page.locator("#panel-analysis").button("Stop").click();
    await page.locator("#panel-analysis .primary").wait();
    await visitor.view("play");
    await visitor.choose("Opponent", "Full strength");
    await visitor.limit("Seconds", "30");
    await visitor.choose("You play", "White");
    await visitor.button("New game").click();
    await visitor.count(1);
    // A thought of half a minute ends at once.
    await visitor.play("a1");
    await visitor.button("Move now").click();
    await visitor.count(3);
    await visitor.leave();
    await plain.close();
  });

  it("has a policy that allows nothing but itself", async () => {
    const html = readFileSync(join(DIST, "index.html"), "utf8");
    expect(html).toMatch(/Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
    expect(html).not.toMatch(/unsafe-inline|style=|https?:\/\//);
  });
});
