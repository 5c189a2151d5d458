/**
 * Makes the games that the explorer comes with: the engine plays against itself, by freestyle and standard from the first
 * stone on, and by renju from each of the 26 openings.
 *
 *     node board/scripts/make-games.js [SEED] > board/src/selfplay.txt
 *
 * The same seed gives the same games: the engine searches so many positions, not so long.
 */

import { createEngine } from "fukumi";

/** Games without an opening by each rule, and from each opening of renju. */
const FREE = 400;
const NAMED = 20;
/** Positions searched for each move. */
const NODES = 4000;
/**
 * Up to this stone a move is drawn from the best lines. One whose chance of winning is this much lower is drawn 2.7 times
 * more rarely.
 */
const DRAWN = 10;
const LINES = 4;
const SPREAD = 0.06;
const CENTRE = { x: 7, y: 7 };

const seed = Number(process.argv[2] ?? 1);
const engine = await createEngine({ memoryBytes: 16 << 20 });

/** Numbers from 0 to 1 that are the same for the same start (Park and Miller). */
function lots(start) {
  let state = (start % 2147483646) + 1;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** The first three stones of each opening: the centre, and one of the points that symmetry makes the same. */
async function openings() {
  const found = new Map();
  for (const second of [
    { x: 7, y: 6 },
    { x: 8, y: 6 },
  ]) {
    for (let y = 5; y <= 9; y++) {
      for (let x = 5; x <= 9; x++) {
        const third = { x, y };
        if ([CENTRE, second].some((taken) => taken.x === x && taken.y === y)) continue;
        const stones = [CENTRE, second, third].map((point, index) => ({
          ...point,
          side: index === 1 ? "white" : "black",
        }));
        const { opening } = await engine.setPosition({ rule: "renju", stones });
        if (opening && !found.has(opening.code)) found.set(opening.code, [CENTRE, second, third]);
      }
    }
  }
  if (found.size !== 26) throw new Error(`${found.size} openings`);
  return [...found.values()];
}

/** The move of one of these lines, by lot; the best one if it is proven what it leads to. */
function drawn(lines, lot) {
  if (lines[0].plies !== null) return lines[0].moves[0];
  const weights = lines.map(({ winRate }) => Math.exp((winRate - lines[0].winRate) / SPREAD));
  let left = lot() * weights.reduce((sum, weight) => sum + weight, 0);
  return lines[weights.findIndex((weight) => (left -= weight) <= 0)].moves[0];
}

/** A game from an opening, as a line. */
async function play(rule, opening, lot) {
  let state = await engine.newGame({ rule });
  for (const point of opening) state = await engine.play(point);
  while (!state.ending && state.stones.length < 225) {
    const isDrawn = state.stones.length < DRAWN;
    const { move, lines } = await engine.think({ nodes: NODES, ...(isDrawn && { lines: LINES }) });
    state = await engine.play(isDrawn && lines.length > 0 ? drawn(lines, lot) : move);
  }
  const moves = state.stones.map(({ x, y }) => ({ x, y }));
  const line = await engine.writeGame({ rule, moves }, "record");
  return `${line.trim()} result=${state.ending?.winner?.[0] ?? "draw"}`;
}

const plan = [
  ...["freestyle", "standard"].flatMap((rule) => Array.from({ length: FREE }, () => [rule, [CENTRE]])),
  ...(await openings()).flatMap((opening) => Array.from({ length: NAMED }, () => ["renju", opening])),
];
const written = new Set();
for (const [index, [rule, opening]] of plan.entries()) {
  const line = await play(rule, opening, lots(seed * 1_000_000 + index * 7919));
  if (!written.has(line)) console.log(line);
  written.add(line);
}
engine.close();
