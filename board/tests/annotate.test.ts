/** What an analysis writes into games, and what files keep of it. */

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { App } from "../src/app/app";
import { BatchReview } from "../src/app/batch-review";
import { Library } from "../src/app/library";
import { verdictOf } from "../src/app/notes";
import { Review } from "../src/app/review";
import { parseSettings } from "../src/app/settings";
import { MemoryStore } from "../src/app/store";
import { annotating, writtenFault } from "../src/core/annotate";
import { annotation } from "../src/core/edit";
import type { Entry } from "../src/core/library";
import type { GameTree } from "../src/core/tree";
import { Brain } from "../src/engine/brain";
import { valueOf, withValue } from "../src/engine/values";
import { setLanguage } from "../src/i18n/languages";

let brain: Brain;
beforeAll(async () => {
  brain = await Brain.load({ threads: 1, memoryBytes: 16 << 20 });
  await setLanguage("en");
});
afterAll(() => brain.close());

const SIZE = { width: 15, height: 15 };
const GAME = "h8 i9 i7 g9 h9 h10 h7 g7 h6 h5 j8 g5 k6 f8";
const read = async (text: string): Promise<GameTree> => (await brain.read(text, SIZE, "freestyle"))[0]!();
const written = async (game: GameTree): Promise<string> => (await brain.write(game, "sgf"))!;

describe("the value of a position", () => {
  it.each([
    [[], { black: 0.62 }, ["V[0.24]"]],
    [["TR[hh]"], { black: 0 }, ["TR[hh]", "V[-1]"]],
    [["V[0.9]"], { black: 0.5 }, ["V[0]"]],
    // Only what is proven is written as a win.
    [[], { black: 0.99998 }, ["V[0.9999]"]],
    [["V[-1]"], { black: 0.00001 }, ["V[-0.9999]"]],
    [["V[1.0]"], { black: 1 }, ["V[1.0]"]],
    // What says the same stays as it is written, and so does what is not known.
    [["V[ 0.50 ]"], { black: 0.75 }, ["V[ 0.50 ]"]],
    [["V[7.5]"], null, ["V[7.5]"]],
  ])("beside %j is %j", (properties, worth, all) => {
    expect(withValue(properties, worth)).toEqual(all);
  });

  it("is read if it is one of a chance", () => {
    expect(["V[0.24]", "V[-1]", "V[7.5]", "V[]", "V[x]", "N[V]"].map((one) => valueOf([one])?.black ?? null)).toEqual([
      0.62,
      0,
      null,
      null,
      null,
      null,
    ]);
  });

  it("goes into a file and comes back, and leaves other files as they are", async () => {
    const game = await read(GAME);
    const third = game.root.next!.next!.next!;
    third.worth = { black: 0.62 };
    const again = await read(await written(game));
    expect([...again.nodes()].map(({ worth }) => worth?.black ?? null).filter((worth) => worth !== null)).toEqual([
      0.62,
    ]);
    const foreign = "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[freestyle]\n;B[hh]V[5];W[ii]V[0.250])\n";
    expect(await written(await read(foreign))).toBe(foreign);
  });
});

describe("what is said of a move", () => {
  const judgement = { before: 0.5, missedWin: false, allowsWin: true, best: 0, mark: "mistake" } as const;

  it.each([
    [0.35, "-35% · allows a win · better: a15"],
    // A loss that was as good as certain before costs nothing more.
    [0.004, "allows a win · better: a15"],
    [0.005, "-1% · allows a win · better: a15"],
  ])("has a loss of %s only if that is not rounded to nothing", (loss, said) => {
    expect(verdictOf({ ...judgement, loss, after: 0.5 - loss }, SIZE)).toBe(said);
  });
});

