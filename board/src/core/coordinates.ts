/** How points are named on the page, by the customs of players. Files and links always use {@link LETTERS}. */

import { LETTERS, type Names, columnName } from "./geometry";

/**
 * Letters are columns from the left. Numbers are rows from the bottom, or from the top with `-down`. `no-i` leaves out
 * the letter I, as in Go. `kanji` has numbers for columns and Chinese numerals for rows from the top. With `none` the
 * board has no names; texts use letters.
 */
export const COORDINATES = ["letters", "letters-down", "no-i", "no-i-down", "kanji", "none"] as const;
export type Coordinates = (typeof COORDINATES)[number];

const DIGITS = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];

/** A number from 1 to 99 in Chinese numerals. */
function numeral(number: number): string {
  const tens = Math.floor(number / 10);
  return `${tens > 1 ? DIGITS[tens]! : ""}${tens > 0 ? "十" : ""}${DIGITS[number % 10]!}`;
}

const withoutI = (x: number) => columnName(x < 8 ? x : x + 1).toUpperCase();
const downward = (y: number) => String(y + 1);

/** What each custom calls columns and rows in texts. */
export const NAMES: Readonly<Record<Coordinates, Names>> = {
  letters: LETTERS,
  "letters-down": { ...LETTERS, row: downward },
  "no-i": { ...LETTERS, column: withoutI },
  "no-i-down": { column: withoutI, row: downward },
  kanji: { column: (x) => String(x + 1), row: (y) => numeral(y + 1) },
  none: LETTERS,
};

/** What a custom writes around the board; null for nothing. */
export const namesAround = (custom: Coordinates): Names | null => (custom === "none" ? null : NAMES[custom]);
