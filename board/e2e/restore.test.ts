/** What goes on after the page was reloaded, closed, or broke down. */

import { expect, it } from "vitest";
import { opened } from "./opened";
import { Visitor } from "./visitor";

const { browser, site } = opened();

const come = () => Visitor.come(browser, site.url, "desktop");

/** Waits until the engine thinks. */
const thinks = (visitor: Visitor) => visitor.page.until(() => document.body.textContent!.includes("Move now"));

/** The times of both clocks, in seconds. */
async function clocks(visitor: Visitor): Promise<number[]> {
  const texts = await visitor.page.locator(".clock").texts();
  return texts.map((text) => text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0));
}

it("a game goes on after a reload, also one during the engine's thought, with its clocks", async () => {
  const visitor = await come();
  const { page } = visitor;
  await visitor.choose("Opponent", "Full strength");
  await visitor.limit("Seconds", "3");
  await visitor.choose("Clock", "5 min + 5 s a move");
  await visitor.button("New game").click();
  // Until the page is left, the engine does not come to an end.
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]) {
      const isThought = JSON.stringify(message).includes("think");
      if (!isThought) (postMessage as (...message: unknown[]) => void).apply(this, message);
    } as Worker["postMessage"];
  });
  await visitor.play("h8");
  await thinks(visitor);
  await page.reload();
  await visitor.count(2);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  const before = await clocks(visitor);
  await page.reload();
  await visitor.count(2);
  await page.until(() => document.querySelector(".clock")!.textContent !== "");
  const after = await clocks(visitor);
  expect(before[0]).toBeLessThan(304);
  expect(after[0]).toBeLessThanOrEqual(before[0]!);
  expect(after[1]).toBe(before[1]);
  // Black's clock runs on.
  await page.until((seconds) => {
    const [minutes, rest] = document.querySelector(".clock")!.textContent!.split(":").map(Number);
    return 60 * minutes! + rest! < seconds - 1;
  }, after[0]!);
  await visitor.play("a1");
  await visitor.count(4);
  expect(await page.locator(".player").texts()).toEqual(["You", "Fukumi"]);
  await visitor.leave();
});

it("what was added to the position of a link is there after a reload, and the game before can be had back", async () => {
  const visitor = await come();
  await visitor.view("analysis");
  await visitor.play("h8");
  await visitor.count(1);
  const linked = await visitor.another("#moves=a1b2");
  await linked.count(2);
  await linked.play("c3");
  await linked.count(3);
  await linked.page.reload();
  await linked.count(3);
  await linked.view("files");
  await linked.button("The previous game").click();
  await linked.count(1);
  await linked.leave();
  await visitor.leave();
});

it("a rated game goes on in a new window after its own was closed, and counts once", async () => {
  const first = await come();
  await first.choose("Opponent", "Level 1: the easiest");
  await first.button("New game").click();
  await first.play("h8");
  await first.count(2);
  const second = await first.another();
  // The game is still played in the first window.
  await second.count(2);
  await second.play("a1");
  await second.count(3);
  expect(await second.button("Resign").count()).toBe(0);
  await first.page.front();
  await first.play("a1");
  await first.count(4);
  await second.page.front();
  const third = await second.another();
  await second.leave();
  await third.leave();
  await first.page.goto("about:blank");
  const fourth = await first.another();
  await fourth.button("Resign").click();
  await fourth.reads(/Black has resigned\. Your rating: \d+ \(-\d+\)/);
  const games = () =>
    fourth.page.evaluate(() => (JSON.parse(localStorage.getItem("fukumi-ladder")!) as { games: number }).games);
  expect(await games()).toBe(1);
  await fourth.page.reload();
  await fourth.count(4);
  expect(await games()).toBe(1);
  await fourth.leave();
  await first.leave();
});

it("a game goes on after the engine has failed, when it is asked again", async () => {
  const visitor = await come();
  const { page } = visitor;
  await visitor.choose("Clock", "5 min + 5 s a move");
  // The Worker of the engine breaks down at its first thoughts.
  await page.before(() => {
    const { postMessage } = Worker.prototype;
    let failures = 0;
    Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]) {
      const isThought = JSON.stringify(message).includes("think");
      if (isThought && failures++ < 2) this.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
      else (postMessage as (...message: unknown[]) => void).apply(this, message);
    } as Worker["postMessage"];
  });
  await page.reload();
  await visitor.button("New game").click();
  await visitor.play("h8");
  await visitor.reads(/The engine does not work/);
  const [, white] = await clocks(visitor);
  await page.reload();
  await visitor.reads(/The engine does not work/);
  expect((await clocks(visitor))[1]).toBe(white);
  await visitor.button("Try again").click();
  await visitor.reads(/The engine does not work/);
  await visitor.button("Try again").click();
  await visitor.count(2);
  await visitor.play("a1");
  await visitor.count(4);
  await visitor.leave();
});

