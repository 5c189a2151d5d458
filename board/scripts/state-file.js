/** A file of finished work, one JSON object a line, with which an interrupted command goes on. */

import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";

/** What a file says its work is, and what of it is finished. */
export function readState(file) {
  const [work, ...entries] = readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  return { work, entries };
}

/**
 * Reads what is finished. The first line says what the work is: a file of other work is refused. A line that was cut off
 * is removed.
 */
export function openState(file, work) {
  const first = JSON.stringify(work);
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  if (lines.length < 2) {
    writeFileSync(file, `${first}\n`);
    return { entries: [], add: addTo(file) };
  }
  if (lines[0] !== first) throw new Error(`${file} begins with ${lines[0]}, not with ${first}`);
  if (lines.at(-1) !== "") writeFileSync(file, `${lines.slice(0, -1).join("\n")}\n`);
  return { entries: lines.slice(1, -1).map((line) => JSON.parse(line)), add: addTo(file) };
}

const addTo = (file) => (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`);
