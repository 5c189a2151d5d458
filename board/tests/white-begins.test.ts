/** Games in which White makes the first move, as some clubs play. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { App } from "../src/app/app";
import { Match } from "../src/app/match";
import { firstOf } from "../src/app/match/state";
import { Review } from "../src/app/review";
import { parseSettings } from "../src/app/settings";
import { readLink, writeLink } from "../src/core/link";
import { Brain } from "../src/engine/brain";
import { setLanguage } from "../src/i18n/languages";

let brain: Brain;
beforeAll(async () => {
  brain = await Brain.load({ threads: 1, memoryBytes: 16 << 20 });
  await setLanguage("en");
});
afterAll(() => brain.close());

it.each([
  [{}, "black"],
  [{ begins: "white" }, "white"],
  [{ begins: "white", rule: "caro" }, "white"],
  // Foul points are Black's, so Black begins.
  [{ begins: "white", rule: "renju" }, "black"],
  [{ begins: "white", opening: "even" }, "black"],
  [{ begins: "white", opening: "swap2" }, "black"],
  // By standard rules there is no such opening, so the game has none.
  [{ begins: "white", opening: "rif", rule: "standard" }, "white"],
] as const)("with %j the first move is %s's", (settings, color) => {
  expect(firstOf({ ...parseSettings(null), ...settings })).toBe(color);
});

it.each(["black", "white"] as const)(
  "the user with %s plays the engine, and the record keeps who began",
  async (seat) => {
    const app = new App({ ...parseSettings(null), begins: "white", seat, level: 1 }, Promise.resolve(brain));
    await app.loading;
    const match = Match.start(app);
    const turn = async () => {
      while (match.isThinking) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(app.game.turn(app.node)).toBe(seat);
    };
    await turn();
    for (const point of [0, 30, 60]) {
      match.tried(app.game.stones(app.node)[point] === null ? point : point + 1);
      await turn();
    }
    const colors = () => app.node.path().flatMap(({ move }) => move?.color ?? []);
    expect(colors().slice(0, 2)).toEqual(["white", "black"]);
    match.resign();
    await new Review(app).run(500);
    expect(app.message).toMatch(/^Done/);

    const [again] = await brain.read((await brain.write(app.game, "sgf"))!, app.game.size, app.game.rule);
    const path = (node = again!().last()) => node.path().map(({ move }) => move);
    expect([again!().first, path()]).toEqual(["white", app.node.path().map(({ move }) => move)]);
    const linked = readLink(writeLink(app.game, app.node))!;
    expect([linked.game.first, path(linked.node)]).toEqual(["white", path()]);
  },
);
