/**
 * Makes more puzzles for the page. The engine plays games against itself, its solver looks for puzzles in them, and a
 * long search checks every puzzle, as `check-puzzles.js` does alone.
 *
 *     node board/scripts/make-puzzles.js STATE SEED [PROGRAM]
 *     node board/scripts/merge-puzzles.js STATE > merged.json
 *
 * Needs the built package of the engine; PROGRAM as in `check-puzzles.js`. Ends when there are enough of every kind. The
 * file STATE keeps every game, so that the same command goes on after an interruption. The same seed gives the same
 * puzzles: the games are played, and the puzzles rated, at levels that count positions, not time.
 */

import { engineOf } from "./native-engine.js";
import { CHECK_NODES, check, rateAnew, settled } from "./puzzle-check.js";
import { nameOf, readPuzzles } from "./puzzle-file.js";
import { candidates } from "./puzzle-finder.js";
import { openState } from "./state-file.js";

/** How many puzzles of each kind there shall be, with those that the page has. */
const WANTED = { fours: 400, threats: 240, trap: 160, defence: 200 };
/** The rules of the games in turn: only renju has traps. */
const RULES = ["renju", "freestyle", "renju", "standard", "renju", "caro"];
/** A search of so many positions refuses most of what the long one would refuse. */
const SIFT_NODES = 100_000;
/** There are plenty of these, so only those are checked in which the sift proves that every other move loses. */
const DECIDED = ["fours", "threats"];

const [stateFile, seedText, program] = process.argv.slice(2);
if (!stateFile || !/^\d+$/.test(seedText ?? "")) {
  console.error("usage: node board/scripts/make-puzzles.js STATE SEED [PROGRAM]");
  process.exit(2);
}
const seed = Number(seedText);
const state = openState(stateFile, { seed });

const known = new Set();
const counts = { fours: 0, threats: 0, trap: 0, defence: 0 };
const count = (puzzle) => {
  if (known.has(nameOf(puzzle))) return;
  known.add(nameOf(puzzle));
  counts[puzzle.kind]++;
};
for (const puzzle of [...readPuzzles().puzzles, ...state.entries.flatMap(({ puzzles }) => puzzles)]) count(puzzle);
const isWanted = (kind) => counts[kind] < WANTED[kind];

/** The candidate with all its first moves and its rating; null if it is no puzzle. */
async function checked(engine, candidate, seedOfGame) {
  const sifted = await check(engine, candidate, SIFT_NODES);
  if (!settled(candidate, sifted) || (DECIDED.includes(candidate.kind) && !sifted.isDecided)) return null;
  const puzzle = settled(candidate, await check(engine, candidate, CHECK_NODES));
  return puzzle && rateAnew(engine, puzzle, seedOfGame);
}

async function puzzlesOf(engine, rule, number) {
  const seedOfGame = seed * 1_000_000 + number * 100;
  const puzzles = [];
  for (const candidate of await candidates(engine, rule, number, seedOfGame, isWanted)) {
    const puzzle = known.has(nameOf(candidate)) ? null : await checked(engine, candidate, seedOfGame);
    if (puzzle) puzzles.push(puzzle);
  }
  return puzzles;
}

const engine = await engineOf(program);
for (let number = state.entries.length; Object.keys(WANTED).some(isWanted); number++) {
  const missesOnlyTraps = Object.keys(WANTED).every((kind) => isWanted(kind) === (kind === "trap"));
  const rule = missesOnlyTraps ? "renju" : RULES[number % RULES.length];
  const puzzles = await puzzlesOf(engine, rule, number);
  state.add({ rule, number, puzzles });
  puzzles.forEach(count);
  console.error(`${rule}, game ${number}: ${puzzles.map(({ kind, rating }) => `${kind} ${rating}`).join(", ")}`);
}
engine.close();
