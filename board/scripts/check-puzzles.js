/**
 * Checks the puzzles of a file, and prints those that hold, with all first moves that are proven to win.
 *
 *     node board/scripts/check-puzzles.js STATE [FILE] [PROGRAM] > checked.json
 *
 * Needs the built package of the engine. FILE is board/src/puzzles.json unless it is given. Each question is answered by
 * a search of 5,000,000 positions, some 15 seconds a puzzle; PROGRAM, the example `ask` of `fukumi-web` as
 * `cargo build --release -p fukumi-web --example ask` builds it, takes 10. The file STATE keeps every answer, so the
 * same command goes on after an interruption.
 */

import { engineOf } from "./native-engine.js";
import { CHECK_NODES, checkAll } from "./puzzle-check.js";
import { readPuzzles, textOf } from "./puzzle-file.js";

const [stateFile, file, program] = process.argv.slice(2);
if (!stateFile) {
  console.error("usage: node board/scripts/check-puzzles.js STATE [FILE] [PROGRAM]");
  process.exit(2);
}
const { made, puzzles } = readPuzzles(file);
const engine = await engineOf(program);
const held = await checkAll(engine, puzzles, stateFile);
engine.close();
process.stdout.write(textOf({ made, checked: CHECK_NODES, puzzles: held }));
