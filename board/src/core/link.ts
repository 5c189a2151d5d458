/**
 * The part of an address after `#` that carries a position: `#rule=renju&size=15x15&moves=h8i9g7&at=3`.
 *
 * Browsers do not send that part to any server. The form is the page's own, and it is read here because the engine is
 * not loaded yet when the page opens.
 */

import { type Color, type Stone, isSize, label, other, parseLabel, sizeText } from "./geometry";
import { ReadError } from "./reading";
import { isRule } from "./rules";
import { GameTree, IllegalMove, type Node } from "./tree";

/** The longest link that is read: two stones for each point of the largest board are far shorter. */
const MAX_LINK = 8192;

/** The game of a link, and the node that it shows. */
export interface Linked {
  readonly game: GameTree;
  readonly node: Node;
}

/**
 * The link to a node: the moves of the line through it, and how many of them are shown. Colours take turns in it, so that
 * a side that moves out of turn has the other one pass.
 */
export function writeLink(game: GameTree, node: Node): string {
  const moves: string[] = [];
  let [turn, shown] = [game.first, 0];
  for (const { move, number } of game.last(node).path().slice(1)) {
    const { color, point } = move!;
    if (color !== turn) moves.push("pass");
    moves.push(point === null ? "pass" : label(point, game.size));
    turn = other(color);
    if (number === node.number) shown = moves.length;
  }
  const fields = [`rule=${game.rule}`, `size=${sizeText(game.size)}`];
  if (game.setup.length > 0) {
    for (const color of ["black", "white"] as const) {
      const stones = game.setup.filter((stone) => stone.color === color);
      fields.push(`${color}=${stones.map((stone) => label(stone.point, game.size)).join("")}`);
    }
  }
  if (game.setup.length > 0 || game.first === "white") fields.push(`turn=${game.first}`);
  fields.push(`moves=${moves.join("")}`);
  if (shown < moves.length) fields.push(`at=${shown}`);
  return `#${fields.join("&")}`;
}

/** Reads the part of an address after `#`; null if it carries no position. */
export function readLink(hash: string): Linked | null {
  const text = hash.replace(/^#/, "");
  if (!/(?:^|&)(?:moves|black|white)=/.test(text)) return null;
  if (text.length > MAX_LINK) throw new ReadError("long");
  const fields = new Map<string, string>();
  for (const field of text.split("&")) {
    const [key = "", value = ""] = field.split(/=(.*)/s);
    if (!fields.has(key)) fields.set(key, value);
  }
  const rule = fields.get("rule") ?? "freestyle";
  if (!isRule(rule)) throw new ReadError("rule", null, rule);
  const stated = fields.get("size") ?? "15x15";
  const sides = /^(\d{1,2})(?:x(\d{1,2}))?$/.exec(stated);
  const [width, height] = [Number(sides?.[1]), Number(sides?.[2] ?? sides?.[1])];
  if (!isSize(width, height)) throw new ReadError("size", null, stated);
  const size = { width, height };
  const points = (key: string): (number | null)[] => {
    const list = (fields.get(key) ?? "").toLowerCase();
    const names = list.match(/pass|[a-z]\d{1,2}/g) ?? [];
    if (names.join("") !== list) throw new ReadError("point", null, list);
    return names.map((name) => {
      if (name === "pass" && key === "moves") return null;
      const point = parseLabel(name, size);
      if (point === null) throw new ReadError("point", null, name);
      return point;
    });
  };
  const setup: Stone[] = [];
  for (const color of ["black", "white"] as const) {
    for (const point of points(color) as number[]) {
      if (setup.some((stone) => stone.point === point)) throw new ReadError("taken", null, label(point, size));
      setup.push({ color, point });
    }
  }
  const turn = fields.get("turn");
  if (turn !== undefined && turn !== "black" && turn !== "white") throw new ReadError("turn", null, turn);
  const game = new GameTree({ size, rule, setup, ...(turn && { first: turn as Color }) });
  let node = game.root;
  for (const point of points("moves")) {
    try {
      node = game.play(node, point);
    } catch (error) {
      if (error instanceof IllegalMove)
        throw new ReadError(error.message as "taken" | "over", null, point === null ? "pass" : label(point, size));
      throw error;
    }
  }
  const at = fields.get("at");
  if (at !== undefined && /^\d{1,4}$/.test(at)) node = node.path()[Number(at)] ?? node;
  return { game, node };
}
