/**
 * The words of the page. Each language is a file of its own; docs/board.md says how to add one.
 *
 * A key that ends in a plural category (`.one`, `.other`, …) is chosen by the number `n` of its parameters.
 */

import en from "./en.json";

type WithCategory = keyof typeof en;
/** The name of a text, without the plural category. */
export type Key = WithCategory extends infer K
  ? K extends `${infer Base}.other` | `${infer Base}.one`
    ? Base
    : K
  : never;
export type Parameters = Record<string, string | number>;
type Texts = Record<string, string>;

/** The languages: what each is called by those who speak it, and where its words are. */
export const LANGUAGES: Record<string, { name: string; load: () => Promise<Texts> }> = {
  en: { name: "English", load: async () => en },
  de: { name: "Deutsch", load: async () => (await import("./de.json")).default },
  zh: { name: "中文", load: async () => (await import("./zh.json")).default },
};

let language = "en";
let texts: Texts = en;
let plural = new Intl.PluralRules("en");

export const currentLanguage = (): string => language;

/** The language that fits what the user's browser prefers. */
export function preferredLanguage(wanted: readonly string[] = globalThis.navigator?.languages ?? []): string {
  return wanted.map((tag) => tag.toLowerCase().split("-")[0]!).find((tag) => tag in LANGUAGES) ?? "en";
}

export async function setLanguage(tag: string): Promise<void> {
  const known = LANGUAGES[tag];
  if (!known) return;
  texts = await known.load();
  language = tag;
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

/** A whole number, in the way of the language. */
export const count = (number: number): string => new Intl.NumberFormat(language).format(number);
