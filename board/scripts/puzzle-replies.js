/**
 * The replies of the defender in a solution. The solver proves that any reply to a threat loses, and names one; where that
 * is no better than a pass, the longest defence that a search finds takes its place.
 */

import { label, parseLabel } from "fukumi";
import { after, isTrap, other, win, withTurn } from "./puzzle-finder.js";
import { positionOf } from "./puzzle-check.js";

/** Positions of the search for a reply. */
const NODES = 50_000;
/** A solution with a longer defence is too long to calculate. */
const MOST_PLIES = 31;

/** The move of a search for the defender. */
async function longestDefence(engine, position) {
  await engine.setPosition(position);
  await engine.forget();
  return (await engine.think({ nodes: NODES })).move;
}

/** Whether the attacker would win as fast if the defender passed instead. */
async function isIdle(engine, position, pliesLeft) {
  const passed = await win(engine, withTurn(position, other(position.toMove)));
  return passed !== null && passed.found.plies >= pliesLeft;
}

/** The puzzle with the best replies in its solution; as it is, if it would become another puzzle. */
export async function withBestReplies(engine, puzzle) {
  if (puzzle.kind === "defence") return puzzle;
  const start = positionOf(puzzle);
  let line = puzzle.solution.split(" ").map((name) => parseLabel(name, start));
  let { plies } = puzzle;
  for (let at = 1; at < line.length; at += 2) {
    const position = line.slice(0, at).reduce(after, start);
    if (!(await isIdle(engine, position, plies - at - 1))) continue;
    const reply = await longestDefence(engine, position);
    const won = await win(engine, after(position, reply));
    if (!won) return puzzle;
    line = [...line.slice(0, at), reply, ...won.found.line];
    plies = at + 1 + won.found.plies;
    if (plies > MOST_PLIES) return puzzle;
  }
  if ((await isTrap(engine, start, line)) !== (puzzle.kind === "trap")) return puzzle;
  return { ...puzzle, plies, solution: line.map((point) => label(point, start)).join(" ") };
}
