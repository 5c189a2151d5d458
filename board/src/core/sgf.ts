/**
 * Smart Game Format with variations and comments.
 *
 * Points are `hh`, column and row from the top left, or `h8`, as some renju programs write. Format: A. Hollosi,
 * "SGF File Format FF[4]", https://www.red-bean.com/sgf/.
 */

import { type Color, type Point, type Size, type Stone, isSize, parseLabel, pointAt, xOf, yOf } from "./geometry";
import { ReadError, lineOf, name } from "./reading";
import { ruleNamed } from "./rules";
import { GameTree, IllegalMove, type Node } from "./tree";

type Properties = Map<string, string[]>;

interface RawNode {
  properties: Properties;
  parent: RawNode | null;
  place: number;
}

/** Reads the first game of a file. */
export function readSgf(text: string): GameTree {
  const nodes = split(text);
  const fail = (node: RawNode, problem: ConstructorParameters<typeof ReadError>[0], found = ""): never => {
    throw new ReadError(problem, lineOf(text, node.place), found);
  };
  const root = nodes[0];
  if (!root) throw new ReadError("empty");
  const first = (node: RawNode, key: string) => node.properties.get(key)?.[0];

  // 1 is Go, and others are no games of five in a row either.
  const kind = first(root, "GM")?.trim();
  if (kind && kind !== "4") fail(root, "game", `GM[${kind}]`);
  const sizeText = first(root, "SZ") ?? "15";
  const [width = NaN, height = width] = sizeText.split(":").map((side) => Number(side.trim() || NaN));
  if (!isSize(width, height)) fail(root, "size", sizeText);
  const size: Size = { width, height };
  const point = (node: RawNode, value: string): Point | null => {
    const found = readPoint(value, size);
    if (found === undefined) fail(node, "point", value);
    return found as Point | null;
  };

  const stones = new Map<Point, Color>();
  const setUps: Record<string, Color | null> = { AB: "black", AW: "white", AE: null };
  // In the order of the file: what is set up later replaces what was there.
  for (const [key, values] of root.properties) {
    const color = setUps[key];
    if (color === undefined) continue;
    for (const value of values) {
      for (const at of rectangle(value, size) ?? fail(root, "point", value)) {
        stones.delete(at);
        if (color) stones.set(at, color);
      }
    }
  }
  const setup: Stone[] = [...stones].map(([at, color]) => ({ color, point: at }));
  const turn = first(root, "PL")?.trim().toLowerCase();
  const firstMover = nodes.map(mover).find((color) => color !== null) ?? undefined;
  const stated = !turn ? undefined : /^(b|1|black)$/.test(turn) ? "black" : /^(w|2|white)$/.test(turn) ? "white" : null;
  if (stated === null) return fail(root, "turn", turn);

  const game = new GameTree({
    size,
    rule: ruleNamed(first(root, "RU") ?? "") ?? "freestyle",
    setup,
    first: stated ?? firstMover,
  });
  const textOf = (key: string) => name(unescape(first(root, key) ?? "").replace(/\n/g, " "));
  game.players = { black: textOf("PB"), white: textOf("PW") };
  game.event = textOf("EV");
  game.date = textOf("DT");
  game.result = textOf("RE");

  const made = new Map<RawNode, Node>();
  for (const raw of nodes) {
    let node = raw.parent ? made.get(raw.parent)! : game.root;
    if (raw !== root && ["AB", "AW", "AE"].some((key) => raw.properties.has(key))) fail(raw, "middle");
    for (const [key, color] of [
      ["B", "black"],
      ["W", "white"],
    ] as const) {
      const value = first(raw, key);
      if (value === undefined) continue;
      try {
        node = game.play(node, point(raw, value), color);
      } catch (error) {
        if (error instanceof IllegalMove) fail(raw, error.message as "taken" | "over" | "crowded", value);
        throw error;
      }
    }
    const comment = unescape(first(raw, "C") ?? "").trim();
    if (comment) node.comment = node.comment ? `${node.comment}\n${comment}` : comment;
    node.others += othersOf(raw, raw === root);
    made.set(raw, node);
  }
  return game;
}

