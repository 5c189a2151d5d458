/** What the page knows of rules is what the engine knows. */

import { type Engine, createEngine } from "fukumi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { xOf, yOf } from "../src/core/geometry";
import { OPENING_RULES, hasRoom } from "../src/core/openings";
import { RULES } from "../src/core/rules";
import { GameTree } from "../src/core/tree";

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ memoryBytes: 1 << 20 });
});
afterAll(() => engine.close());

/** Numbers that look random, the same ones each time. */
function generator(seed: number): (most: number) => number {
  return (most) => (seed = (seed * 48271) % 2147483647) % most;
}

describe.each(RULES)("by the rule %s", (rule) => {
  it("games end when the engine says so", async () => {
    const random = generator(7);
    let fives = 0;
    for (let round = 0; round < 12; round++) {
      const size = { width: 7 + (round % 3), height: 6 + (round % 4) };
      const game = new GameTree({ size, rule });
      let node = game.root;
      let state = await engine.newGame({ rule, ...size });
      while (!state.ending) {
        const free = game.stones(node).flatMap((stone, point) => (stone ? [] : [point]));
        const isForbidden = (point: number) =>
          state.forbidden.some(({ x, y }) => x === xOf(point, size) && y === yOf(point, size));
        const legal = free.filter((point) => !isForbidden(point));
        if (legal.length === 0) break;
        // The opponent passes now and then, so that rows grow.
        const isPass = random(3) === 0 && node.number > 0 && node.move!.point !== null;
        const point = isPass ? null : legal[random(legal.length)]!;
        node = game.play(node, point);
        state = isPass ? await engine.pass() : await engine.play({ x: xOf(point!, size), y: yOf(point!, size) });
        const end = game.end(node);
        expect(end?.kind ?? null).toBe(state.ending?.reason ?? null);
        if (end?.kind === "five") {
          fives++;
          expect(end.winner).toBe(state.ending!.winner);
          expect([...end.row].sort()).toEqual(state.ending!.row.map(({ x, y }) => x + y * size.width).sort());
        }
      }
    }
    expect(fives).toBeGreaterThan(2);
  });
});

describe.each(OPENING_RULES)("the opening rule %s", (opening) => {
  it("is known, and needs the same room", async () => {
    for (const [width, height] of [
      [5, 5],
      [8, 22],
      [9, 9],
      [22, 8],
      [15, 15],
    ] as const) {
      const begun = engine.opening({ opening, width, height, steps: [] }).then(
        () => true,
        () => false,
      );
      expect(await begun, `${width} x ${height}`).toBe(hasRoom(opening, { width, height }));
    }
  });
});
