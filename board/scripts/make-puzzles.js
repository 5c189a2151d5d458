/**
 * Makes the puzzles that come with the page: the engine plays games against itself, and its solver looks in them for
 * positions in which exactly one first move wins by force.
 *
 *     node board/scripts/make-puzzles.js [SEED] > board/src/puzzles.json
 *
 * The same seed gives the same puzzles: the games are played at levels that count positions, not time.
 */

import { createEngine, label } from "fukumi";

/** How many puzzles there are by each rule, and the level of the games: good enough to threaten, not to prevent. */
const PLAN = [
  { rule: "freestyle", count: 16, level: 7 },
  { rule: "renju", count: 12, level: 7 },
  { rule: "standard", count: 8, level: 7 },
  { rule: "caro", count: 4, level: 7 },
];
const SIDE = 15;
const NODES = 30_000;
/** Wins of fewer plies are seen at a glance, of more they are too long to calculate on a phone. */
const PLIES = { least: 7, most: 25 };

const seed = Number(process.argv[2] ?? 1);
const engine = await createEngine();

/** A game of the engine with itself, from a first stone near the centre. */
async function play(rule, level, number) {
  let state = await engine.newGame({ rule, width: SIDE });
  await engine.forget();
  const first = { x: 6 + (number % 3), y: 6 + (Math.floor(number / 3) % 3) };
  state = await engine.play(first);
  while (!state.ending && state.stones.length < 80) {
    const { move } = await engine.think({ level, seed: seed * 1_000_000 + number * 1000 + state.stones.length });
    state = await engine.play(move);
  }
}

const puzzles = [];
for (const { rule, count, level } of PLAN) {
  let found = 0;
  for (let number = 0; found < count; number++) {
    await play(rule, level, number);
    const inGame = (await engine.findPuzzles({ nodes: NODES, minPlies: PLIES.least })).puzzles;
    const fitting = inGame.filter(({ plies }) => plies <= PLIES.most);
    // One of a game, for its others are often the same win, a move later: best one by fours alone, else the longest.
    const puzzle = fitting.find(({ threats }) => threats === "fours") ?? fitting.sort((a, b) => b.plies - a.plies)[0];
    if (!puzzle) continue;
    found++;
    const names = (points) => points.map((point) => label(point, puzzle.position)).join(" ");
    const size = [SIDE, SIDE];
    puzzles.push({
      size,
      rule,
      moves: names(puzzle.position.stones),
      threats: puzzle.threats,
      plies: puzzle.plies,
      solution: names(puzzle.solution),
    });
    console.error(`${rule}, game ${number}: win in ${puzzle.plies} plies`);
  }
}
engine.close();
puzzles.sort((a, b) => a.plies - b.plies);
const lines = puzzles.map((puzzle) => `    ${JSON.stringify(puzzle)}`);
console.log(`{\n  "made": "node board/scripts/make-puzzles.js ${seed}",\n  "puzzles": [\n${lines.join(",\n")}\n  ]\n}`);
