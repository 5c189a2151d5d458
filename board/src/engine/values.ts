/** Values of positions as SGF has them: `V` is the chance of Black less that of White, so 1 is a win of Black. */

import { parseProperty, writeProperty } from "../core/marks";
import type { Worth } from "../core/tree";

const NAME = "V";
/** Digits after the point. */
const DIGITS = 4;
/** The most that is written of a result that is not proven. */
const MOST = 1 - 10 ** -DIGITS;

const isValue = (property: string): boolean => parseProperty(property)?.name === NAME;

/** What properties say of the worth of a position; null if that is nothing, or a value of another kind. */
export function valueOf(properties: readonly string[] = []): Worth | null {
  const [text] = properties.map(parseProperty).find((property) => property?.name === NAME)?.values ?? [];
  const value = Number(text?.trim() || NaN);
  return Math.abs(value) <= 1 ? { black: (value + 1) / 2 } : null;
}

/** A value as it is written: 1 and -1 are proven results. */
function textOf({ black }: Worth): string {
  const isProven = black <= 0 || black >= 1;
  const value = 2 * black - 1;
  return (isProven ? value : Math.min(MOST, Math.max(-MOST, value))).toFixed(DIGITS);
}

/** The properties with the worth of a position, if it is known. A value that says the same stays as it is written. */
export function withValue(properties: readonly string[] = [], worth: Worth | null): readonly string[] {
  if (!worth) return properties;
  const value = textOf(worth);
  const known = valueOf(properties);
  if (known && textOf(known) === value) return properties;
  return [...properties.filter((one) => !isValue(one)), writeProperty({ name: NAME, values: [String(Number(value))] })];
}
