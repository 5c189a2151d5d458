/** Trees as large as those of libraries of openings. */

import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { App } from "../src/app/app";
import { parseSettings } from "../src/app/settings";
import { neighbourhood } from "../src/core/neighbourhood";
import { type GameTree, type Node, Walker } from "../src/core/tree";
import { Brain } from "../src/engine/brain";
import { type PackedTree, gameOf, packed, treeOf, unpacked } from "../src/engine/trees";
import { Random } from "./random";
import { library } from "./renlib";

const NODES = 100_000;
let brain: Brain;
let game: GameTree;
beforeAll(async () => {
  brain = await Brain.load({ threads: 1, memoryBytes: 1 << 20 });
  const [opener] = await brain.read(library(NODES), { width: 15, height: 15 }, "renju");
  game = opener!();
}, 120_000);
afterAll(() => brain.close());

/** Nodes here and there. */
function some(count: number): Node[] {
  const all = [...game.nodes()];
  const random = new Random(5);
  return Array.from({ length: count }, () => random.of(all));
}

it("are opened with all that they say", () => {
  expect(game.count).toBe(NODES);
  const said = [...game.nodes()].filter(({ kept }) => kept.some(({ title }) => title?.startsWith("after ")));
  expect(said.length).toBeGreaterThan(NODES / 25);
  for (const node of said) expect(node.kept[0]!.title!.trim()).toBe(`after ${node.number - 1} moves`);
});

it("have the same stones for one who walks through them", () => {
  const walker = new Walker(game);
  for (const node of some(500)) expect(walker.at(node)).toEqual(game.stones(node));
});

it("have room in the storage, and come back from there to the same place", async () => {
  const kept = new Map<string, string>();
  const setItem = (name: string, value: string) => {
    // What Chromium has room for.
    if (name.length + value.length > 5 << 20) throw new DOMException("full", "QuotaExceededError");
    kept.set(name, value);
  };
  vi.stubGlobal("localStorage", { getItem: (name: string) => kept.get(name) ?? null, setItem });
  const newApp = () => new App(parseSettings(null), new Promise<null>(() => undefined));
  const app = newApp();
  app.open(game);
  for (const node of some(3)) {
    app.go(node);
    app.saveNow();
    const again = newApp();
    await again.restore();
    expect([again.game.count, again.node.path().map(({ move }) => move?.point)]).toEqual([
      NODES,
      node.path().map(({ move }) => move?.point),
    ]);
  }
  expect(kept.get("fukumi-game")!.length).toBeLessThan(16 * NODES);
  // A comment is kept as well, and so is a move.
  app.node.comment = "seen";
  app.save();
  app.saveNow();
  const tree = () => unpacked((JSON.parse(kept.get("fukumi-game")!) as { tree: PackedTree }).tree);
  expect(tree().nodes.filter(({ comment }) => comment === "seen")).toHaveLength(1);
  const free = game.stones(app.node).indexOf(null);
  app.play(free);
  app.saveNow();
  expect(tree().nodes).toHaveLength(NODES + 1);
  game.remove(app.node);
  vi.unstubAllGlobals();
});

it("are the same after they were packed, whatever is in them", async () => {
  const odd = await brain.read(
    "(;SZ[15]PL[W]AB[aa];W[bb];W[cc]C[x](;B[dd];;W[ee])(;B[];W[ff];B[gg]))",
    game.size,
    "renju",
  );
  for (const one of [game, odd[0]!()]) {
    const tree = treeOf(one);
    const again = unpacked(JSON.parse(JSON.stringify(packed(tree))) as PackedTree);
    expect(again).toEqual(tree);
    expect(treeOf(gameOf(again, "freestyle"))).toEqual(tree);
  }
});

it("are shown in parts, with the line, its last variations and what follows", () => {
  for (const node of [game.root, ...some(200)]) {
    const shown = neighbourhood(game, node)!;
    for (const at of node.path()) expect(shown.has(at)).toBe(true);
    for (const child of [...node.children, ...(node.parent?.children ?? [])]) expect(shown.has(child)).toBe(true);
    expect(shown.size).toBeLessThan(800);
  }
  const [child] = game.root.children;
  const small = { count: 3000 } as GameTree;
  expect(neighbourhood(small, child!)).toBeNull();
});
