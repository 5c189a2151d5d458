/** Moves by their names, `h8i9h10` or `1. h8 2. i9`; two sets of stones, `h8,h10/i9`; and records `moves=h8,i9`. */

import { type Color, type Size, type Stone, isSize, label, parseLabel } from "./geometry";
import { ReadError, lineOf } from "./reading";
import { type Rule, ruleNamed } from "./rules";
import { GameTree, IllegalMove } from "./tree";

export interface Hints {
  readonly size?: Size;
  readonly rule?: Rule;
}

/** Whether a text has the name of a point: a letter that begins a word or follows a number, then a digit. */
export const hasLabel = (text: string): boolean => /(?:^|[^a-z])[a-z]\d/i.test(text);

const WORD = /(?<skip>[\s,;–-]+|\d+[.):]+)|(?<slash>\/)|(?<pass>pass)|(?<label>[a-z]\d{1,2})/iy;

export function readMoves(text: string, hints: Hints = {}): GameTree {
  const record = /(?:^|\s)(?:moves|black|white)=/.test(text);
  return record ? readRecord(text, hints) : readList(text, hints);
}

function readList(text: string, { size = { width: 15, height: 15 }, rule = "freestyle" }: Hints): GameTree {
  const items: { text: string; place: number }[] = [];
  let slash: number | null = null;
  const fail = (problem: ConstructorParameters<typeof ReadError>[0], place: number, found: string): never => {
    throw new ReadError(problem, lineOf(text, place), found);
  };
  for (let place = 0; place < text.length;) {
    WORD.lastIndex = place;
    const groups = WORD.exec(text)?.groups;
    if (!groups || (groups.slash && slash !== null)) return fail("unknown", place, text.slice(place).split(/\s/)[0]!);
    if (groups.slash) slash = items.length;
    if (groups.pass || groups.label) items.push({ text: (groups.pass ?? groups.label)!, place });
    place = WORD.lastIndex;
  }
  if (items.length === 0) throw new ReadError("empty");
  const point = (item: (typeof items)[number]) => {
    if (item.text.toLowerCase() === "pass") return null;
    return parseLabel(item.text, size) ?? fail("point", item.place, item.text);
  };
  if (slash !== null) {
    const setup: Stone[] = [];
    items.forEach((item, index) => {
      const at = point(item);
      if (at === null) return;
      if (setup.some((stone) => stone.point === at)) fail("taken", item.place, item.text);
      setup.push({ color: index < slash! ? "black" : "white", point: at });
    });
    return new GameTree({ size, rule, setup });
  }
  const game = new GameTree({ size, rule });
  let node = game.root;
  for (const item of items) {
    try {
      node = game.play(node, point(item));
    } catch (error) {
      if (error instanceof IllegalMove) fail(error.message as "taken" | "over", item.place, item.text);
      throw error;
    }
  }
  return game;
}

/** The first line of a collection of positions: `id size=15 rule=renju moves=h8,i9`. */
function readRecord(text: string, hints: Hints): GameTree {
  const line = text
    .split(/\r\n?|\n/)
    .find((words) => !/^\s*#/.test(words) && /(?:^|\s)(?:moves|black|white)=/.test(words));
  const fields = new Map(
    (line ?? "")
      .trim()
      .split(/\s+/)
      .map((word) => word.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );
  let { size, rule } = hints;
  const stated = fields.get("size");
  if (stated !== undefined) {
    const [width = NaN, height = width] = stated.split(/x/i).map(Number);
    if (!isSize(width, height)) throw new ReadError("size", null, stated);
    size = { width, height };
  }
  const named = fields.get("rule");
  if (named !== undefined) rule = ruleNamed(named) ?? undefined;
  if (named !== undefined && !rule) throw new ReadError("rule", null, named);
  const list = (key: string) => (fields.get(key) ?? "").replace(/^-$/, "");
  const sets = fields.has("moves") ? list("moves") : `${list("black")}/${list("white")}`;
  if (sets.replace("/", "") === "")
    return new GameTree({ size: size ?? { width: 15, height: 15 }, rule: rule ?? "freestyle" });
  const game = readList(sets, { ...(size && { size }), ...(rule && { rule }) });
  const turn = (fields.get("turn") ?? fields.get("side") ?? "").toLowerCase();
  if (fields.has("moves") || !turn) return game;
  const first: Color | null = /^(b|black|1)$/.test(turn) ? "black" : /^(w|white|2)$/.test(turn) ? "white" : null;
  if (!first) throw new ReadError("turn", null, turn);
  return new GameTree({ size: game.size, rule: game.rule, setup: game.setup, first });
}

/** Writes the main line as names; set-up stones first, as two sets, if there are no moves behind them. */
export function writeMoves(game: GameTree): string | null {
  const names: string[] = [];
  let node = game.root;
  if (game.setup.length > 0) {
    if (node.children.length > 0) return null;
    const set = (color: Color) =>
      game.setup.filter((stone) => stone.color === color).map((stone) => label(stone.point, game.size));
    return `${set("black").join(",")}/${set("white").join(",")}`;
  }
  while (node.children[0]) {
    const { point } = (node = node.children[0]).move!;
    names.push(point === null ? "pass" : label(point, game.size));
  }
  return names.join(" ");
}