/** Writes a game with all its variations and comments. */
export function writeSgf(game: GameTree): string {
  const { width, height } = game.size;
  const at = (point: Point) => letters(xOf(point, game.size), yOf(point, game.size));
  const set = (color: Color) =>
    game.setup.filter((stone) => stone.color === color).map((stone) => `[${at(stone.point)}]`);
  const property = (key: string, value: string) => (value ? `${key}[${escape(value)}]` : "");
  const parts = [
    `(;FF[4]GM[4]CA[UTF-8]AP[Fukumi]SZ[${width === height ? width : `${width}:${height}`}]RU[${game.rule}]`,
    property("PB", game.players.black),
    property("PW", game.players.white),
    property("EV", game.event),
    property("DT", game.date),
    `RE[${escape(result(game))}]`,
    ...(["AB", "AW"] as const).map((key) => {
      const points = set(key === "AB" ? "black" : "white");
      return points.length > 0 ? key + points.join("") : "";
    }),
    game.setup.length > 0 ? `PL[${game.first === "black" ? "B" : "W"}]` : "",
    property("C", game.root.comment),
    game.root.others,
    "\n",
  ];
  // Without recursion, for a line may be longer than the stack is deep.
  const waiting: (Node | ")\n")[] = [...game.root.children].reverse();
  const branch = (children: Node[]) => children.length > 1;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === "string") {
      parts.push(node);
      continue;
    }
    if (branch(node.parent!.children)) {
      parts.push("(");
      waiting.push(")\n");
    }
    const { color, point } = node.move!;
    parts.push(
      `;${color === "black" ? "B" : "W"}[${point === null ? "" : at(point)}]${property("C", node.comment)}${node.others}`,
    );
    waiting.push(...[...node.children].reverse());
  }
  return `${parts.join("").trimEnd()})\n`;
}

/** What this reader understands, in the first node and everywhere, and what each writer says anew. */
const ROOT_KEYS = new Set(["SZ", "RU", "PB", "PW", "EV", "DT", "RE", "AB", "AW", "AE", "PL"]);
const KEYS = new Set(["B", "W", "C", "FF", "GM", "CA", "AP"]);

/** The properties of a node that are not understood, as they are written. */
function othersOf({ properties }: RawNode, isRoot: boolean): string {
  return [...properties]
    .filter(([key]) => !KEYS.has(key) && !(isRoot && ROOT_KEYS.has(key)))
    .map(([key, values]) => key + values.map((value) => `[${value}]`).join(""))
    .join("");
}

/** What other readers know of a node, and the page only keeps. */
export interface Kept {
  readonly title?: string;
  readonly labels: readonly { readonly point: Point; readonly text: string }[];
  readonly isMarked?: boolean;
  readonly others?: readonly string[];
}

/** Properties as they are written; see {@link Node.others}. */
export function writeKept({ title, labels, isMarked, others = [] }: Kept, size: Size): string {
  const label = ({ point, text }: Kept["labels"][number]) =>
    `[${letters(xOf(point, size), yOf(point, size))}:${escape(text).replace(/:/g, "\\:")}]`;
  return [
    title ? `N[${escape(title)}]` : "",
    labels.length > 0 ? `LB${labels.map(label).join("")}` : "",
    isMarked ? "HO[1]" : "",
    ...others,
  ].join("");
}

/** The result of the main line, as the format writes it: that of the board, or else what the file said. */
function result(game: GameTree): string {
  let node = game.root;
  while (node.children[0]) node = node.children[0];
  const end = game.end(node);
  if (!end) return game.result || "?";
  return end.kind === "full" ? "0" : end.winner === "black" ? "B+" : "W+";
}

function mover(node: RawNode): Color | null {
  return node.properties.has("B") ? "black" : node.properties.has("W") ? "white" : null;
}

const letters = (x: number, y: number) => String.fromCharCode(97 + x, 97 + y);

/** The point that a value names; null for a pass, undefined if there is no such point. */
function readPoint(value: string, size: Size): Point | null | undefined {
  const text = value.trim();
  // `tt` is a pass in older versions of the format, on boards that have no such point.
  if (text === "" || (text === "tt" && size.width <= 19 && size.height <= 19)) return null;
  if (/^[a-z]{2}$/.test(text)) {
    const [x, y] = [text.charCodeAt(0) - 97, text.charCodeAt(1) - 97];
    return x < size.width && y < size.height ? pointAt(x, y, size) : undefined;
  }
  return parseLabel(text, size) ?? undefined;
}