describe("notes", () => {
  const notes = (game: GameTree) => {
    const node = game.root.next!.next!;
    return [{ node, fault: "blunder", comment: "60 % → 20 %", better: [0, 1, 2] } as const];
  };

  it("are marks, a line of the comment and a variation, once however often they are written", async () => {
    const game = await read(GAME);
    const { node } = notes(game)[0]!;
    node.comment = "my own\nFukumi: older";
    for (let times = 0; times < 2; times++) annotating(game, game.root, notes(game)).make();
    expect(node.comment).toBe("my own\nFukumi: 60 % → 20 %");
    expect([writtenFault(node), node.kept[0]!.others]).toEqual(["blunder", ["BM[2]"]]);
    expect(node.parent!.children.map(({ move }) => move!.point)).toEqual([node.move!.point, 0]);
    const again = await read(await written(game));
    const back = again.root.next!.next!;
    expect([writtenFault(back), back.comment, again.count]).toEqual(["blunder", node.comment, game.count]);
  });

  it("are taken back and written again as one edit", async () => {
    const game = await read(GAME);
    const before = await written(game);
    const edit = annotating(game, game.root, notes(game));
    edit.make();
    const after = await written(game);
    expect(after).not.toBe(before);
    for (let times = 0; times < 2; times++) {
      edit.takeBack();
      expect([await written(game), game.count]).toEqual([before, 15]);
      edit.make();
      expect(await written(game)).toBe(after);
    }
  });

  it("end where a line cannot be played", async () => {
    const game = await read(GAME);
    const first = game.root.next!;
    annotating(game, game.root, [
      { node: first.next!, fault: null, comment: "", better: [3, first.move!.point!, 4] },
    ]).make();
    expect(game.count).toBe(16);
  });
});

async function opened(): Promise<App> {
  const app = new App(parseSettings(null), Promise.resolve(brain));
  await app.loading;
  return app;
}

it("a review is written into the game, and its file has all of it", async () => {
  const app = await opened();
  app.open(await read(GAME));
  const review = new Review(app);
  await review.run(3_000);
  const before = await written(app.game);
  review.write();
  expect(app.message).toMatch(/^\d+ moves are marked in the game/);
  const again = await read(await written(app.game));
  const worths = (game: GameTree) => game.lineWithoutPasses(game.root).map(({ worth }) => worth!.black.toFixed(3));
  expect(worths(again)).toEqual(worths(app.game));
  for (const node of review.mistakes) {
    const back = again.lineWithoutPasses(again.root)[node.number]!;
    expect(writtenFault(back)).toBe(review.judgements.get(node)!.mark);
    expect(back.comment).toMatch(/^Fukumi: \d+% → \d+%/);
    expect(back.parent!.children.length).toBeGreaterThan(1);
  }
  app.undoEdit();
  expect(await written(app.game)).toBe(before);
});

