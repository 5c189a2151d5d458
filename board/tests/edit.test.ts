import { afterEach, describe, expect, it, vi } from "vitest";
import { App } from "../src/app/app";
import { Editor } from "../src/app/editor";
import { parseSettings } from "../src/app/settings";
import {
  type Edit,
  History,
  type Shown,
  addition,
  annotation,
  deletion,
  promotion,
  replacement,
  shift,
} from "../src/core/edit";
import { parseLabel } from "../src/core/geometry";
import { type Mark, cleared, toggled } from "../src/core/marks";
import { begunAt, mirrored, shifted, turned, withOtherFirst, withStone } from "../src/core/transform";
import { GameTree, type Node } from "../src/core/tree";
import { Random } from "./random";

const SIZE = { width: 15, height: 15 };
const at = (name: string) => parseLabel(name, SIZE)!;

function played(...lines: string[]): GameTree {
  const game = new GameTree({ size: SIZE, rule: "freestyle" });
  for (const line of lines) {
    let node = game.root;
    for (const name of line.split(" ")) node = game.play(node, at(name));
  }
  return game;
}

/** All that there is of a game, with the nodes themselves. */
function picture(game: GameTree): unknown {
  const { size, rule, setup, first, players, event, date, result, count } = game;
  const nodes = [...game.nodes()].map((node) => {
    const { move, number, comment, kept, worth, clocks, parent, children } = node;
    return { node, move, number, comment, kept: structuredClone(kept), worth, clocks, parent, children: [...children] };
  });
  return { game, size, rule, setup, first, players: { ...players }, event, date, result, count, nodes };
}

/** Whether two pictures are the same, down to the identity of games and nodes. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  // Games and nodes are the same only if they are one.
  if (one.constructor !== other.constructor || ![Object, Array].includes(one.constructor as never)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => isSame(one[key as keyof typeof one], other[key as keyof typeof other]))
  );
}

/** An edit of any kind, for a position of a game; null if there is none of this kind. */
function anyEdit({ game, node }: Shown, random: Random): Edit | null {
  const points = game.size.width * game.size.height;
  const point = random.below(points);
  const marks: Mark[] = [
    { kind: random.of(["triangle", "circle", "square", "cross"]), point },
    { kind: "text", point, text: "A" },
    { kind: "arrow", point, to: random.below(points) },
  ];
  const place = { game, node };
  const replaced = (after: Shown | null) => after && replacement(place, after);
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2: {
      if (game.end(node) || game.stones(node)[point] !== null) return null;
      const { count } = game;
      const child = game.play(node, point);
      return game.count > count ? addition(game, child) : null;
    }
    case 3:
      return random.below(3) === 0 ? deletion(game, node) : null;
    case 4:
      return promotion(game, node);
    case 5:
      return shift(game, node, random.of([-1, 1]));
    case 6:
      return annotation(game, node, { comment: random.of(["", "one", "two"]) });
    case 7:
      return annotation(game, node, { kept: toggled(node, random.of(marks), game.size) });
    case 8: {
      const kept = cleared(node, point, game.size);
      return kept && annotation(game, node, { kept });
    }
    case 9:
      return replaced(random.of([turned, mirrored])(place));
    case 10:
      return replaced(shifted(place, random.below(3) - 1, random.below(3) - 1));
    default:
      return replaced(
        random.below(20) === 0
          ? begunAt(place)
          : random.of([withOtherFirst, (from: Shown) => withStone(from, point, random.of(["black", "white", null]))])(
              place,
            ),
      );
  }
}

