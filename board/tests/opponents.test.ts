/** Handicaps, games that count for a rating, games of two people, and games that are watched, with the engine itself. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Analysis } from "../src/app/analysis";
import { App } from "../src/app/app";
import { Exhibition } from "../src/app/exhibition";
import { Ladder, type Points, parseStanding } from "../src/app/ladder";
import { Match } from "../src/app/match";
import { Review } from "../src/app/review";
import { type Settings, parseSettings } from "../src/app/settings";
import { clockOf, flaggedOf, shownOf, started, stopped, timeForMove, timesOf } from "../src/core/clock";
import { type Point, parseLabel } from "../src/core/geometry";
import { Brain } from "../src/engine/brain";
import { setLanguage } from "../src/i18n/languages";

const SIZE = { width: 15, height: 15 };
const at = (name: string): Point => parseLabel(name, SIZE)!;

let brain: Brain;
beforeAll(async () => {
  brain = await Brain.load({ threads: 1, memoryBytes: 16 << 20 });
  await setLanguage("en");
});
afterAll(() => brain.close());

function begin(changes: Partial<Settings>): { app: App; match: Match } {
  const app = new App({ ...parseSettings(null), level: 1, ...changes }, Promise.resolve(brain));
  app.brain = brain;
  return { app, match: Match.start(app) };
}

async function until(is: () => boolean): Promise<void> {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** The user plays on a point, or on the first free one, and the engine answers unless the game is over. */
async function move({ app, match }: { app: App; match: Match }, point?: Point): Promise<void> {
  match.tried(point ?? app.game.stones(app.node).indexOf(null));
  await until(() => !match.isThinking);
}

describe("the clock", () => {
  it("gives each move its time when that for the game is used up", () => {
    let now = 0;
    let clock = clockOf("1/30")!;
    clock = started(clock, "black", now);
    now = 50_000;
    clock = stopped(clock, true, now);
    expect([timesOf(clock, now).black, shownOf(clock, now).black, shownOf(clock, now).white]).toEqual([
      40_000, 10_000, 60_000,
    ]);
    clock = started(clock, "black", now);
    now += 25_000;
    clock = stopped(clock, true, now);
    expect([timesOf(clock, now).black, shownOf(clock, now).black]).toEqual([30_000, 30_000]);
    clock = started(clock, "black", now);
    now += 10_000;
    // A move that is not made gives nothing back.
    clock = stopped(clock, false, now);
    expect([timesOf(clock, now).black, timesOf(clock, now).white]).toEqual([20_000, 90_000]);
    clock = started(clock, "black", now);
    now += 20_000;
    expect(flaggedOf(clock, now)).toBe("black");
  });

  it("never gives the engine more than it has", () => {
    let now = 0;
    for (const text of ["0/10", "3+2", "30+30", "1+0"]) {
      let clock = clockOf(text)!;
      clock = started(clock, "white", now);
      for (let left = timesOf(clock, now).white; left > 100; left = timesOf(clock, now).white) {
        expect(timeForMove(clock, "white", now), text).toBeLessThan(left);
        expect(timeForMove(clock, "white", now), text).toBeGreaterThan(0);
        now += left / 3;
      }
    }
  });
});

describe("a rating", () => {
  it("rises with wins, falls with losses, and is surer after more games", () => {
    const after = (...points: Points[]) => {
      const ladder = new Ladder();
      for (const each of points) ladder.add(640, each);
      return ladder.rating;
    };
    const many = (points: Points, games: number) => Array<Points>(games).fill(points);
    const none = after();
    expect([none.value, none.deviation]).toEqual([400, 350]);
    expect(after(1).value).toBeGreaterThan(550);
    expect(after(0).value).toBeLessThan(350);
    expect(after(0.5).value).toBeGreaterThan(after(0).value);
    expect(after(1).deviation).toBeLessThan(none.deviation);
    expect(after(...many(1, 40)).value).toBeGreaterThan(after(...many(1, 5)).value);
    // As many wins as losses: the rating of the opponent.
    const even = after(...many(0.5, 60));
    expect(Math.abs(even.value - 640)).toBeLessThan(20);
    expect(even.deviation).toBeLessThan(100);
  });

  it("suggests the level that is nearest, and reads what it kept", () => {
    const ladder = new Ladder();
    const { ratings } = brain;
    expect(ratings).toHaveLength(brain.levels);
    expect(ratings.at(-1)).toBeNull();
    for (let game = 0; game < 30; game++) ladder.add(ratings[5]!, game % 2 ? 1 : 0);
    expect(ladder.suggestion(ratings)).toBe(6);
    for (let game = 0; game < 60; game++) ladder.add(ratings[10]!, 1);
    expect([ladder.games, ladder.suggestion(ratings)]).toEqual([90, 11]);
    for (let game = 0; game < 200; game++) ladder.add(ratings[0]!, 0);
    expect(ladder.suggestion(ratings)).toBe(1);
    ladder.forget();
    expect(ladder.games).toBe(0);
    const kept = '{"rating":{"value":900,"deviation":80},"games":12}';
    expect(parseStanding(kept)).toEqual({ rating: { value: 900, deviation: 80 }, games: 12 });
    for (const text of [null, "", "{", "7", "{}", '{"rating":{"value":"x"},"games":1}', '{"rating":{},"games":-1}'])
      expect(parseStanding(text).games, String(text)).toBe(0);
  });
});

