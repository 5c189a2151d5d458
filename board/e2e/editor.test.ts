import { describe, expect, it } from "vitest";
import { DEVICES, type Device } from "./browser";
import { opened } from "./opened";
import { Visitor } from "./visitor";

const GAME = "#moves=h8i9i7g9&at=3";

const { browser, site } = opened();

/** The marks on the board: their kinds and their points. */
const notes = (visitor: Visitor) =>
  visitor.page
    .locator(".note")
    .all((all) => all.map((one) => `${one.getAttribute("class")!.split(" ")[1]} ${one.dataset["point"]}`).sort());

describe.each(Object.keys(DEVICES) as Device[])("the tools on a %s", (device) => {
  it("put marks that an SGF file keeps, and undo takes them back", async () => {
    const visitor = await Visitor.come(browser, site.url + GAME, device);
    const { page } = visitor;
    await visitor.count(3);
    await visitor.button("Edit").click();
    const use = async (tool: string, ...points: string[]) => {
      await visitor.button(tool).click();
      for (const point of points) {
        await visitor.play(point);
        await visitor.reads(new RegExp(point));
      }
    };
    await use("Triangle", "h8");
    await use("Circle", "c3");
    await use("Letter", "d4", "e5");
    await use("Arrow", "a1", "a5");
    await use("Square", "i9");
    await use("Cross", "k3");
    const all = ["arrow a1", "circle c3", "cross k3", "square i9", "text d4", "text e5", "triangle h8"];
    expect(await notes(visitor)).toEqual(all);
    await visitor.count(3);
    await visitor.complies("editor");
    const small = await page
      .locator(".edit button")
      .all((buttons) => buttons.filter((one) => one.offsetWidth < 44 || one.offsetHeight < 44).length);
    expect(small).toBe(0);
    for (const tag of ["de", "zh", "en"]) {
      await visitor.speak(tag);
      await visitor.complies(tag);
    }
    await visitor.button("Undo the edit").click();
    expect(await notes(visitor)).toEqual(all.filter((mark) => !mark.startsWith("cross")));
    await visitor.button("Redo the edit").click();
    expect(await notes(visitor)).toEqual(all);
    await use("Clear a point", "c3");
    const left = all.filter((mark) => !mark.startsWith("circle"));
    expect(await notes(visitor)).toEqual(left);

    await visitor.view("files");
    const saved = await page.download(() => visitor.button("Save SGF").click());
    for (const part of ["TR[hh]", "SQ[ig]", "MA[km]", "AR[ao:ak]", "[dl:A]", "[ek:B]"]) expect(saved).toContain(part);
    await page.field("Or paste a game: SGF, Piskvork, or moves").fill("h8");
    await visitor.button("Read the text").click();
    await visitor.count(1);
    expect(await notes(visitor)).toEqual([]);
    await page.locator("#file").choose({ name: "again.sgf", content: saved });
    await visitor.count(4);
    await visitor.button("One move back").click();
    await visitor.count(3);
    expect(await notes(visitor)).toEqual(left);
    // They are there after the page was closed as well.
    await page.evaluate(() => history.replaceState(null, "", location.pathname));
    await page.reload();
    await visitor.count(3);
    expect(await notes(visitor)).toEqual(left);
    await visitor.leave();
  });

  it("turn, mirror and shift a game, and set up stones", async () => {
    const visitor = await Visitor.come(browser, site.url + GAME, device);
    await visitor.count(3);
    const before = await visitor.stones();
    await visitor.button("Edit").click();
    await visitor.button("Mirror the board").click();
    await visitor.reads(/mirrored/);
    expect(await visitor.stones()).toEqual({ h8: "black", g9: "white", g7: "black" });
    await visitor.button("Turn the board").click();
    await visitor.reads(/turned/);
    expect(await visitor.stones()).toEqual({ h8: "black", i9: "white", g9: "black" });
    for (let step = 0; step < 6; step++) await visitor.button("Shift to the right").click();
    await visitor.reads(/shifted/);
    expect(await visitor.stones()).toEqual({ n8: "black", o9: "white", m9: "black" });
    await visitor.button("Shift to the right").click();
    await visitor.reads(/no room/);
    await visitor.button("Begin with this position").click();
    await visitor.reads(/begins with this position/);
    await visitor.button("Set up a white stone").click();
    await visitor.play("c3");
    await visitor.count(4);
    await visitor.play("c3");
    await visitor.count(3);
    await visitor.play("n8");
    await visitor.reads(/White to move|Black to move/);
    expect((await visitor.stones())["n8"]).toBe("white");
    for (let step = 0; step < 12; step++) await visitor.button("Undo the edit").click();
    await visitor.reads(/Edit undone/);
    expect(await visitor.stones()).toEqual(before);
    await visitor.button("Edit").click();
    // The tools are gone, and a press on the board plays again; that is an edit as well.
    await visitor.play("a1");
    await visitor.count(4);
    await visitor.view("moves");
    await visitor.button("Delete from here").click();
    await visitor.count(3);
    await visitor.leave();
  });

  it("play both sides of an empty board, and work by keys", async () => {
    const visitor = await Visitor.come(browser, site.url, device);
    const { page } = visitor;
    await visitor.button("Edit").click();
    await visitor.play("h8");
    await visitor.reads(/White to move/);
    await visitor.play("i9");
    await visitor.reads(/Black to move/);
    await page.locator(".board").focus();
    await page.key("z", "Control");
    await visitor.count(1);
    await page.key("y", "Control");
    await visitor.count(2);
    await page.locator(".edit .tool-square").focus();
    await page.key("Enter");
    await page.locator(".board").focus();
    for (const name of ["ArrowLeft", "ArrowLeft", "Enter"] as const) await page.key(name);
    await expect.poll(() => notes(visitor)).toEqual(["square g9"]);
    for (const name of ["Escape", "Enter"] as const) await page.key(name);
    await visitor.count(3);
    await page.key("e");
    await page.until(() => document.querySelector(".edit[hidden]") !== null);
    await visitor.leave();
  });
});

it.each([
  [360, 640],
  [740, 360],
])("the tools leave room for the panels at %d x %d", async (width, height) => {
  const visitor = await Visitor.come(browser, site.url + GAME, "phone");
  const { page } = visitor;
  await page.resize(width, height);
  await visitor.button("Edit").click();
  const isInSight = (css: string) =>
    page.locator(css).all(([one]) => one!.getBoundingClientRect().bottom <= innerHeight);
  expect(await isInSight(".edit")).toBe(true);
  await visitor.view("review");
  expect(await isInSight("#panel-review button")).toBe(true);
  await visitor.leave();
});
