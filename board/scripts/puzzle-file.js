/** The file of the puzzles that come with the page. */

import { readFileSync } from "node:fs";

const SHIPPED = new URL("../src/puzzles.json", import.meta.url);

/** The file that the page has, or another one. */
export const readPuzzles = (file = SHIPPED) => JSON.parse(readFileSync(file, "utf8"));

/** What a puzzle is known by. */
export const nameOf = ({ rule, kind, moves }) => `${rule} ${kind} ${moves}`;

const byRating = (a, b) => a.rating - b.rating || (`${a.rule} ${a.moves}` < `${b.rule} ${b.moves}` ? -1 : 1);

/** The text of the file: how the puzzles were made, the positions of the searches that checked them, one a line. */
export function textOf({ made, checked, puzzles }) {
  const lines = [...puzzles].sort(byRating).map((puzzle) => `    ${JSON.stringify(puzzle)}`);
  return `{\n  "made": ${JSON.stringify(made)},\n  "checked": ${checked},\n  "puzzles": [\n${lines.join(",\n")}\n  ]\n}\n`;
}
