import { describe, expect, it } from "vitest";
import { label } from "../src/core/geometry";
import { readLink, writeLink } from "../src/core/link";
import { ReadError } from "../src/core/reading";
import { RULES } from "../src/core/rules";
import { GameTree } from "../src/core/tree";

describe("a link", () => {
  it("carries the rule, the size, the line and the place in it", () => {
    for (const rule of RULES) {
      for (const [width, height] of [
        [5, 5],
        [15, 15],
        [22, 22],
        [20, 6],
      ] as const) {
        const game = new GameTree({ size: { width, height }, rule });
        let node = game.root;
        for (const point of [0, width * height - 1, null, 7, 3]) node = game.play(node, point);
        for (const shown of node.path()) {
          const linked = readLink(writeLink(game, shown))!;
          expect([linked.game.rule, linked.game.size, linked.node.number]).toEqual([
            rule,
            { width, height },
            shown.number,
          ]);
          expect(writeLink(linked.game, linked.node)).toBe(writeLink(game, shown));
          expect(linked.game.last(linked.node).number).toBe(5);
        }
      }
    }
  });

  it("carries set-up stones and the side to move", () => {
    const size = { width: 15, height: 15 };
    const game = new GameTree({
      size,
      rule: "renju",
      setup: [
        { color: "black", point: 3 },
        { color: "white", point: 9 },
      ],
      first: "white",
    });
    const node = game.play(game.root, 100);
    const linked = readLink(writeLink(game, node))!;
    expect([linked.game.setup, linked.game.first]).toEqual([game.setup, "white"]);
    expect(label(linked.node.move!.point!, size)).toBe(label(100, size));
  });

  it("keeps the colours of stones that are out of turn", () => {
    const game = new GameTree({ size: { width: 15, height: 15 }, rule: "freestyle" });
    const moves = [
      [0, "white"],
      [1, "white"],
      [2, "black"],
      [null, "black"],
      [3, "white"],
    ] as const;
    const nodes = [game.root];
    for (const [point, color] of moves) nodes.push(game.play(nodes.at(-1)!, point, color));
    expect(writeLink(game, nodes.at(-1)!)).toBe("#rule=freestyle&size=15x15&moves=passa15passb15c15passpassd15");
    for (const node of nodes) {
      const linked = readLink(writeLink(game, node))!;
      expect(linked.game.stones(linked.node)).toEqual(game.stones(node));
      expect(linked.game.stones(linked.game.last())).toEqual(game.stones(nodes.at(-1)!));
    }
  });

  it("follows the line that is shown, not the main one", () => {
    const game = new GameTree({ size: { width: 15, height: 15 }, rule: "freestyle" });
    const first = game.play(game.root, 0);
    game.play(first, 1);
    const variation = game.play(first, 2);
    variation.visit();
    expect(writeLink(game, variation)).toBe("#rule=freestyle&size=15x15&moves=a15c15");
  });

  it("is readable and short: the largest full board fits", () => {
    const size = { width: 22, height: 22 };
    const setup = Array.from({ length: 484 }, (_, point) => ({
      color: (point >> 1) % 2 ? ("black" as const) : ("white" as const),
      point,
    }));
    const game = new GameTree({ size, rule: "standard", setup });
    expect(readLink(writeLink(game, game.root))!.game.setup).toHaveLength(484);
  });

  it("of something else is none", () => {
    for (const hash of ["", "#", "#board", "#rule=renju", "#size=15"]) expect(readLink(hash), hash).toBeNull();
  });

  it("with hostile content is refused", () => {
    for (const text of [
      "rule=<script>&moves=h8",
      "rule=__proto__&moves=h8",
      "size=1e9&moves=h8",
      "size=22x99&moves=h8",
      "size=-5x-5&moves=h8",
      "size=15.5&moves=h8",
      "size=&moves=h8",
      "moves=h8h8",
      "moves=h8z9",
      "moves=h8%3Cimg",
      "moves=<img src=x onerror=alert(1)>",
      "moves=h8i99",
      "moves=a1b1a2b2a3b3a4b4a5b5",
      "black=h8&white=h8",
      "black=pass",
      "black=h8&turn=javascript:alert(1)",
      `moves=${"h8".repeat(5000)}`,
      `moves=${"pass".repeat(2000)}x`,
    ]) {
      expect(() => readLink(`#${text}`), text.slice(0, 60)).toThrow(ReadError);
    }
  });

  it("with a senseless place shows the end of the line", () => {
    for (const at of ["99", "-1", "x", "1e3", ""]) expect(readLink(`#moves=h8i9&at=${at}`)!.node.number).toBe(2);
  });
});
