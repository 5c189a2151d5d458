/**
 * Whether a puzzle is what the page says: a long search looks for wins that the solver, which made the puzzle, cannot
 * see. It looks for other first moves that win, and for a win of the attacker after each defence.
 */

import { createHash } from "node:crypto";
import { label, parseLabel } from "fukumi";
import { nameOf } from "./puzzle-file.js";
import { MOST_ANSWERS, after } from "./puzzle-finder.js";
import { measure } from "./puzzle-rating.js";
import { openState } from "./state-file.js";

/** Positions that a search looks at for each question. */
export const CHECK_NODES = 5_000_000;
/** Bytes for the tables of an engine that checks: with others, a search finds something else. */
export const CHECK_MEMORY_BYTES = 64 << 20;
/** Positions for the solver, which is asked about all first moves before the search. */
const SOLVER_NODES = 100_000;
/** A side that has at least this chance after the search, without a proof, is taken to win. */
const SURE = 0.99;
/** Of the games that levels play at random, when a puzzle is rated anew. */
const RATING_SEED = 0;

/** The position of a puzzle, as the engine takes it. */
export function positionOf({ rule, size: [width, height], moves }) {
  const stones = moves
    .split(" ")
    .map((name, index) => ({ ...parseLabel(name, { width, height }), side: index % 2 ? "white" : "black" }));
  return { rule, width, height, stones, toMove: stones.length % 2 ? "white" : "black" };
}

const isSame = (a, b) => a.x === b.x && a.y === b.y;

/** Looks at a position anew. Returns the best move, its chance, and plies to the end if that is proven. */
async function search(engine, position, nodes, excluded = []) {
  await engine.setPosition(position);
  await engine.forget();
  const { move, lines } = await engine.think({ nodes, excluded });
  return { move, plies: lines[0].plies, chance: lines[0].winRate };
}

/**
 * All first moves that are proven to win, the stored one first, or none if that is not proven; and the best chance of any
 * other move. The search ends when it has found more than {@link MOST_ANSWERS}.
 */
async function checkWin(engine, position, solution, nodes) {
  await engine.setPosition(position);
  const { firstMoves } = await engine.winningMoves({ nodes: SOLVER_NODES });
  const proven = firstMoves.filter(({ verdict }) => verdict === "win").map(({ move }) => move);
  const others = proven.filter((move) => !isSame(move, solution));
  if (others.length === proven.length) return { answers: [], chance: 0, isDecided: false };
  const wins = [solution, ...others];
  let best = { chance: 1, plies: null };
  while (wins.length <= MOST_ANSWERS) {
    best = await search(engine, position, nodes, wins);
    if (best.plies === null || best.plies < 0) break;
    wins.push(best.move);
  }
  return { answers: wins, chance: best.chance, isDecided: best.plies !== null };
}

/** The defences after which the attacker is not proven to win, the attacker's best chance after one, if it is decided. */
async function checkDefence(engine, position, defences, nodes) {
  const held = [];
  for (const defence of defences) held.push({ defence, ...(await search(engine, after(position, defence), nodes)) });
  const holding = held.filter(({ plies }) => plies === null || plies < 0);
  return {
    answers: holding.map(({ defence }) => defence),
    chance: Math.max(0, ...holding.map(({ chance }) => chance)),
    isDecided: holding.every(({ plies }) => plies !== null),
  };
}

/** The first moves that the puzzle takes for right, the one of its solution first. */
const answersOf = ({ solution, alternatives }, position) =>
  [solution.split(" ")[0], ...(alternatives?.split(" ") ?? [])].map((name) => parseLabel(name, position));

/** What is found out about a puzzle. With the same number of nodes it is the same on every machine. */
export async function check(engine, puzzle, nodes = CHECK_NODES) {
  const position = positionOf(puzzle);
  const stored = answersOf(puzzle, position);
  const result =
    puzzle.kind === "defence"
      ? await checkDefence(engine, position, stored, nodes)
      : await checkWin(engine, position, stored[0], nodes);
  return { ...result, answers: result.answers.map((move) => label(move, position)) };
}

/** The puzzle as its check leaves it, with all first moves that are right; null if it is none. */
export function settled({ alternatives: _, ...puzzle }, { answers, chance }) {
  if (chance >= SURE || answers.length === 0 || answers.length > MOST_ANSWERS) return null;
  const [first, ...others] = answers;
  const held = puzzle.kind === "defence" ? { ...puzzle, solution: first } : puzzle;
  return others.length > 0 ? { ...held, alternatives: others.join(" ") } : held;
}

/**
 * Checks puzzles and returns those that hold. A puzzle with other first moves than before is rated anew. The file of the
 * state keeps every answer, so that the same work goes on after an interruption.
 */
export async function checkAll(engine, puzzles, stateFile, nodes = CHECK_NODES) {
  const state = openState(stateFile, { nodes });
  const results = new Map(state.entries.map(({ name, result }) => [name, result]));
  const kept = [];
  for (const puzzle of inSampleOrder(puzzles)) {
    const name = nameOf(puzzle);
    let result = results.get(name);
    if (!result) {
      result = await check(engine, puzzle, nodes);
      results.set(name, result);
      state.add({ name, result });
      console.error(`${results.size} of ${puzzles.length}: ${name}: ${JSON.stringify(result)}`);
    }
    const held = settled(puzzle, result);
    if (held) kept.push(hasSameAnswers(held, puzzle) ? held : await rateAnew(engine, held, RATING_SEED));
  }
  return kept;
}

const hasSameAnswers = (a, b) => a.solution === b.solution && a.alternatives === b.alternatives;

/** An order in which the puzzles at the beginning are a sample of all. */
function inSampleOrder(puzzles) {
  const hash = (puzzle) => createHash("sha256").update(nameOf(puzzle)).digest("hex");
  return puzzles
    .map((puzzle) => ({ puzzle, key: hash(puzzle) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ puzzle }) => puzzle);
}

/** The puzzle with the rating that the levels of the engine give it. */
export async function rateAnew(engine, puzzle, seed) {
  const position = positionOf(puzzle);
  const answers = answersOf(puzzle, position);
  return { ...puzzle, rating: await measure(engine, { position, plies: puzzle.plies, answers }, seed) };
}
