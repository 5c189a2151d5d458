/**
 * Finds positions that may be puzzles in a game of the engine with itself: few first moves win by fours and threes, or
 * few moves stop the opponent's win. The positions after a weak reply to a threat count too.
 */

import { label } from "fukumi";

/** The levels of Black and White in turn: they threaten, and do not see every threat. */
const LEVELS = [
  { black: 7, white: 7 },
  { black: 3, white: 3 },
  { black: 8, white: 7 },
  { black: 5, white: 5 },
  { black: 7, white: 8 },
  { black: 3, white: 6 },
  { black: 8, white: 6 },
  { black: 6, white: 3 },
];
/** The level that replies to a threat so that the threat can be carried out. */
const WEAK_LEVEL = 1;
const SIDE = 15;
const MOST_STONES = 70;
/** The first position that may be a puzzle. */
const FEWEST_STONES = 6;
/** Nodes for a win by fours, for one by threats, and for all first moves of a win. */
const NODES = { fours: 5_000, threats: 4_000, firstMoves: 15_000 };
/** Nodes for all defences: a look first, and what decides if the look leaves no more open than this. */
const DEFENCES = { look: 25_000, mostOpen: 40, nodes: 200_000 };
/** Longer wins are too long to calculate on a phone. Of a defence, the threat. */
const PLIES = { fours: [3, 25], threats: [5, 25], trap: [3, 25], defence: [5, 13] };
/** With more first moves that are right, a position is no question. */
export const MOST_ANSWERS = 3;
/** Stones between two defences of a game, and between two wins of the same kind. */
const GAPS = { defence: 4, win: 12 };
/** A defence after which a search sees less than this chance is none. */
const HOPE = { nodes: 6_000, winRate: 0.1 };

/** A game of the engine with itself, from a first stone near the centre. */
async function play(engine, rule, number, seed) {
  const levels = LEVELS[number % LEVELS.length];
  let state = await engine.newGame({ rule, width: SIDE });
  await engine.forget();
  state = await engine.play({ x: 6 + (number % 3), y: 6 + (Math.floor(number / 3) % 3) });
  while (!state.ending && state.stones.length < MOST_STONES) {
    const { move } = await engine.think({ level: levels[state.toMove], seed: seed + state.stones.length });
    state = await engine.play(move);
  }
  return state;
}

export const other = (side) => (side === "black" ? "white" : "black");
/** The position with this side to move. */
export const withTurn = (position, toMove) => ({ ...position, toMove });
/** The position after a move. */
export const after = (position, { x, y }) => ({
  ...position,
  stones: [...position.stones, { x, y, side: position.toMove }],
  toMove: other(position.toMove),
});

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

/** Whether a win ends with a four of White whose only answer is a foul of Black. */
export async function isTrap(engine, position, line) {
  if (position.rule !== "renju" || position.toMove !== "white" || line.length % 2 === 0) return false;
  const { stones, forbidden } = await engine.setPosition(line.reduce(after, position));
  const [five, ...others] = fivePoints(stones);
  return Boolean(five) && others.length === 0 && forbidden.some(({ x, y }) => x === five.x && y === five.y);
}

const isWithin = (plies, [least, most]) => plies >= least && plies <= most;

/** The win of the side to move, if there is one: its kind, and how long it takes. */
export async function win(engine, position) {
  await engine.setPosition(position);
  let found = await engine.solve({ threats: "fours", nodes: NODES.fours, shortest: true });
  if (found.verdict !== "win") found = await engine.solve({ nodes: NODES.threats });
  if (found.verdict !== "win") return null;
  const isByFoul = await isTrap(engine, position, found.line);
  return { kind: isByFoul ? "trap" : found.threats === "fours" ? "fours" : "threats", found };
}

/**
 * The puzzle of a win, if few first moves win by threats. Where the opponent could make a five, the first move is no
 * question.
 */
