/** What a game that is over leads to: the move that decided it, its review, and the next game. */

import { beforeEach, describe, expect, it } from "vitest";
import { Aftermath } from "../src/app/aftermath";
import { Analysis } from "../src/app/analysis";
import { App } from "../src/app/app";
import { Match } from "../src/app/match";
import { rematchOf } from "../src/app/rematch";
import { Review } from "../src/app/review";
import { parseSettings } from "../src/app/settings";
import { turningPoint, winnerOf } from "../src/app/turning-point";
import { GameTree } from "../src/core/tree";
import type { Brain, Judgement, Reviewed } from "../src/engine/brain";
import { setLanguage } from "../src/i18n/languages";

beforeEach(() => setLanguage("en"));

const judgement = (before: number, after: number, best = 200): Judgement => ({
  best,
  loss: Math.max(0, before - after),
  before,
  after,
  mark: null,
  missedWin: false,
  allowsWin: false,
});

/** A game with these chances of the side that moves, before and after each move. */
function reviewed(...chances: readonly (readonly [before: number, after: number])[]) {
  const game = new GameTree({ size: { width: 15, height: 15 }, rule: "freestyle" });
  let node = game.root;
  chances.forEach((_, point) => (node = game.play(node, point)));
  const line = node.path();
  const judgements = new Map(chances.map(([before, after], index) => [line[index + 1]!, judgement(before, after)]));
  const lines = new Map(line.map((at) => [at, [{ moves: [200, 201], worth: { black: 0.5 }, depth: 5 }]]));
  return { line, judgements, lines };
}

describe("the move that decided a game", () => {
  it("is the loser's costliest since that side last stood even", () => {
    // Black throws a win away early, gets it back, and loses it with the fifth move.
    const found = reviewed([0.9, 0.3], [0.7, 0.2], [0.8, 0.7], [0.3, 0.25], [0.75, 0.1], [0.9, 0.9], [0.1, 0]);
    expect(turningPoint(found, "black")).toEqual({ node: found.line[5], before: 0.75, after: 0.1, better: [200, 201] });
  });

  it("may be one of a side that never stood even", () => {
    const found = reviewed([0.45, 0.4], [0.6, 0.6], [0.4, 0.05], [1, 1]);
    expect(turningPoint(found, "black")!.node).toBe(found.line[3]);
  });

  it("is none if the chances went little by little, or the loser stood well to the end", () => {
    expect(turningPoint(reviewed([0.5, 0.45], [0.6, 0.6], [0.42, 0.35]), "black")).toBeNull();
    expect(turningPoint(reviewed([0.6, 0.6], [0.4, 0.4]), "black")).toBeNull();
    expect(turningPoint(reviewed(), "white")).toBeNull();
  });

  it("of a draw is a win that either side has given away", () => {
    const found = reviewed([0.5, 0.5], [0.9, 0.5], [0.5, 0.35]);
    expect(turningPoint(found, null)!.node).toBe(found.line[2]);
    expect(turningPoint(reviewed([0.5, 0.3], [0.6, 0.5]), null)).toBeNull();
  });
});

it("the winner is that of the five, or of the result", () => {
  const game = new GameTree({ size: { width: 15, height: 15 }, rule: "freestyle" });
  let node = game.root;
  for (const point of [0, 30, 1, 31, 2, 32, 3, 33]) node = game.play(node, point);
  expect(winnerOf(game, node)).toBeNull();
  game.result = "W+T";
  expect(winnerOf(game, node)).toBe("white");
  const five = game.play(node, 4);
  expect([winnerOf(game, five), winnerOf(game, game.root)]).toEqual(["black", "black"]);
});

it.each([
  [{ seat: "black", level: 3 }, "white", 3, { kind: "sides", seat: "white" }],
  [{ seat: "black", level: 3 }, "white", null, { kind: "sides", seat: "white" }],
  [{ seat: "white", level: 3 }, "black", 4, { kind: "level", level: 4 }],
  [{ seat: "random", level: 3 }, "black", 3, { kind: "again" }],
  [{ seat: "people", level: 3 }, null, null, { kind: "again" }],
] as const)("after a game of %j against %s, with level %s suggested, comes %j", (settings, engine, suggested, next) => {
  expect(rematchOf(settings, engine, suggested)).toEqual(next);
});

/** An engine that reviews each game alike: the third move has lost it. */
function reviewer() {
  const asked: number[] = [];
  const summary = { moves: 3, best: 2, mistakes: 1, blunders: 0, missedWins: 0, meanLoss: 0.2 };
  const review: Brain["review"] = async (_, line, nodes): Promise<Reviewed> => {
    asked.push(nodes);
    return {
      positions: line.map(() => ({
        worth: { black: 0.5 },
        lines: [{ moves: [77, 78], worth: { black: 0.6 }, depth: 9 }],
      })),
      moves: line.slice(1).map((_, index) => (index === 2 ? judgement(0.62, 0.09, 77) : judgement(0.09, 0.09))),
      summaries: { black: summary, white: summary },
      defeat: null,
    };
  };
  const ruling = async () => ({ forbidden: [], opening: null, rows: [], fouls: [] });
  const brain = { review, ruling, stop: () => undefined, prepare: async () => undefined, levels: 12, ratings: [] };
  return { brain: brain as unknown as Brain, asked };
}

describe("a game that is over", () => {
  async function played() {
    const { brain, asked } = reviewer();
    const app = new App(parseSettings(null), Promise.resolve(brain));
    await app.loading;
    const analysis = new Analysis(app);
    const review = new Review(app);
    const aftermath = new Aftermath(app, review, analysis);
    app.set({ seat: "both" });
    const match = Match.start(app);
    for (const point of [112, 96, 113, 128, 110, 140]) match.tried(point);
    return { app, asked, analysis, review, aftermath, match };
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

  it("is looked at once, and shows the better move", async () => {
    const { app, asked, review, aftermath, match } = await played();
    await settled();
    expect([asked, aftermath.match]).toEqual([[], null]);
    const said = app.message;
    match.resign();
    await settled();
    expect([asked, app.message === said, review.progress]).toEqual([[10_000], false, null]);
    expect(app.message).toBe("Black has resigned");
    expect(aftermath.moment).toMatchObject({ before: 0.62, after: 0.09, better: [77, 78] });
    aftermath.showMoment();
    expect([app.node.number, app.line]).toEqual([2, [77, 78]]);
    app.go(app.game.last());
    await settled();
    // The review that the user asks for needs nothing more.
    await review.run(10_000);
    expect([asked, app.message]).toEqual([[10_000], "Done: 0 moves marked"]);
    await review.run(50_000);
    expect(asked).toEqual([10_000, 50_000]);
  });

  it("is left alone while the user analyses it", async () => {
    const { asked, analysis, match } = await played();
    Object.defineProperty(analysis, "isOn", { value: true });
    match.resign();
    await settled();
    expect(asked).toEqual([]);
  });

  it("leads to the next one", async () => {
    const { app, aftermath, match } = await played();
    match.resign();
    expect(aftermath.rematch).toEqual({ kind: "again" });
    aftermath.startRematch();
    expect([app.game.isBlank, aftermath.match]).toEqual([true, null]);
    app.begin(null);
  });
});
