/** A game turned, mirrored or shifted as a whole, or begun with other stones. Each makes another game. */

import type { Shown } from "./edit";
import { type Color, type Point, type Size, other, pointAt, xOf, yOf } from "./geometry";
import { parsePair, parsePoint, parseProperty, writePoint, writeProperty } from "./marks";
import { GameTree, IllegalMove, type Kept, type Move, Node, type Start } from "./tree";

/** Where points go; null if a point goes off the board. */
interface Mapping {
  readonly size: Size;
  readonly map: (point: Point) => Point | null;
}

/** A point has gone off the board. */
class OffBoard extends Error {}

/** Properties of SGF whose values are points, rectangles of them or pairs. */
const WITH_POINTS = /^(?:AR|CR|DD|LN|MA|SL|SQ|TB|TR|TW|VW)$/;

/** A game by which another one begins, with other stones or another side to move. */
function begun(game: GameTree, change: Partial<Start>): GameTree {
  const made = new GameTree({ size: game.size, rule: game.rule, setup: game.setup, first: game.first, ...change });
  const { players, title, event, date, result } = game;
  return Object.assign(made, { players, title, event, date, result });
}

/** Copies what is known of a node. */
function describe(node: Node, from: Node, kept: Kept[], keepsWorth: boolean): void {
  node.comment = from.comment;
  node.kept = kept;
  node.clocks = from.clocks;
  if (keepsWorth) node.worth = from.worth;
}

/** Puts the nodes after one into another game. Returns where each went. */
function copy(from: Node, to: Node, game: GameTree, add: (parent: Node, move: Move) => Node): Map<Node, Node> {
  const copies = new Map([[from, to]]);
  for (const node of game.nodes(from)) {
    const parent = copies.get(node.parent!);
    if (node !== from && parent) copies.set(node, add(parent, node.move!));
  }
  return copies;
}

/** A game on points that are elsewhere; null if one of them is off the board. */
function mapped({ game, node }: Shown, { size, map }: Mapping, keepsWorth: boolean): Shown | null {
  const go = (point: Point): Point => {
    const to = map(point);
    if (to === null) throw new OffBoard();
    return to;
  };
  /** A rectangle begins with its corner at the top left, wherever the other corners went. */
  const pair = (name: string, [from, to]: readonly [Point, Point]): string => {
    const ends = [go(from), go(to)];
    const isRectangle = name !== "AR" && name !== "LN";
    const corner = (side: (...all: number[]) => number) =>
      pointAt(side(...ends.map((end) => xOf(end, size))), side(...ends.map((end) => yOf(end, size))), size);
    return (isRectangle ? [corner(Math.min), corner(Math.max)] : ends).map((end) => writePoint(end, size)).join(":");
  };
  const property = (text: string): string => {
    const parsed = parseProperty(text);
    if (!parsed || !WITH_POINTS.test(parsed.name)) return text;
    const values = parsed.values.map((value) => {
      const ends = parsePair(value, game.size);
      if (ends) return pair(parsed.name, ends);
      const point = parsePoint(value, game.size);
      return point === null ? value : writePoint(go(point), size);
    });
    return writeProperty({ name: parsed.name, values });
  };
  const moved = ({ labels, others, ...rest }: Kept): Kept => ({
    ...rest,
    ...(labels && {
      labels: labels.map(({ x, y, text }) => {
        const point = go(pointAt(x, y, game.size));
        return { x: xOf(point, size), y: yOf(point, size), text };
      }),
    }),
    ...(others && { others: others.map(property) }),
  });
  try {
    const setup = game.setup.map(({ color, point }) => ({ color, point: go(point) }));
    const made = begun(game, { size, setup });
    const copies = copy(game.root, made.root, game, (parent, { color, point }) => {
      const child = new Node(parent, { color, point: point === null ? null : go(point) }, parent.number + 1);
      parent.children.push(child);
      made.count++;
      return child;
    });
    for (const [from, to] of copies) describe(to, from, from.kept.map(moved), keepsWorth);
    return { game: made, node: copies.get(node)! };
  } catch (error) {
    if (error instanceof OffBoard) return null;
    throw error;
  }
}

/** A quarter of a turn, clockwise. */
export function turned(place: Shown): Shown {
  const { width, height } = place.game.size;
  const size = { width: height, height: width };
  const map = (point: Point) => pointAt(height - 1 - yOf(point, place.game.size), xOf(point, place.game.size), size);
  return mapped(place, { size, map }, true)!;
}

/** Left and right change places. */
export function mirrored(place: Shown): Shown {
  const { size } = place.game;
  const map = (point: Point) => pointAt(size.width - 1 - xOf(point, size), yOf(point, size), size);
  return mapped(place, { size, map }, true)!;
}

/** Everything goes some columns to the right and rows down; null if there is no room. */
export function shifted(place: Shown, right: number, down: number): Shown | null {
  const { size } = place.game;
  const map = (point: Point) => {
    const [x, y] = [xOf(point, size) + right, yOf(point, size) + down];
    return x < 0 || y < 0 || x >= size.width || y >= size.height ? null : pointAt(x, y, size);
  };
  // At the edge a position may be worth something else.
  return mapped(place, { size, map }, false);
}

/** The same moves after another beginning; null if one of them cannot be played then. */
function replayed(from: Node, game: GameTree, made: GameTree): Map<Node, Node> | null {
  try {
    const copies = copy(from, made.root, game, (parent, { color, point }) => made.play(parent, point, color));
    for (const [before, after] of copies) describe(after, before, before.kept, false);
    return copies;
  } catch (error) {
    if (error instanceof IllegalMove) return null;
    throw error;
  }
}

/** A stone more, another one, or none on a point before the first move; null if a move needs the point. */
export function withStone({ game, node }: Shown, point: Point, color: Color | null): Shown | null {
  const rest = game.setup.filter((stone) => stone.point !== point);
  const setup = color ? [...rest, { color, point }] : rest;
  // Who moves first follows from the stones, as long as there is no move.
  const made = begun(game, { setup, ...(game.count === 1 && { first: undefined }) });
  const copies = replayed(game.root, game, made);
  return copies && { game: made, node: copies.get(node)! };
}

/** The other side moves first; null if there are moves. */
export function withOtherFirst({ game }: Shown): Shown | null {
  if (game.count > 1) return null;
  const made = begun(game, { first: other(game.first) });
  describe(made.root, game.root, game.root.kept, false);
  return { game: made, node: made.root };
}

/** What files say of a position, with what the root says of the game and not of the board. */
function withFacts(root: Node, [own = {}, ...more]: readonly Kept[]): Kept[] {
  const name = (text: string) => parseProperty(text)?.name ?? "";
  const stated = new Set(own.others?.map(name));
  const facts = root.kept
    .flatMap(({ others = [] }) => others)
    .filter((text) => !WITH_POINTS.test(name(text)) && !stated.has(name(text)));
  return facts.length > 0 ? [{ ...own, others: [...facts, ...(own.others ?? [])] }, ...more] : [own, ...more];
}

/** The position that is shown becomes the beginning, with the moves after it; null if it is. */
export function begunAt({ game, node }: Shown): Shown | null {
  if (!node.parent) return null;
  const setup = game
    .stones(node)
    .flatMap((color, point): { color: Color; point: Point }[] => (color ? [{ color, point }] : []));
  const made = begun(game, { setup, first: game.turn(node) });
  replayed(node, game, made);
  made.root.kept = withFacts(game.root, made.root.kept);
  return { game: made, node: made.root };
}
