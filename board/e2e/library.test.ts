/** The games that are kept on the device. */

import { describe, expect, it } from "vitest";
import { DEVICES, type Device } from "./browser";
import { opened } from "./opened";
import { Visitor } from "./visitor";

/** Three games, and one with a stone on a stone. */
const CUP = [
  "(;SZ[15]RU[renju]PB[Ada]PW[Eva]EV[Cup]DT[2024-05-01]RE[B+R];B[hh];W[hi];B[ii])",
  "(;SZ[15]RU[renju]PB[Eva]PW[Zoë]EV[Cup]RE[0];B[hh];W[ig];B[gi])",
  "(;SZ[15];B[hh];W[hh])",
  "(;SZ[19]RU[freestyle]PB[Bob]PW[Ada]EV[Club]RE[W+];B[jj];W[kk](;B[ll]C[why])(;B[jk]))",
].join("\n");

const { browser, site } = opened();

const devices = Object.keys(DEVICES) as Device[];
const visit = (device: Device, hash = "") => Visitor.come(browser, site.url + hash, device);
const rows = ({ page }: Visitor) => page.locator(".kept .line");
const add = ({ page }: Visitor, ...files: { name: string; content: string | Uint8Array }[]) =>
  page.locator("#library-files").choose(...files);

/** The names of the games in the list, once there are so many. */
async function names(visitor: Visitor, count: number): Promise<string[]> {
  await visitor.page.until((wanted) => document.querySelectorAll(".kept .line").length === wanted, count);
  return visitor.page.locator(".kept .line b").texts();
}

describe.each(devices)("on a %s the library", (device) => {
  it("keeps a game that has ended, also when the page is opened again", async () => {
    const visitor = await visit(device);
    const { page } = visitor;
    await visitor.view("library");
    expect(
      await page
        .locator("#panel-library .about, #panel-library p")
        .matching(/only on this device/)
        .count(),
    ).toBe(1);
    await visitor.complies("an empty library");
    await visitor.view("play");
    await visitor.choose("You play", "Both sides");
    await visitor.button("New game").click();
    for (const [index, point] of ["h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", "l8"].entries()) {
      await visitor.play(point);
      await visitor.count(index + 1);
    }
    await visitor.reads(/Black wins/);
    await visitor.view("library");
    await rows(visitor)
      .matching(/Untitled\s*Black won, Freestyle, 9 moves, \d{4}-\d\d-\d\d/)
      .wait();
    expect(await visitor.button("This game is kept").attribute("disabled")).not.toBeNull();
    await visitor.complies("a library");

    // What is done to it later goes there when the user says so, and nowhere twice.
    await page.reload();
    await visitor.view("library");
    expect(await names(visitor, 1)).toEqual(["Untitled"]);
    await visitor.view("moves");
    await page.field("Comment on this position").fill("well played");
    await visitor.view("library");
    await visitor.button("Keep the changes").click();
    await visitor.reads(/added to your games/);
    expect(await page.download(() => visitor.button("Save all").click())).toContain("C[well played]");
    expect(await names(visitor, 1)).toHaveLength(1);
    await visitor.leave();
  });

  it("has all games of files, which can be found, opened, renamed, deleted and had back", async () => {
    const visitor = await visit(device);
    const { page } = visitor;
    await visitor.view("library");
    await add(visitor, { name: "cup.sgf", content: CUP });
    await visitor.reads(/3 games added, 0 already there, 1 left out: cup\.sgf: .*h8/);
    expect(await names(visitor, 3)).toEqual(["Ada – Eva", "Eva – Zoë", "Bob – Ada"]);
    await rows(visitor)
      .matching(/Black won, Renju, 3 moves, D4 Kagetsu 花月, Cup, 2024-05-01/)
      .wait();
    await rows(visitor)
      .matching(/White won, Freestyle, 19 × 19, 3 moves, Club/)
      .wait();
    await add(visitor, { name: "again.sgf", content: CUP.split("\n").slice(0, 2).join("") });
    await visitor.reads(/0 games added, 2 already there/);
    await visitor.complies("a library");

    const words = page.field("Search");
    for (const [text, found] of [
      ["ZOE", ["Eva – Zoë"]],
      ["kagetsu", ["Ada – Eva"]],
      ["ada cup", ["Ada – Eva"]],
      ["ada club", ["Bob – Ada"]],
    ] as const) {
      await words.fill(text);
      expect(await names(visitor, found.length), text).toEqual(found);
    }
    await words.fill("nothing like that");
    expect(await names(visitor, 0)).toEqual([]);
    await page
      .locator("#panel-library")
      .locator("span")
      .matching(/No games found/)
      .wait();
    await words.fill("");
    const panel = page.locator("#panel-library");
    await panel.field("Rule").select("renju");
    expect(await names(visitor, 2)).toHaveLength(2);
    await panel.field("Result").select("draw");
    expect(await names(visitor, 1)).toEqual(["Eva – Zoë"]);
    await panel.field("Rule").select("All rules");
    await panel.field("Result").select("All results");

    // A tree opens as a tree.
    await rows(visitor).last().click();
    await visitor.count(3);
    await visitor.view("moves");
    expect(await page.locator("#panel-moves .tree button").count()).toBe(5);
    await visitor.view("library");
    expect(await page.locator(".kept .line[aria-current]").count()).toBe(1);

    await visitor.button("Rename: Bob – Ada").click();
    await page.field("New title").fill("The [last] one\\");
    await visitor.complies("another title");
    await visitor.button("OK").click();
    await rows(visitor)
      .matching(/The \[last\] one\\/)
      .wait();
    await visitor.button("Delete: Ada – Eva").click();
    expect(await names(visitor, 2)).toEqual(["Eva – Zoë", "The [last] one\\"]);
    await page.reload();
    await visitor.view("library");
    await names(visitor, 2);
    await visitor.button("Delete 2 games").click();
    await names(visitor, 0);
    await visitor.button("Undo the deletion").click();
    expect(await names(visitor, 2)).toEqual(["Eva – Zoë", "The [last] one\\"]);
    await visitor.leave();
  });
});

