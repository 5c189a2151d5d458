/**
 * Games saved by Piskvork, the manager of Gomocup.
 *
 * A heading `Piskvorky 15x15, 11:11, 0`, then a line `x,y,time` for each move, Black first, both coordinates from 1 at
 * the top left, then the names of the players and a line such as `1,Freestyle`.
 */

import { isSize, pointAt, xOf, yOf } from "./geometry";
import { ReadError, name } from "./reading";
import { type Rule, ruleNamed } from "./rules";
import { GameTree, IllegalMove } from "./tree";

const HEADING = /^\s*piskvorky\s+(\d{1,3})x(\d{1,3})\b/i;

export const isPsq = (text: string): boolean => /^\s*piskvorky/i.test(text);

export function readPsq(text: string): GameTree {
  const lines = text.split(/\r\n?|\n/);
  const start = lines.findIndex((line) => line.trim() !== "");
  const heading = HEADING.exec(lines[start] ?? "");
  const [width, height] = [Number(heading?.[1]), Number(heading?.[2])];
  if (!isSize(width, height)) throw new ReadError("size", start + 1, lines[start]);
  const size = { width, height };

  let end = start + 1;
  const moves: [line: number, x: number, y: number][] = [];
  for (; end < lines.length; end++) {
    const line = lines[end]!.trim();
    if (line === "") continue;
    const match = /^(-?\d{1,4})\s*,\s*(-?\d{1,4})\s*(?:,.*)?$/.exec(line);
    if (!match) break;
    moves.push([end, Number(match[1]) - 1, Number(match[2]) - 1]);
  }
  const tail = lines.slice(end).map((line) => line.trim());
  const isResult = (line: string) => /^-?\d+(,|$)/.test(line);
  const players = tail.filter((line) => line !== "" && !isResult(line)).slice(0, 2);
  const rule = tail.filter(isResult).map((line) => ruleNamed(line.split(",")[1]?.trim() ?? ""));

  const game = new GameTree({ size, rule: rule.find((found) => found !== null) ?? "freestyle" });
  // A program is named by the path of its file.
  const [black = "", white = ""] = players.map((player) => name(player.split(/[/\\]/).pop()!));
  game.players = { black, white };
  let node = game.root;
  for (const [line, x, y] of moves) {
    if (x < 0 || y < 0 || x >= width || y >= height) throw new ReadError("point", line + 1, lines[line]);
    try {
      node = game.play(node, pointAt(x, y, size));
    } catch (error) {
      if (error instanceof IllegalMove) throw new ReadError(error.message as "taken" | "over", line + 1, lines[line]);
      throw error;
    }
  }
  return game;
}

const NUMBERS: Record<Rule, number> = { freestyle: 0, standard: 1, renju: 4, caro: 9, "caro-overline": 8 };

/**
 * Writes the main line. The format has no variations, comments, set-up stones or passes; a game with set-up stones or
 * passes cannot be written.
 */
export function writePsq(game: GameTree): string | null {
  const moves: string[] = [];
  let node = game.root;
  if (game.setup.length > 0 || game.first !== "black") return null;
  while (node.children[0]) {
    const { point } = (node = node.children[0]).move!;
    if (point === null || node.move!.color !== (moves.length % 2 ? "white" : "black")) return null;
    moves.push(`${xOf(point, game.size) + 1},${yOf(point, game.size) + 1},0`);
  }
  const end = game.end(node);
  const winner = end?.kind !== "five" ? 0 : end.winner === "black" ? 1 : 2;
  const { width, height } = game.size;
  const names = [game.players.black || "Black", game.players.white || "White"];
  return [
    `Piskvorky ${width}x${height}, 11:11, 0`,
    ...moves,
    ...names,
    `${winner}`,
    `${NUMBERS[game.rule]},${game.rule}`,
    "",
  ].join("\r\n");
}
