/**
 * Prints the puzzles of the page with those that `make-puzzles.js` has made so far, and with the best replies in their
 * solutions.
 *
 *     node board/scripts/merge-puzzles.js STATE [PROGRAM] > merged.json
 */

import { engineOf } from "./native-engine.js";
import { nameOf, readPuzzles, textOf } from "./puzzle-file.js";
import { withBestReplies } from "./puzzle-replies.js";
import { readState } from "./state-file.js";

const [stateFile, program] = process.argv.slice(2);
if (!stateFile) {
  console.error("usage: node board/scripts/merge-puzzles.js STATE [PROGRAM]");
  process.exit(2);
}
const { made, checked, puzzles } = readPuzzles();
const { work, entries } = readState(stateFile);
// What the page has already stays as it is, whatever another run of the same seed has made of it.
const all = new Map([...entries.flatMap((game) => game.puzzles), ...puzzles].map((puzzle) => [nameOf(puzzle), puzzle]));
const source = `seed ${work.seed}`;
const engine = await engineOf(program);
const merged = [];
for (const puzzle of all.values()) merged.push(await withBestReplies(engine, puzzle));
engine.close();
const sources = made.split(", ");
process.stdout.write(textOf({ made: [...new Set([...sources, source])].join(", "), checked, puzzles: merged }));