describe("the library", () => {
  it("takes files of other programs, and what is dropped and pasted", async () => {
    const visitor = await visit("desktop");
    const { page } = visitor;
    await visitor.view("library");
    // A library of RenLib: h8 with a comment and i9 after it, or h7.
    const head = [0xff, ...Buffer.from("RenLib"), 0xff, 3, 4, ...Array<number>(10).fill(0xff)];
    const nodes = [0, 0, 0x78, 0x88, ...Buffer.from("best"), 0, 0, 0x69, 0x40, 0x88, 0x40];
    const xml =
      '<?xml version="1.0" encoding="UTF-8"?><database><players><player id="1" name="Ann" surname="A"/>' +
      '<player id="2" name="Ben" surname="B"/></players><tournaments><tournament id="1" name="T"/></tournaments>' +
      '<games><game id="9" white="2" black="1" tournament="1" bresult="1"><move>h8 h9 i10</move></game></games></database>';
    await add(
      visitor,
      { name: "tree.lib", content: Uint8Array.from([...head, ...nodes]) },
      { name: "net.rif", content: xml },
      { name: "playok.pgn", content: '[White "Cid"]\n[Black "Dan"]\n\n1. h8 i9 2. g7 *\n' },
      { name: "game.psq", content: "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,9,0\r\none\r\ntwo\r\n1\r\n0\r\n" },
      { name: "position.pos", content: Uint8Array.from([2, 0x70, 0x71]) },
      { name: "records.txt", content: "size=15 moves=h8,i9\nsize=15 moves=h8,j10 bplayer=Fay\n" },
      { name: "game.zip", content: Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]) },
    );
    await visitor.reads(/7 games added, 0 already there, 1 left out: game\.zip: /);
    const kept = await names(visitor, 7);
    for (const name of ["Ann A – Ben B", "Dan – Cid", "one – two", "Fay – ?"]) expect(kept).toContain(name);

    const give = (type: "drop" | "paste", files: [name: string, content: string][], text = "") =>
      page.evaluate(
        (kind, all, words) => {
          const data = new DataTransfer();
          for (const [name, content] of all) data.items.add(new File([content], name));
          if (words) data.setData("text/plain", words);
          const options = { bubbles: true, cancelable: true };
          document.body.dispatchEvent(
            kind === "drop"
              ? new DragEvent(kind, { ...options, dataTransfer: data })
              : // That of Firefox takes no data from a script.
                Object.defineProperty(new Event(kind, options), "clipboardData", { value: data }),
          );
        },
        type,
        files,
        text,
      );
    await give("paste", [], "https://gomocalc.com/#/h8h9h10");
    await visitor.reads(/1 game added, 0 already there/);
    await give("drop", [
      ["a.txt", "h8 i9"],
      ["b.txt", "h8 g6"],
    ]);
    await visitor.reads(/1 game added, 1 already there/);
    await names(visitor, 9);
    // Beside another panel a single game goes on the board; of several one does, and the library has all.
    await visitor.view("play");
    await give("drop", [["c.txt", "h8 g6 a1"]]);
    await visitor.reads(/Read: 3 moves/);
    await visitor.count(3);
    await give("paste", [], CUP.replaceAll("Ada", "Ida"));
    await visitor.reads(/3 games added, 0 already there, 1 left out/);
    await visitor.view("library");
    await names(visitor, 12);
    await visitor.leave();
  });

  it("goes on with a title that is being typed, and with the same buttons, while games are added", async () => {
    const visitor = await visit("desktop");
    const { page } = visitor;
    await visitor.view("library");
    await add(visitor, { name: "cup.sgf", content: CUP });
    await names(visitor, 3);
    await visitor.button("Delete: Ada – Eva").all(([button]) => void (button!.dataset["same"] = ""));
    await visitor.button("Rename: Bob – Ada").click();
    const title = page.field("New title");
    await title.fill("Mine");
    await title.focus();
    await add(visitor, { name: "more.txt", content: "h8 i9 g7\nh8 g6" });
    await visitor.reads(/\d games? added, 0 already there/);
    await page.locator(".kept [data-same]").wait();
    expect(await title.value()).toBe("Mine");
    expect(await page.evaluate(() => document.activeElement!.getAttribute("aria-label"))).toBe("New title");
    await page.key("Enter");
    await rows(visitor).matching(/Mine/).wait();
    await visitor.leave();
  });

  it("goes into a file and comes back from it", async () => {
    const visitor = await visit("desktop");
    await visitor.view("library");
    await add(visitor, { name: "cup.sgf", content: CUP }, { name: "more.txt", content: "h8 i9 g7" });
    await visitor.reads(/4 games added/);
    await visitor.button("Rename: Bob – Ada").click();
    await visitor.page.field("New title").fill("A title");
    await visitor.button("OK").click();
    await rows(visitor)
      .matching(/A title/)
      .wait();
    const shown = () => rows(visitor).texts();
    const [before, saved] = [await shown(), await visitor.page.download(() => visitor.button("Save all").click())];
    expect(saved.match(/\(;FF\[4\]/g)).toHaveLength(4);
    await visitor.button("Delete 4 games").click();
    await names(visitor, 0);
    await add(visitor, { name: "saved.sgf", content: saved });
    await visitor.reads(/4 games added, 0 already there/);
    expect(await shown()).toEqual(before);
    expect(await visitor.page.download(() => visitor.button("Save all").click())).toBe(saved);
    await visitor.leave();
  });

  it("has room for 10,000 games, of which it shows some at a time", async () => {
    const visitor = await visit("desktop");
    const { page } = visitor;
    await visitor.view("library");
    const point = (number: number) => `${"abcdefghijklmno"[number % 15]}${1 + (Math.floor(number / 15) % 15)}`;
    const line = (index: number) => {
      const moves = Array.from({ length: 30 }, (_, move) => point(index + 7 * move));
      return `size=15 rule=renju moves=${moves.join(",")} bplayer=Player${index} wplayer=Other${index % 100}`;
    };
    const content = Array.from({ length: 10_000 }, (_, index) => line(index)).join("\n");
    const begun = performance.now();
    await add(visitor, { name: "many.txt", content });
    await visitor.reads(/10000 games added/);
    console.log(`10,000 games are added in ${Math.round(performance.now() - begun)} ms`);
    const range = page.locator("#panel-library .actions span");
    await range.matching(/^1–50 of 10,000$/).wait();
    await visitor.button("Older games").click();
    await range.matching(/^51–100 of 10,000$/).wait();
    const times = await page.evaluate(async () => {
      const words = document.querySelector<HTMLInputElement>("#library-words")!;
      return ["p", "pl", "player77", "other42"].map((text) => {
        const from = performance.now();
        words.value = text;
        words.dispatchEvent(new Event("input"));
        return `${text}: ${Math.round(performance.now() - from)} ms`;
      });
    });
    console.log(times.join(", "));
    await range.matching(/^1–50 of 100$/).wait();
    await page.field("Search").fill("player7777");
    expect(await names(visitor, 1)).toEqual(["Player7777 – Other77"]);
    await page.reload();
    await visitor.view("library");
    await range.matching(/^1–50 of 10,000$/).wait();
    await visitor.leave();
  });

  it("works when another window has closed its database", async () => {
    const visitor = await visit("desktop");
    await visitor.view("library");
    await add(visitor, { name: "cup.sgf", content: CUP });
    await names(visitor, 3);
    await visitor.page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.deleteDatabase("fukumi-library");
          request.onsuccess = () => resolve();
          request.onerror = () => reject(request.error);
        }),
    );
    await add(visitor, { name: "amy.sgf", content: "(;SZ[15]PB[Amy];B[aa])" });
    await visitor.reads(/1 game added, 0 already there/);
    await names(visitor, 1);
    await visitor.leave();
  });

  it("says where nothing is kept, and loses nothing where there is no room", async () => {
    const visitor = await visit("desktop");
    const { page } = visitor;
    const warning = () => page.locator("#panel-library p").matching(/This browser keeps no games/);
    await visitor.view("library");
    await add(visitor, { name: "cup.sgf", content: CUP });
    await names(visitor, 3);
    // There is no room for the name of one player.
    await page.evaluate(() => {
      const { add } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.add = function (value: { black?: string }, ...more) {
        if (value.black === "Max") throw new DOMException("full", "QuotaExceededError");
        return add.call(this, value, ...more);
      };
    });
    await add(visitor, { name: "max.sgf", content: "(;SZ[15]PB[Amy];B[aa])(;SZ[15]PB[Max];B[aa])" });
    await visitor.reads(/There is no room for more games/);
    expect(await names(visitor, 3)).toHaveLength(3);
    await add(visitor, { name: "amy.sgf", content: "(;SZ[15]PB[Amy];B[aa])" });
    await visitor.reads(/1 game added/);
    expect(await warning().last().attribute("hidden")).not.toBeNull();

    // A window in which there is no database.
    await page.before(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
    await page.reload();
    await visitor.view("library");
    await warning().wait();
    await add(visitor, { name: "cup.sgf", content: CUP });
    expect(await names(visitor, 3)).toHaveLength(3);
    await rows(visitor).first().click();
    await visitor.count(3);
    expect(await page.download(() => visitor.button("Save all").click())).toContain("PB[Ada]");
    await visitor.leave();
  });
});