it("a rated game that was put aside waits, and counts as lost after a day", async () => {
  const visitor = await come();
  const { page } = visitor;
  await visitor.choose("Opponent", "Level 2");
  await visitor.button("New game").click();
  await visitor.play("h8");
  await visitor.count(2);
  await visitor.button("New game").click();
  await visitor.count(0);
  const bar = page.locator("[aria-label='Unfinished game']:not([hidden])");
  await bar.matching(/You – Level 2, move 2.*counts as lost/).wait();
  await bar.button("Go on").click();
  await visitor.count(2);
  await visitor.play("a1");
  await visitor.count(4);
  await visitor.button("New game").click();
  await bar.wait();
  // A day later.
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage).filter((name) => name.startsWith("fukumi-activity-"))) {
      const kept = JSON.parse(localStorage.getItem(name)!) as { at: number };
      localStorage.setItem(name, JSON.stringify({ ...kept, at: kept.at - 25 * 3600 * 1000 }));
    }
  });
  await page.reload();
  await visitor.reads(/A rated game was left for more than a day and counts as lost\. Your rating: \d+/);
  expect(await bar.count()).toBe(0);
  await page.reload();
  await visitor.reads(/Black to move/);
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem("fukumi-ladder")!).games)).toBe(1);
  await visitor.leave();
});

it("what the browser had not written yet when it was killed is still there", async () => {
  const visitor = await come();
  const { page } = visitor;
  await visitor.choose("Opponent", "Level 1: the easiest");
  await visitor.button("New game").click();
  await visitor.play("h8");
  await visitor.count(2);
  const written = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
  await visitor.play("a1");
  await visitor.count(4);
  await visitor.button("Resign").click();
  await visitor.reads(/Your rating/);
  const rating = await page.evaluate(() => localStorage.getItem("fukumi-ladder"));
  // The storage goes back to what was on the disk.
  await page.evaluate((written) => {
    localStorage.clear();
    for (const [name, value] of Object.entries(written)) localStorage.setItem(name, value);
    Storage.prototype.setItem = () => {
      throw new Error("the browser is gone");
    };
    Storage.prototype.removeItem = () => undefined;
  }, written);
  await page.reload();
  await visitor.count(4);
  expect(await page.evaluate(() => localStorage.getItem("fukumi-ladder"))).toBe(rating);
  await visitor.leave();
});

it("what the browser does not keep is told, until the user has read it", async () => {
  const visitor = await come();
  const { page } = visitor;
  const notice = page.locator(".notice:not([hidden])").matching(/could not keep all that you have done/);
  expect(await notice.count()).toBe(0);
  await visitor.view("analysis");
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await visitor.play("h8");
  await notice.wait();
  await visitor.complies("a full storage");
  await notice.button("OK").click();
  await visitor.play("a1");
  expect(await notice.count()).toBe(0);
  await visitor.leave();
});

it("an opening goes on where it was, with the stones of a step that is not complete", async () => {
  const visitor = await come();
  const { page } = visitor;
  await visitor.choose("Rule", "Renju: forbidden points for Black");
  await visitor.choose("Opening", "Swap: three stones");
  await visitor.button("New game").click();
  await visitor.reads(/Place stone 1 of 3/);
  await visitor.play("h8");
  await visitor.reads(/Place stone 2 of 3/);
  await page.reload();
  await visitor.count(1);
  await visitor.reads(/Place stone 2 of 3/);
  await visitor.play("h9");
  await visitor.play("i9");
  await visitor.reads(/Fukumi (swaps|keeps)/);
  await page.reload();
  await visitor.button("Resign").wait();
  await visitor.leave();
});

it("a step of the lesson, a puzzle and a game that is watched go on after a reload", async () => {
  const visitor = await come();
  const { page } = visitor;
  await visitor.view("lesson");
  await visitor.button("Begin the lesson").click();
  await visitor.play("h5", 9);
  await visitor.reads(/h5 is right/);
  await visitor.button("Next step").click();
  await visitor.reads(/White has four in a row/);
  await page.reload();
  await visitor.reads(/White has four in a row/);
  await page
    .locator(".opening:not([hidden])")
    .matching(/^2 \/ 10/)
    .wait();
  await visitor.play("h5", 9);
  await visitor.reads(/h5 is right/);

  await visitor.view("puzzles");
  await visitor.button("Start").click();
  await visitor.button("Solution").wait();
  const stones = await visitor.stones();
  const task = await visitor.status();
  await page.reload();
  await visitor.count(Object.keys(stones).length);
  expect(await visitor.stones()).toEqual(stones);
  await visitor.reads(new RegExp(task.slice(0, 20)));
  await visitor.button("Solution").click();
  await visitor.reads(/The solution begins with/);
  await page.reload();
  await visitor.button("Next puzzle").wait();
  const tried = () =>
    page.evaluate(() => (JSON.parse(localStorage.getItem("fukumi-training")!) as { tried: string[] }).tried.length);
  expect(await tried()).toBe(1);

  await visitor.view("play");
  await visitor.choose("You play", "Watch two levels");
  await visitor.button("New game").click();
  await page.until(() => document.querySelectorAll(".stone").length >= 2);
  await page.reload();
  await page.until(() => document.querySelectorAll(".stone").length >= 4);
  await visitor.button("Pause").click();
  const paused = await visitor.stones();
  await page.reload();
  await visitor.button("Go on").wait();
  expect(await visitor.stones()).toEqual(paused);
  await visitor.leave();
});