describe("edits", () => {
  it("do nothing before they are made, and leave the very same game when they are taken back", () => {
    let made = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed * 7919);
      const history = new History();
      const first = new GameTree({ size: { width: 7 + random.below(3), height: 8 }, rule: "standard" });
      let place: Shown = { game: first, node: first.root };
      const pictures = [picture(first)];
      for (let step = 0; step < 60; step++) {
        place = { game: place.game, node: random.of([...place.game.nodes()]) };
        const before = picture(place.game);
        const { count } = place.game;
        const edit = anyEdit(place, random);
        // A stone is on the board before its edit is kept; all other edits wait.
        if (place.game.count === count) expect(isSame(picture(place.game), before)).toBe(true);
        if (!edit) continue;
        if (place.game.count === count) place = edit.make();
        history.add(edit);
        pictures.push(picture(place.game));
        made++;
      }
      // Comments on one node that follow each other are one edit.
      let shown: Shown | null = place;
      const undone: unknown[] = [];
      for (shown = history.undo(); shown; shown = history.undo()) undone.unshift(picture(shown.game));
      const isThere = (one: unknown) => pictures.some((other) => isSame(one, other));
      expect(isSame(undone[0], pictures[0])).toBe(true);
      expect(undone.every(isThere)).toBe(true);
      expect(undone.length).toBeGreaterThan((pictures.length - 1) / 2);
      const redone: unknown[] = [];
      for (shown = history.redo(); shown; shown = history.redo()) redone.push(picture(shown.game));
      expect(redone.length).toBe(undone.length);
      expect(redone.slice(0, -1).every((one, index) => isSame(one, undone[index + 1]))).toBe(true);
      expect(isSame(redone.at(-1), pictures.at(-1))).toBe(true);
    }
    expect(made).toBeGreaterThan(1000);
  });

  it("change the order of variations", () => {
    const game = played("h8 i9 g7", "h8 i7", "h8 g9 a1");
    const first = game.root.children[0]!;
    const names = () => first.children.map(({ move }) => move!.point);
    const last = first.children[2]!.children[0]!;
    expect(shift(game, last, 1)).toBeNull();
    shift(game, last, -1)!.make();
    expect(names()).toEqual(["i9", "g9", "i7"].map(at));
    promotion(game, last)!.make();
    expect(names()).toEqual(["g9", "i9", "i7"].map(at));
    expect(promotion(game, last)).toBeNull();
    expect(shift(game, last, -1)).toBeNull();
    expect(shift(game, first, 1)).toBeNull();
    const removed = deletion(game, first.children[0]!)!;
    expect(removed.make().node).toBe(first);
    expect([names(), game.count]).toEqual([["i9", "i7"].map(at), 5]);
    expect(removed.takeBack().node.move!.point).toBe(at("g9"));
    expect([names(), game.count]).toEqual([["g9", "i9", "i7"].map(at), 7]);
    expect(deletion(game, game.root)).toBeNull();
  });

  it("that write one comment are taken back together", () => {
    const game = played("h8 i9");
    const [root, first] = [game.root, game.root.children[0]!];
    const history = new History();
    const write = (node: Node, comment: string) => {
      const edit = annotation(game, node, { comment })!;
      edit.make();
      history.add(edit);
    };
    for (const text of ["a", "ab", "abc"]) write(root, text);
    write(first, "x");
    expect(history.undo()!.node).toBe(first);
    history.undo();
    expect([root.comment, history.canUndo]).toEqual(["", false]);
    history.redo();
    expect([root.comment, first.comment, history.canRedo]).toEqual(["abc", "", true]);
    write(root, "abcd");
    expect(history.canRedo).toBe(false);
    expect(annotation(game, root, { comment: "abcd" })).toBeNull();
  });
});

describe("the editor", () => {
  afterEach(() => vi.unstubAllGlobals());

  function opened(): { app: App; editor: Editor } {
    const storage = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: (name: string, value: string) => storage.set(name, value),
    });
    const app = new App({ ...parseSettings(null), rule: "freestyle" }, new Promise<null>(() => undefined));
    return { app, editor: new Editor(app) };
  }

  it("takes back stones as well, and forgets its edits with the game", async () => {
    const { app, editor } = opened();
    await app.tap(at("h8"));
    await app.tap(at("i9"));
    editor.undo();
    expect([app.node.number, app.game.count]).toEqual([1, 2]);
    editor.redo();
    expect([app.node.move!.point, app.game.count]).toEqual([at("i9"), 3]);
    // A stone that is in the tree already is no edit.
    app.go(app.game.root);
    await app.tap(at("h8"));
    editor.undo();
    expect(app.game.count).toBe(2);
    app.open(new GameTree({ size: SIZE, rule: "freestyle" }));
    expect([app.history.canUndo, app.history.canRedo]).toEqual([false, false]);
  });

  it("marks a position without showing it anew, and writes a comment without drawing all moves", async () => {
    const { app, editor } = opened();
    await app.tap(at("h8"));
    const changed: string[] = [];
    for (const topic of ["position", "tree", "review"] as const) app.on([topic], () => changed.push(topic));
    expect(editor.tapped(at("c3"))).toBe(false);
    editor.choose("triangle");
    expect(editor.tapped(at("c3"))).toBe(true);
    expect([app.message, changed.splice(0)]).toEqual(["c3: Triangle", ["tree"]]);
    expect(app.node.kept).toEqual([{ others: ["TR[cm]"] }]);
    app.edit(annotation(app.game, app.node, { comment: "x" }));
    expect([app.node.comment, changed.splice(0)]).toEqual(["x", []]);
    editor.mirror();
    expect([changed.splice(0).sort(), app.node.kept]).toEqual([
      ["position", "review", "tree"],
      [{ others: ["TR[mm]"] }],
    ]);
    editor.open(false);
    expect(editor.tapped(at("c3"))).toBe(false);
  });

  it("draws an arrow by two presses, which a change of the position forgets", () => {
    const { app, editor } = opened();
    editor.choose("arrow");
    editor.tapped(at("a1"));
    app.go(app.game.root);
    editor.tapped(at("b2"));
    expect(editor.from).toBe(at("b2"));
    editor.tapped(at("b2"));
    expect(app.history.canUndo).toBe(false);
    editor.tapped(at("b2"));
    editor.tapped(at("c3"));
    expect(app.node.kept).toEqual([{ others: ["AR[bn:cm]"] }]);
  });
});