describe("an even game", () => {
  it("begins with three stones that give neither side an advantage", async () => {
    for (const [rule, seed] of [
      ["freestyle", 1],
      ["renju", 2],
    ] as const) {
      const { app } = begin({ seat: "both", rule });
      const game = app.game;
      const [black, white, other] = (await brain.evenStones(game, 200_000, seed))!;
      const node = game.play(game.play(game.play(game.root, black!), white!), other!);
      const found = await brain.think(game, node, { nodes: 50_000 }, () => undefined);
      // Stones that were not chosen so leave one side nearly lost. On a slow machine fewer are looked at.
      expect(Math.abs(found!.lines[0]!.worth.black - 0.5)).toBeLessThan(0.35);
    }
  });

  it("goes on with the colours that were chosen, and is not taken back further", async () => {
    const { app, match } = begin({ seat: "black", opening: "even" });
    expect([match.phase, match.isThinking]).toEqual(["opening", true]);
    match.tried(at("a1"));
    expect([app.message, app.game.count]).toEqual(["Fukumi is thinking…", 1]);
    await until(() => match.phase === "play" && !match.isThinking);
    // White is the engine, and was to move.
    expect([app.node.number, match.engine, app.game.players.white]).toEqual([4, "white", "Level 1"]);
    await move({ app, match });
    expect(app.node.number).toBe(6);
    match.undo();
    expect(app.node.number).toBe(4);
    match.undo();
    expect(app.node.number).toBe(4);
    const people = begin({ seat: "both", opening: "even" });
    await until(() => people.match.phase === "play");
    expect([people.app.node.number, people.match.engine]).toEqual([3, null]);
    expect(people.app.message).toMatch(/^Fukumi places \w+ \w+ \w+\. The opening is over: White to move$/);
  });
});

describe("a game against a level", () => {
  /** Black makes a row while White is taken off the board by passes: a sure win that needs no luck. */
  const row = ["a1", "b1", "c1", "d1", "e1"].map(at);

  it("counts once when it is resigned or lost on the board", async () => {
    const game = begin({ seat: "black" });
    await move(game);
    game.match.resign();
    expect(game.app.ladder.games).toBe(1);
    game.match.resign();
    expect(game.app.ladder.games).toBe(1);
    const { value } = game.app.ladder.rating;
    expect(value).toBeLessThan(400);
    const tens = (rating: number) => String(Math.round(rating / 10) * 10);
    expect(game.app.message).toBe(`Black has resigned. Your rating: ${tens(value)} (${tens(value - 400)})`);
    game.app.begin(null);
  });

  it("counts when the board is played to its end", async () => {
    const game = begin({ seat: "black", level: 11, width: 7, height: 7 });
    await until(() => !game.match.isThinking);
    while (!game.app.game.end(game.app.node)) await move(game);
    expect(game.app.ladder.games).toBe(1);
    expect(game.app.message).toMatch(
      /^(\w\d: you (win|lose)|The board is full: a draw)\. Your rating: -?\d+ \([-+]?\d+\)$/,
    );
    game.app.begin(null);
  });

  it.each([
    ["a move is taken back", async ({ match }: { match: Match }) => match.undo()],
    [
      "the engine plays for the user",
      async ({ match }: { match: Match }) => {
        match.moveNow();
        await until(() => !match.isThinking);
      },
    ],
    [
      "another move is tried",
      async (game: { app: App; match: Match }) => {
        game.app.go(game.app.game.root);
        await move(game, at("o15"));
      },
    ],
    ["a hint is given", async ({ app }: { app: App }) => new Analysis(app).hint()],
    [
      "the engine analyses",
      async ({ app }: { app: App }) => {
        const analysis = new Analysis(app);
        analysis.start();
        await until(() => analysis.lines.length > 0);
        analysis.stop();
      },
    ],
  ] as const)("does not count if %s", async (_, help) => {
    const game = begin({ seat: "black" });
    await move(game);
    await help(game);
    await until(() => !game.match.isThinking);
    game.match.resign();
    expect([game.match.isOver, game.app.ladder.games]).toEqual([true, 0]);
    game.app.begin(null);
  });

  it("does not count at full strength, which has no rating", async () => {
    const game = begin({ seat: "black", level: brain.levels });
    game.match.resign();
    expect(game.app.ladder.games).toBe(0);
    game.app.begin(null);
  });

  it.each([1, 2, 3] as const)("begins with %d turns that the engine gives up", async (handicap) => {
    for (const seat of ["black", "white"] as const) {
      const game = begin({ seat, handicap });
      await until(() => !game.match.isThinking);
      for (const point of row.slice(0, handicap + 1)) await move(game, point);
      const passes = game.app.node.path().filter(({ move }) => move && move.point === null);
      expect(passes.map(({ move }) => move!.color)).toEqual(Array(handicap).fill(seat === "black" ? "white" : "black"));
      expect(game.app.message).not.toMatch(/does not work/);
      // A user with enough turns wins, and that counts for nothing.
      game.match.resign();
      expect(game.app.ladder.games).toBe(0);
      game.app.begin(null);
    }
  });
});

