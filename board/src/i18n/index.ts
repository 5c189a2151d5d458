/**
 * The words of the page, in the language that is spoken.
 *
 * A key that ends in a plural category (`.one`, `.other`, …) is chosen by the number `n` of its parameters.
 */

import { roundedChance } from "../core/tree";
import type en from "./en.json";

type WithCategory = keyof typeof en;
/** The name of a text, without the plural category. */
export type Key = WithCategory extends infer K
  ? K extends `${infer Base}.other` | `${infer Base}.one`
    ? Base
    : K
  : never;
export type Parameters = Record<string, string | number>;
/** Texts by their keys. */
export type Texts = Record<string, string>;

let language = "en";
let texts: Texts = {};
let plural = new Intl.PluralRules(language);

export const currentLanguage = (): string => language;

/** From now on speaks a language with these texts. */
export function speak(tag: string, words: Texts): void {
  language = tag;
  texts = words;
  plural = new Intl.PluralRules(tag);
}

/** The text of a key, with `{name}` replaced by the parameter of that name. */
export function t(key: Key, parameters: Parameters = {}): string {
  const n = parameters["n"];
  const category = typeof n === "number" ? texts[`${key}.${plural.select(n)}`] : undefined;
  const text = texts[key] ?? category ?? texts[`${key}.other`] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole));
}

/** A share of 1 as percent, in the way of the language. */
export function percent(rate: number, digits = 0): string {
  return new Intl.NumberFormat(language, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(rate);
}

/** A chance of winning as percent; 0 and 100 % are proven results. */
export const chancePercent = (chance: number, digits = 0): string => percent(roundedChance(chance, digits), digits);

/** A whole number, in the way of the language. */
export const count = (number: number): string => new Intl.NumberFormat(language).format(number);

/** A change as a whole number with its sign, in the way of the language. */
export const signed = (number: number): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 0, signDisplay: "exceptZero" }).format(number);

/** A day, with the name of its weekday. */
export const day = (date: Date): string =>
  new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" }).format(date);

/** The time of the day. */
export const clockTime = (date: Date): string =>
  new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" }).format(date);
