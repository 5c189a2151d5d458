/**
 * Makes the puzzles that come with the page: the engine plays games against itself, and its solver looks in them for
 * positions in which exactly one first move wins by fours and threes, or exactly one move does not lose. A long search
 * then checks every puzzle, as `check-puzzles.js` does alone.
 *
 *     node board/scripts/make-puzzles.js STATE [SEED] > board/src/puzzles.json
 *
 * Needs the built package of the engine. Keeps every finished game in the file STATE, and every check in STATE.checks, so
 * that the same command goes on where it was interrupted. The same seed gives the same puzzles: the games are played,
 * and the puzzles rated, at levels that count positions, not time.
 */

import { createEngine, label } from "fukumi";
import { CHECK_MEMORY_BYTES, CHECK_NODES, checkAll } from "./puzzle-check.js";
import { nameOf, textOf } from "./puzzle-file.js";
import { measure } from "./puzzle-rating.js";
import { openState } from "./state-file.js";

/** How many games are played by each rule. */
const GAMES = { renju: 570, freestyle: 700, standard: 632, caro: 360 };
/** And how many after them, for what is rare alone: traps and defences. */
const FURTHER = { renju: 800, freestyle: 100, standard: 100, caro: 100 };
const RARE = ["trap", "defence"];
/** The levels of Black and White in turn: they threaten, and do not see every threat. */
const LEVELS = [
  { black: 3, white: 3 },
  { black: 5, white: 5 },
  { black: 3, white: 6 },
  { black: 6, white: 3 },
];
const SIDE = 15;
const MOST_STONES = 70;
/** Nodes for a win by fours, for one by threats, for all first moves of a win, and for all defences. */
const NODES = { fours: 5_000, threats: 4_000, firstMoves: 15_000, defences: 25_000 };
/** Longer wins are too long to calculate on a phone. Of a defence, the threat. */
const PLIES = { fours: [3, 25], threats: [5, 25], trap: [3, 25], defence: [5, 13] };
/** Stones between two defences of a game. */
const GAP = 4;
/** A defence after which a search sees less than this chance is none. */
const HOPE = { nodes: 6_000, winRate: 0.1 };
/** Rules that are worked on at the same time. */
const LANES = 4;

const [stateFile, seedText = "1"] = process.argv.slice(2);
if (!stateFile || !/^\d+$/.test(seedText)) {
  console.error("usage: node board/scripts/make-puzzles.js STATE [SEED]");
  process.exit(2);
}
const seed = Number(seedText);
/** The games that are done: rule, number, puzzles. */
const state = openState(stateFile, { seed });

/** A game of the engine with itself, from a first stone near the centre. */
async function play(engine, rule, number) {
  const levels = LEVELS[number % LEVELS.length];
  let state = await engine.newGame({ rule, width: SIDE });
  await engine.forget();
  state = await engine.play({ x: 6 + (number % 3), y: 6 + (Math.floor(number / 3) % 3) });
  while (!state.ending && state.stones.length < MOST_STONES) {
    const level = levels[state.toMove];
    const { move } = await engine.think({ level, seed: seed * 1_000_000 + number * 1000 + state.stones.length });
    state = await engine.play(move);
  }
  return state;
}

/** The points on which a white stone makes five or more in a row. */
function fivePoints(stones) {
  const cells = new Map(stones.map(({ x, y, side }) => [x + y * SIDE, side]));
  const isWhite = (x, y) => x >= 0 && y >= 0 && x < SIDE && y < SIDE && cells.get(x + y * SIDE) === "white";
  const run = (x, y, dx, dy) => (isWhite(x + dx, y + dy) ? 1 + run(x + dx, y + dy, dx, dy) : 0);
  const directions = [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ];
  const points = [];
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      if (cells.has(x + y * SIDE)) continue;
      if (directions.some(([dx, dy]) => 1 + run(x, y, dx, dy) + run(x, y, -dx, -dy) >= 5)) points.push({ x, y });
    }
  }
  return points;
}

const other = (side) => (side === "black" ? "white" : "black");

/** Whether a win ends with a four of White whose only answer is a foul of Black. */
async function isTrap(engine, position, line) {
  if (position.rule !== "renju" || position.toMove !== "white" || line.length % 2 === 0) return false;
  const played = line.map((point, index) => ({ ...point, side: index % 2 ? "black" : "white" }));
  const { stones, forbidden } = await engine.setPosition({
    ...position,
    stones: [...position.stones, ...played],
    toMove: "black",
  });
  const [five, ...others] = fivePoints(stones);
  return Boolean(five) && others.length === 0 && forbidden.some(({ x, y }) => x === five.x && y === five.y);
}

const isWithin = (plies, [least, most]) => plies >= least && plies <= most;

