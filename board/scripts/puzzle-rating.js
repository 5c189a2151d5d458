/**
 * How hard a puzzle is: the rating of a player who would solve it half of the time, measured with the levels of the
 * engine, whose ratings are known from their games.
 */

/** The rating of level 1 on the scale of puzzles, on which the other levels are as far above it as in their games. */
const LEVEL_ONE = 600;
/** How far a puzzle usually is from what its length makes one expect. */
const SPREAD = 300;
/** Seeds for a level that plays at random now and then, and for one that does not. */
const TRIES = { random: 3, steady: 1 };
const LAST_RANDOM_LEVEL = 8;
const SURE_LEVELS = 3;

/** The chance that a player of one rating solves a puzzle of another. */
const chance = (player, puzzle) => 1 / (1 + 10 ** ((puzzle - player) / 400));

/** What one expects before anyone has tried: longer wins are harder. */
const expected = (plies) => 900 + 25 * plies;

/**
 * The most likely rating of a puzzle, from the tries of players with known ratings: the root of the derivative of the
 * likelihood, which falls all the way.
 */
export function fit(tries, plies) {
  const slope = (rating) =>
    (expected(plies) - rating) / SPREAD ** 2 +
    (Math.LN10 / 400) * tries.reduce((sum, { elo, solved }) => sum + chance(elo, rating) - (solved ? 1 : 0), 0);
  let [low, high] = [-2000, 6000];
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    if (slope(middle) > 0) low = middle;
    else high = middle;
  }
  return Math.round((low + high) / 2);
}

/**
 * Lets all levels with a known rating look for one of the right first moves, the weakest first. After some that never failed, those
 * above are taken to solve it.
 */
export async function measure(engine, { position, plies, answers }, seed) {
  const tries = [];
  let sure = 0;
  for (const { number, elo } of engine.levels) {
    if (elo === null) continue;
    const count = number <= LAST_RANDOM_LEVEL ? TRIES.random : TRIES.steady;
    let failed = 0;
    for (let attempt = 0; attempt < count; attempt++) {
      let solved = sure >= SURE_LEVELS;
      if (!solved) {
        await engine.setPosition(position);
        await engine.forget();
        const { move } = await engine.think({ level: number, seed: seed + attempt });
        solved = answers.some(({ x, y }) => move.x === x && move.y === y);
      }
      tries.push({ elo: LEVEL_ONE + elo, solved });
      if (!solved) failed++;
    }
    sure = failed > 0 ? 0 : sure + 1;
  }
  return fit(tries, plies);
}