describe("the review of several games", () => {
  const LEFT =
    "1 game left out: in use on the board, changed meanwhile, deleted, too large for the board, or without moves";

  async function kept() {
    const app = await opened();
    const store = new MemoryStore();
    const library = new Library(app, async () => store);
    await library.add([GAME, "h8 h9 i8 i9 g8 g9 f8 f9 e8"].map((text, index) => ({ name: `${index}`, text })));
    return { app, library, store };
  }
  const reviewed = async (library: Library) =>
    (await library.texts()).map((text) => (text.match(/[^A-Z]V\[/g) ?? []).length);

  it("writes into each what was found", async () => {
    const { app, library } = await kept();
    const shares: number[] = [];
    const batch = new BatchReview(app, library);
    app.on(["review"], () => batch.progress && shares.push(batch.progress.done));
    await batch.run(library.entries, 1_000);
    expect(app.message).toBe("2 games reviewed; the results are written into them");
    expect((await reviewed(library)).toSorted()).toEqual([10, 15]);
    expect((await library.texts()).join()).toMatch(/BM\[2\]/);
    expect([batch.progress, app.isBusy, Math.max(...shares) > 1]).toEqual([null, false, true]);
    // The games are the same ones.
    expect(library.entries.length).toBe(2);
  });

  it("can be stopped; what is done stays", async () => {
    const { app, library } = await kept();
    const batch = new BatchReview(app, library);
    app.on(["review"], () => (batch.progress?.done ?? 0) >= 1 && library.stop());
    await batch.run(library.entries, 1_000);
    expect(app.message).toBe("Stopped: 1 of 2 games reviewed");
    expect((await reviewed(library)).filter((values) => values > 0).length).toBe(1);
  });

  it("leaves alone what is on the board with changes of its own, and shows what is there without", async () => {
    const { app, library } = await kept();
    const [entry] = library.entries;
    await library.load(entry!);
    await new BatchReview(app, library).run([entry!], 1_000);
    expect([...app.game.nodes()].some(({ worth }) => worth !== null)).toBe(true);
    app.changed("tree");
    const before = await library.texts();
    await new BatchReview(app, library).run([entry!], 2_000);
    expect([await library.texts(), app.message]).toEqual([before, LEFT]);
  });

  it.each([
    ["QuotaExceededError", "There is no room for more games on this device", false],
    ["InvalidStateError", "The games on this device could not be read or changed", true],
  ])("names the library as the reason for %s", async (name, said, canBeTriedAgain) => {
    const { app, library, store } = await kept();
    const put = vi.spyOn(store, "put").mockRejectedValueOnce(new DOMException("", name));
    const batch = new BatchReview(app, library);
    await batch.run(library.entries, 1_000);
    expect(put).toHaveBeenCalledOnce();
    expect(app.message).toContain(said);
    expect([app.work.hasFailed, app.isBusy, batch.progress]).toEqual([canBeTriedAgain, false, null]);
  });

  /** Reviews the games while something happens once, during the first of them. */
  async function reviewDuring(app: App, library: Library, happen: () => unknown): Promise<void> {
    let begun: unknown = null;
    const batch = new BatchReview(app, library);
    app.on(["review"], () => {
      if (batch.progress && batch.progress.done > 0) begun ??= happen() ?? true;
    });
    await batch.run(library.entries, 1_000);
    await begun;
    expect(begun).not.toBeNull();
    expect(app.message).toBe(`1 game reviewed; the results are written into it · ${LEFT}`);
  }

  it("leaves alone what is kept anew or deleted meanwhile", async () => {
    const { app, library, store } = await kept();
    const [first] = library.entries as [Entry];
    const sgf = "(;GM[4]SZ[15];B[hh]C[mine])";
    await reviewDuring(app, library, () => store.put([{ entry: { ...first, title: "Mine" }, sgf }]));
    expect(await library.texts([first])).toEqual([sgf]);
    expect((await store.all()).find(({ id }) => id === first.id)!.title).toBe("Mine");
    expect((await reviewed(library)).filter((values) => values > 0).length).toBe(1);
    const { app: other, library: shelf, store: others } = await kept();
    const [gone] = shelf.entries as [Entry];
    await reviewDuring(other, shelf, () => shelf.remove([gone]));
    expect([await others.texts([gone.id]), shelf.entries.length]).toEqual([[], 1]);
  });

  it("goes on after a game that the board cannot hold", async () => {
    const { app, library, store } = await kept();
    const [entry] = library.entries as [Entry];
    await store.put([{ entry, sgf: "(;GM[4]SZ[40];B[hh])" }]);
    await new BatchReview(app, library).run(library.entries, 1_000);
    expect(app.message).toBe(`1 game reviewed; the results are written into it · ${LEFT}`);
    expect(app.isBusy).toBe(false);
  });

  it("leaves alone what is changed on the board meanwhile, or in use there", async () => {
    const { app, library } = await kept();
    const [first] = library.entries as [Entry];
    await library.load(first);
    const before = await library.texts([first]);
    const { game, node } = app;
    let hasEnded = false;
    app.begin({ tried: () => false, ended: () => (hasEnded = true) });
    await reviewDuring(app, library, () => undefined);
    expect([await library.texts([first]), hasEnded, app.game === game]).toEqual([before, false, true]);
    app.begin(null);
    await reviewDuring(app, library, () => app.edit(annotation(game, node, { comment: "mine" })));
    expect([await library.texts([first]), app.game === game, node.comment]).toEqual([before, true, "mine"]);
  });

  it("goes on showing the same position", async () => {
    const { app, library } = await kept();
    await library.load(library.entries[0]!);
    const { game } = app;
    app.go(game.last().path()[5]!);
    const moves = () => app.node.path().map(({ move }) => move);
    const before = moves();
    await new BatchReview(app, library).run(library.entries, 1_000);
    expect([app.game === game, app.node.worth === null, library.shelf.kind]).toEqual([false, false, "kept"]);
    expect(moves()).toEqual(before);
  });
});