describe("a game of two people", () => {
  it("hides the engine until it is over", async () => {
    const { app, match } = begin({ seat: "people" });
    const analysis = new Analysis(app);
    for (const name of ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4"]) match.tried(at(name));
    expect([match.isPrivate, app.node.number]).toEqual([true, 8]);
    for (const ask of [() => analysis.hint(), () => analysis.prove(), () => new Review(app).run(10_000)]) {
      app.say("say.full");
      await ask();
      expect(app.message).toBe("Two people are playing: the engine is hidden");
    }
    analysis.start();
    expect([analysis.isOn, app.hint, app.node.worth]).toEqual([false, null, null]);
    match.tried(at("h12"));
    expect(app.message).toBe("h12: Black wins");
    expect(match.isPrivate).toBe(false);
    expect(app.ladder.games).toBe(0);
    app.begin(null);
  });

  it("has a live analysis wait", async () => {
    const app = new App({ ...parseSettings(null), seat: "people" }, Promise.resolve(brain));
    app.brain = brain;
    const analysis = new Analysis(app);
    analysis.start();
    await until(() => analysis.lines.length > 0);
    const match = Match.start(app);
    match.tried(at("h8"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([analysis.lines, app.node.worth]).toEqual([[], null]);
    match.resign();
    await until(() => analysis.lines.length > 0);
    analysis.stop();
    app.begin(null);
  });
});

describe("a game that is watched", () => {
  const watch = (pace: Settings["pace"] = 200) => {
    const app = new App({ ...parseSettings(null), pace }, Promise.resolve(brain));
    app.brain = brain;
    return { app, game: Exhibition.start(app, "freestyle", { width: 7, height: 7 }, { black: 2, white: 4 }) };
  };

  it("is played to its end by both levels", async () => {
    const { app, game } = watch();
    expect(app.game.players).toEqual({ black: "Level 2", white: "Level 4" });
    const asked: (number | undefined)[] = [];
    const think = brain.think.bind(brain);
    brain.think = (tree, node, thinking, ...more) => {
      if (node === app.node) asked.push(thinking.level);
      return think(tree, node, thinking, ...more);
    };
    await until(() => app.game.end(app.node) !== null);
    brain.think = think;
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.every((level, index) => index === 0 || level !== asked[index - 1])).toBe(true);
    expect(new Set(asked)).toEqual(new Set([2, 4]));
    expect(game.kind).toBe("paused");
    app.begin(null);
    expect(game.kind).toBe("over");
  });

  it("pauses, goes on, makes one move, and waits for a user who looks back", async () => {
    const { app, game } = watch(3000);
    await until(() => app.node.number === 1);
    expect(game.kind).toBe("resting");
    game.pause();
    game.step();
    await until(() => app.node.number === 2);
    expect(game.kind).toBe("paused");
    game.resume();
    await until(() => app.node.number === 3);
    app.go(app.game.root);
    expect(game.kind).toBe("paused");
    app.go(app.game.last());
    game.step();
    await until(() => app.node.number === 4);
    // A stone of the user is none.
    const { node } = app;
    expect(game.tried()).toBe(true);
    expect([app.node, app.message]).toEqual([node, expect.stringContaining("Two levels are playing")]);
    app.begin(null);
    expect(game.kind).toBe("over");
    game.resume();
    game.step();
    expect(game.kind).toBe("over");
  });
});