/** The win of the side to move, if there is one: its kind, and how long it takes. */
async function win(engine, position) {
  await engine.setPosition(position);
  let found = await engine.solve({ threats: "fours", nodes: NODES.fours, shortest: true });
  if (found.verdict !== "win") found = await engine.solve({ nodes: NODES.threats });
  if (found.verdict !== "win") return null;
  const isByFoul = await isTrap(engine, position, found.line);
  return { kind: isByFoul ? "trap" : found.threats === "fours" ? "fours" : "threats", found };
}

/**
 * The puzzle of a win, if every other first move is proven not to win by threats. Where the opponent could make a five,
 * the first move is no question.
 */
async function unique(engine, position, kind, found) {
  await engine.setPosition({ ...position, toMove: other(position.toMove) });
  if ((await engine.solve({ threats: "fours", nodes: NODES.fours, shortest: true })).plies === 1) return null;
  await engine.setPosition(position);
  const { firstMoves } = await engine.winningMoves({ nodes: NODES.firstMoves });
  if (firstMoves.length !== 1 || firstMoves[0].verdict !== "win") return null;
  return { kind, position, plies: found.plies, solution: found.line };
}

/** The puzzle of a threat of the opponent, if one move is proven to stop it, and every other one not to. */
async function defence(engine, position) {
  await engine.setPosition({ ...position, toMove: other(position.toMove) });
  const threat = await engine.solve({ nodes: NODES.threats });
  if (threat.verdict !== "win" || !isWithin(threat.plies, PLIES.defence)) return null;
  await engine.setPosition(position);
  if ((await engine.solve({ nodes: NODES.threats })).verdict === "win") return null;
  const { replies } = await engine.defences({ nodes: NODES.defences });
  const [holding, ...others] = replies.filter(({ verdict }) => verdict !== "win");
  if (holding?.verdict !== "no-win" || others.length > 0) return null;
  await engine.forget();
  const { lines } = await engine.think({ nodes: HOPE.nodes });
  if (lines[0].winRate < HOPE.winRate) return null;
  return { kind: "defence", position, plies: threat.plies, solution: [holding.move] };
}

const isWanted = (rule, number, kind) => number < GAMES[rule] || RARE.includes(kind);

/** The puzzles of a game: the first one of each kind of win, and defences that lie apart. */
async function puzzlesOf(engine, rule, number) {
  const { stones } = await play(engine, rule, number);
  const puzzles = [];
  let free = 6;
  for (let played = free; played < stones.length; played++) {
    const toMove = played % 2 ? "white" : "black";
    const position = { rule, width: SIDE, height: SIDE, stones: stones.slice(0, played), toMove };
    const won = await win(engine, position);
    let puzzle = null;
    if (!won) {
      if (played >= free) puzzle = await defence(engine, position);
      if (puzzle) free = played + GAP;
    } else {
      const { kind, found } = won;
      const isNew = isWanted(rule, number, kind) && puzzles.every((known) => known.kind !== kind);
      if (isNew && isWithin(found.plies, PLIES[kind])) puzzle = await unique(engine, position, kind, found);
    }
    if (puzzle) puzzles.push(await finish(engine, puzzle, number));
  }
  return puzzles;
}

const names = (points) => points.map((point) => label(point, { width: SIDE, height: SIDE })).join(" ");

async function finish(engine, { kind, position, plies, solution }, number) {
  const rating = await measure(engine, { position, plies, answers: [solution[0]] }, seed * 1_000_000 + number * 1000);
  const { rule, stones } = position;
  return { kind, rating, rule, size: [SIDE, SIDE], moves: names(stones), plies, solution: names(solution) };
}

const games = [...state.entries];
const rules = Object.keys(GAMES);

/** Works on one rule after the other until none is left. */
async function work() {
  const engine = await createEngine({ memoryBytes: 16 << 20 });
  for (let rule = rules.shift(); rule; rule = rules.shift()) {
    for (
      let number = games.filter((game) => game.rule === rule).length;
      number < GAMES[rule] + FURTHER[rule];
      number++
    ) {
      const game = { rule, number, puzzles: await puzzlesOf(engine, rule, number) };
      games.push(game);
      state.add(game);
      console.error(
        `${rule}, game ${number}: ${game.puzzles.map(({ kind, rating }) => `${kind} ${rating}`).join(", ")}`,
      );
    }
  }
  engine.close();
}
await Promise.all(Array.from({ length: LANES }, work));

// Two games may begin alike.
const puzzles = new Map();
for (const game of games.filter(({ rule, number }) => number < GAMES[rule] + FURTHER[rule]))
  for (const puzzle of game.puzzles.filter(({ kind }) => isWanted(game.rule, game.number, kind)))
    puzzles.set(nameOf(puzzle), puzzle);

const checker = await createEngine({ memoryBytes: CHECK_MEMORY_BYTES });
const held = await checkAll(checker, [...puzzles.values()], `${stateFile}.checks`);
checker.close();
process.stdout.write(textOf({ made: `seed ${seed}`, checked: CHECK_NODES, puzzles: held }));
