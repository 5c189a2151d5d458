import { describe, expect, it } from "vitest";
import { parseLabel } from "../src/core/geometry";
import { RULES, type Rule, winningRow } from "../src/core/rules";
import { GameTree, IllegalMove } from "../src/core/tree";

const SIZE = { width: 15, height: 15 };
const at = (name: string) => parseLabel(name, SIZE)!;

function played(moves: string, rule: Rule = "freestyle"): GameTree {
  const game = new GameTree({ size: SIZE, rule });
  let node = game.root;
  for (const name of moves.split(" ")) node = game.play(node, name === "pass" ? null : at(name));
  return game;
}

describe("a tree of moves", () => {
  it("keeps the first line as the main one and others as variations", () => {
    const game = played("h8 i9 g7");
    const second = game.root.children[0]!.children[0]!;
    const variation = game.play(second, at("j8"));
    expect(second.children.map((node) => node.move!.point)).toEqual([at("g7"), at("j8")]);
    expect(game.play(second, at("j8"))).toBe(variation);
    expect(game.count).toBe(5);
    expect(game.stones(variation)[at("j8")]).toBe("black");
    expect(game.stones(variation)[at("g7")]).toBeNull();
  });

  it("leaves passes out of a line that is analysed", () => {
    const game = played("h8 pass g7");
    const [root, first, , last] = game.last().path();
    expect(game.lineWithoutPasses(first!)).toEqual([root, first, last]);
  });

  it("leads forward to what was looked at last", () => {
    const game = played("h8 i9 g7");
    const second = game.root.children[0]!.children[0]!;
    const variation = game.play(second, at("j8"));
    expect(game.last().move!.point).toBe(at("g7"));
    variation.visit();
    expect(game.last()).toBe(variation);
    game.remove(variation);
    expect(game.last().move!.point).toBe(at("g7"));
    expect(game.count).toBe(4);
  });

  it("has a node until that or one before it is removed", () => {
    const game = played("h8 i9 g7");
    const last = game.last();
    expect([game.root, last].map((node) => game.has(node))).toEqual([true, true]);
    expect(played("h8 i9 g7").has(last)).toBe(false);
    const removed = game.root.children[0]!;
    game.remove(removed);
    expect(game.has(last)).toBe(false);
    game.restore(removed, 0);
    expect(game.has(last)).toBe(true);
  });

  it("refuses a taken point, and moves behind the end", () => {
    const game = played("h8 a1 i8 a2 j8 a3 k8 a4");
    const node = game.last();
    expect(() => game.play(node, at("h8"))).toThrow(IllegalMove);
    const won = game.play(node, at("l8"));
    expect(game.end(won)).toEqual({ kind: "five", winner: "black", row: ["h8", "i8", "j8", "k8", "l8"].map(at) });
    expect(() => game.play(won, at("a5"))).toThrow("over");
    expect(game.end(node)).toBeNull();
  });

  it("knows whose turn it is behind set-up stones and passes", () => {
    const setup = [{ color: "black", point: at("h8") }] as const;
    expect(new GameTree({ size: SIZE, rule: "renju", setup }).first).toBe("white");
    expect(new GameTree({ size: SIZE, rule: "renju", setup, first: "black" }).first).toBe("black");
    const game = played("h8 pass");
    expect(game.turn(game.last())).toBe("black");
  });

  it("is full when no point is left", () => {
    const size = { width: 5, height: 5 };
    const game = new GameTree({ size, rule: "standard" });
    // Rows of two and three, so that nobody has five.
    const order = [0, 2, 1, 3, 4, 5, 7, 6, 8, 9, 10, 12, 11, 13, 14, 15, 17, 16, 18, 19, 20, 22, 21, 23, 24];
    let node = game.root;
    for (const point of order) node = game.play(node, point);
    expect(game.end(node)?.kind).toBe("full");
  });
});

describe("rows that win", () => {
  const row = (rule: Rule, own: string, theirs = "", color: "black" | "white" = "black") => {
    const stones = new Array<"black" | "white" | null>(225).fill(null);
    for (const name of own.split(" ")) stones[at(name)] = color;
    for (const name of theirs.split(" ").filter(Boolean)) stones[at(name)] = color === "black" ? "white" : "black";
    return winningRow(stones, SIZE, rule, at(own.split(" ")[0]!)).length;
  };
  const five = "c3 d3 e3 f3 g3";
  const six = `${five} h3`;

  it("are five everywhere, and longer ones by the rule", () => {
    for (const rule of RULES) expect(row(rule, five)).toBe(5);
    expect(RULES.filter((rule) => row(rule, six) === 6)).toEqual(["freestyle", "caro-overline"]);
    expect(RULES.filter((rule) => row(rule, six, "", "white") === 6)).toEqual(["freestyle", "renju", "caro-overline"]);
  });

  it("are nothing in caro if both ends are closed by stones, but the edge does not close", () => {
    for (const rule of ["caro", "caro-overline"] as const) {
      expect(row(rule, five, "b3 h3")).toBe(0);
      expect(row(rule, five, "b3")).toBe(5);
      expect(row(rule, "a3 b3 c3 d3 e3", "f3")).toBe(5);
    }
    expect(row("caro-overline", six, "b3 i3")).toBe(6);
  });

  it("run in all directions, and several count together", () => {
    expect(row("freestyle", "c3 d4 e5 f6 g7")).toBe(5);
    expect(row("freestyle", "c7 d6 e5 f4 g3")).toBe(5);
    expect(row("freestyle", "c3 c4 c5 c6 c7 d3 e3 f3 g3")).toBe(9);
    expect(row("freestyle", "c3 d3 e3 f3")).toBe(0);
  });
});