async function attack(engine, position, { kind, found }) {
  if (!isWithin(found.plies, PLIES[kind])) return null;
  await engine.setPosition(withTurn(position, other(position.toMove)));
  if ((await engine.solve({ threats: "fours", nodes: NODES.fours, shortest: true })).plies === 1) return null;
  await engine.setPosition(position);
  const { firstMoves } = await engine.winningMoves({ nodes: NODES.firstMoves });
  if (firstMoves.length > MOST_ANSWERS || firstMoves.some(({ verdict }) => verdict !== "win")) return null;
  return puzzle(kind, position, found.plies, found.line);
}

/** The puzzle of a threat of the opponent, if few moves are proven to stop it, and every other one not to. */
async function defence(engine, position, { found }) {
  if (!isWithin(found.plies, PLIES.defence)) return null;
  const replies = await decidedReplies(engine, position);
  const holding = replies.filter(({ verdict }) => verdict === "no-win").map(({ move }) => move);
  if (holding.length === 0 || holding.length > MOST_ANSWERS) return null;
  await engine.forget();
  const { move, lines } = await engine.think({ nodes: HOPE.nodes });
  if (lines[0].winRate < HOPE.winRate) return null;
  const isBest = ({ x, y }) => x === move.x && y === move.y;
  const [first, ...others] = [...holding.filter(isBest), ...holding.filter((one) => !isBest(one))];
  const alternatives = others.length > 0 && { alternatives: namesOf(others) };
  return { ...puzzle("defence", position, found.plies, [first]), ...alternatives };
}

/** All replies to a threat, if the solver decides each of them; else none. */
async function decidedReplies(engine, position) {
  await engine.setPosition(position);
  const ask = async (nodes) => {
    const { replies } = await engine.defences({ nodes });
    const count = (which) => replies.filter(({ verdict }) => verdict === which).length;
    return { replies, open: count("unknown"), holding: count("no-win") };
  };
  const look = await ask(DEFENCES.look);
  if (look.open > DEFENCES.mostOpen || look.holding > MOST_ANSWERS) return [];
  const { replies, open } = look.open === 0 ? look : await ask(DEFENCES.nodes);
  return open === 0 ? replies : [];
}

const namesOf = (points) => points.map((point) => label(point, { width: SIDE, height: SIDE })).join(" ");

function puzzle(kind, { rule, stones }, plies, solution) {
  return { kind, rule, size: [SIDE, SIDE], moves: namesOf(stones), plies, solution: namesOf(solution) };
}

/** The candidates of a game of the wanted kinds. Those of one kind lie apart. */
export async function candidates(engine, rule, number, seed, isWanted) {
  const { stones } = await play(engine, rule, number, seed);
  const found = [];
  /** From which stone on each kind may be found. */
  const free = {};
  for (let played = FEWEST_STONES; played < stones.length; played++) {
    const isNew = (kind) => isWanted(kind) && played >= (free[kind] ?? 0);
    const add = (one) => {
      if (!one) return;
      found.push(one);
      free[one.kind] = played + (one.kind === "defence" ? GAPS.defence : GAPS.win);
    };
    const toMove = played % 2 ? "white" : "black";
    const position = { rule, width: SIDE, height: SIDE, stones: stones.slice(0, played), toMove };
    const won = await win(engine, position);
    if (won) {
      if (isNew(won.kind)) add(await attack(engine, position, won));
      continue;
    }
    const threat = await win(engine, withTurn(position, other(toMove)));
    if (!threat) continue;
    if (isNew("defence")) add(await defence(engine, position, threat));
    if (isNew(threat.kind)) add(await afterWeakReply(engine, position, seed + played, isNew));
  }
  return found;
}

/** The puzzle of carrying out a threat after a weak reply to it. */
async function afterWeakReply(engine, position, seed, isNew) {
  await engine.setPosition(position);
  await engine.forget();
  const { move } = await engine.think({ level: WEAK_LEVEL, seed });
  const replied = after(position, move);
  const { ending } = await engine.setPosition(replied);
  const won = ending ? null : await win(engine, replied);
  return won && isNew(won.kind) ? attack(engine, replied, won) : null;
}
