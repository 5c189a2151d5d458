// A first program with the npm package: plays, thinks for a second, proves a win, analyses the game.
//
//     node first.mjs h8 g9 i9 g7 g8 i7 j10 k11 f7 e6

import { createEngine, label, parseLabel } from "fukumi";

const engine = await createEngine();
let game = await engine.newGame({ rule: "freestyle" });
for (const text of process.argv.slice(2)) {
  const point = parseLabel(text, game);
  if (!point) throw new Error(`${text} is no point of the board`);
  game = await engine.play(point);
}
const labels = (moves) => moves.map((move) => label(move, game)).join(" ");

const thought = await engine.think({ timeMs: 1000 });
console.log(`best: ${label(thought.move, game)}`);
console.log(`line: ${labels(thought.lines[0]?.moves ?? [thought.move])}`);
const solution = await engine.solve({ timeMs: 1000 });
console.log(`win by force: ${solution.verdict}`);
const analysis = await engine.analyzeGame({ nodes: 2000 });
for (const judged of analysis.moves) {
  if (judged.mark) console.log(`${label(judged.move, game)}: ${judged.mark}`);
}
engine.close();