it("a review that is running goes on after a reload from what it has found", async () => {
  const visitor = await Visitor.come(browser, `${site.url}#moves=h8i9i7g9h9h10h7g7h6h5j8g5k6f8`, "desktop");
  const { page } = visitor;
  await visitor.count(14);
  await visitor.view("review");
  await visitor.choose("Depth", "Normal");
  await page.locator("#panel-review").button("Review the game").click();
  const share = () => page.locator("#panel-review progress").all(([meter]) => (meter as HTMLProgressElement).value);
  await page.until(() => document.querySelector<HTMLProgressElement>("#panel-review progress")!.value > 0);
  const before = await share();
  // What the page asks for then is written down, and does not reach the engine.
  await page.before(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]) {
      const request = (message[0] as { request?: string }).request ?? "";
      if (/"ask":"analyzeGame"/.test(request)) (window as { asked?: string }).asked = request;
      else (postMessage as (...all: unknown[]) => void).apply(this, message);
    } as Worker["postMessage"];
  });
  await page.reload();
  await page.until(() => "asked" in window);
  expect(await share()).toBeGreaterThanOrEqual(before);
  const { known } = await page.evaluate(() => JSON.parse((window as unknown as { asked: string }).asked).with);
  expect(known.length).toBeGreaterThanOrEqual(1);
  expect(known.every((finding: string) => /^-?\d/.test(finding))).toBe(true);
  await visitor.leave();
});

it("a review and the search for better moves go on after a reload", async () => {
  const visitor = await Visitor.come(browser, `${site.url}#moves=h8i9i7g9h9h10h7g7h6h5j8g5k6f8`, "desktop");
  const { page } = visitor;
  await visitor.count(14);
  await visitor.view("review");
  await page.locator("#panel-review").button("Review the game").click();
  await visitor.reads(/Done: \d+ moves? marked/);
  const table = page.locator("#panel-review table");
  const summary = await table.text();
  const mistakes = page.locator("#panel-review .lines");
  const marked = await mistakes.text();
  await page.reload();
  await visitor.view("review");
  await visitor.count(14);
  expect([await table.text(), await mistakes.text()]).toEqual([summary, marked]);
  const drill = page.locator("#panel-review button").matching(/^Better moves for/);
  await drill.first().click();
  await visitor.reads(/Find a better move/);
  const task = await visitor.status();
  const stones = await visitor.stones();
  await page.reload();
  await visitor.reads(/Find a better move/);
  expect([await visitor.status(), await visitor.stones()]).toEqual([task, stones]);
  await visitor.view("review");
  await visitor.button("Show the best move").click();
  await visitor.reads(/best/);
  await visitor.leave();
});

it("what cannot be read is dropped with a message", async () => {
  for (const break_ of [
    (text: string) => text.slice(0, 80),
    (text: string) => text.replace('"version":1', '"version":99'),
    (text: string) => text.replace('"phase":"play"', '"phase":"?"'),
    (text: string) => text.replace('"level":3', '"level":99'),
    (text: string) => text.replace('"nodes":[', '"nodes":[[0,"zz"],'),
  ]) {
    const visitor = await come();
    const { page } = visitor;
    await visitor.button("New game").click();
    await visitor.play("h8");
    await visitor.count(2);
    const kept = await page.evaluate(() => {
      const name = Object.keys(localStorage).find((one) => one.startsWith("fukumi-activity-"))!;
      return [name, localStorage.getItem(name)!] as const;
    });
    const broken = break_(kept[1]);
    expect(broken).not.toBe(kept[1]);
    await page.evaluate(
      ([name, text]) => {
        localStorage.setItem(name, text);
        // The page that is left can keep nothing more.
        Storage.prototype.setItem = () => {
          throw new Error("there is no room");
        };
      },
      [kept[0], broken] as const,
    );
    await page.reload();
    await visitor.reads(/The last game could not be read and was dropped/);
    await visitor.play("a1");
    await page.reload();
    await visitor.reads(/to move$/);
    await page.close();
  }
});