/** The points of a rectangle `aa:cc`, or the one point that is named; null if it is none. */
function rectangle(value: string, size: Size): Point[] | null {
  const ends = value.split(":").map((part) => readPoint(part, size));
  if (ends.length > 2 || ends.some((end) => end == null)) return null;
  const [from, to = from] = ends as [Point, Point?];
  const [x0, x1] = [xOf(from, size), xOf(to, size)].sort((a, b) => a - b) as [number, number];
  const [y0, y1] = [yOf(from, size), yOf(to, size)].sort((a, b) => a - b) as [number, number];
  const points: Point[] = [];
  for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) points.push(pointAt(x, y, size));
  return points;
}

/** The texts of the games of a file. */
export function sgfTexts(text: string): string[] {
  const texts: string[] = [];
  let [depth, start, isValue] = [0, 0, false];
  for (let place = 0; place < text.length; place++) {
    const c = text[place];
    if (isValue) {
      if (c === "\\") place++;
      else if (c === "]") isValue = false;
    } else if (c === "[") {
      // Between games there may be any text.
      isValue = depth > 0;
    } else if (c === "(") {
      if (depth++ === 0) start = place;
    } else if (c === ")" && depth > 0 && --depth === 0) {
      const game = text.slice(start, place + 1);
      if (/^\(\s*;/.test(game)) texts.push(game);
    }
  }
  // What has no end is a game as well, which its reader refuses.
  if (depth > 0) texts.push(text.slice(start));
  return texts;
}

/** The nodes of the first game, each one after its parent. */
function split(text: string): RawNode[] {
  const nodes: RawNode[] = [];
  const stack: (RawNode | null)[] = [];
  let node: RawNode | null = null;
  let place = 0;
  const fail = (problem: "bracket" | "property"): never => {
    throw new ReadError(problem, lineOf(text, place), text.slice(place, place + 20).split("\n")[0]);
  };
  while (place < text.length) {
    const c = text[place]!;
    if (c === "(") {
      stack.push(node);
    } else if (stack.length === 0) {
      // Any text may stand before the game.
    } else if (c === ")") {
      node = stack.pop()!;
      if (stack.length === 0) return nodes;
    } else if (c === ";") {
      node = { properties: new Map(), parent: node, place };
      nodes.push(node);
    } else if (/[A-Za-z]/.test(c)) {
      if (!node) return fail("property");
      place = readProperty(text, place, node.properties) ?? fail("property");
      continue;
    } else if (!/\s/.test(c)) {
      return fail("property");
    }
    place++;
  }
  if (stack.length > 0) fail("bracket");
  return nodes;
}

/** Reads a property; returns the place behind it, or null if it is none. */
function readProperty(text: string, place: number, properties: Properties): number | null {
  let behind = place;
  while (/[A-Za-z]/.test(text[behind] ?? "")) behind++;
  // Older versions of the format allow small letters in between, which are ignored.
  const key = text.slice(place, behind).replace(/[a-z]/g, "");
  const values: string[] = [];
  for (;;) {
    let open = behind;
    while (/\s/.test(text[open] ?? "")) open++;
    if (text[open] !== "[") break;
    let close = open + 1;
    while (close < text.length && text[close] !== "]") close += text[close] === "\\" ? 2 : 1;
    if (close >= text.length) return null;
    values.push(text.slice(open + 1, close));
    behind = close + 1;
  }
  if (values.length === 0) return null;
  properties.set(key, [...(properties.get(key) ?? []), ...values]);
  return behind;
}

/** The text behind a value: an escaped line end is none, a backslash makes the next character plain. */
const unescape = (value: string) =>
  value
    .replace(/\\\r?\n/g, "")
    .replace(/\\([\s\S])/g, "$1")
    .replace(/\r\n?/g, "\n");
const escape = (text: string) => text.replace(/[\\\]]/g, "\\$&");
