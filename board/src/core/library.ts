/** The games that the user keeps: what is known of each, and how one is found. */

import { isRule, type Rule } from "./rules";

/** How a game ended; null if that is not known. */
export type Result = "black" | "white" | "draw" | null;

/** A day as games write it: `2026-11-27`. */
export const isoDay = (day: Date): string =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** What a list shows of a game. */
export interface Facts {
  /** The same for games with the same rule, size, players, stones and moves, mirror images included. */
  readonly key: string;
  readonly title: string;
  readonly rule: Rule;
  readonly width: number;
  readonly height: number;
  readonly black: string;
  readonly white: string;
  readonly event: string;
  readonly date: string;
  readonly result: Result;
  /** Moves of the main line. */
  readonly moves: number;
  /** Code and name, such as `D4 Kagetsu 花月`; empty if it is none of the 26. */
  readonly opening: string;
}

/** A game as SGF, and what a list shows of it. */
export interface Written {
  readonly facts: Facts;
  readonly sgf: string;
}

/** A game of the library. */
export interface Entry extends Facts {
  readonly id: number;
  /** When it was put there, in milliseconds; the same for all games of a file. */
  readonly added: number;
}

/** What to look for; an empty field leaves it open. */
export interface Query {
  /** Words that all have to be in the title, the names, the event, the date or the opening. */
  readonly words: string;
  readonly rule: Rule | "";
  readonly result: "black" | "white" | "draw" | "unknown" | "";
}

export const EVERYTHING: Query = { words: "", rule: "", result: "" };

/** The newest first; the games of a file as they are in it. */
export const byAge = (one: Entry, other: Entry): number => other.added - one.added || one.id - other.id;

/** Letters without accents and case, so that `soosorv` finds `Soosõrv`. */
const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** What the words of a query are looked for in, made when it is first asked for. */
const texts = new WeakMap<Entry, string>();

function textOf(entry: Entry): string {
  let text = texts.get(entry);
  if (text === undefined) {
    const { title, black, white, event, date, opening } = entry;
    texts.set(entry, (text = plain([title, black, white, event, date, opening].join("\n"))));
  }
  return text;
}

/** The games that a query looks for, in the same order. */
export function search(entries: readonly Entry[], { words, rule, result }: Query): readonly Entry[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0 && !rule && !result) return entries;
  return entries.filter(
    (entry) =>
      (!rule || entry.rule === rule) &&
      (!result || (entry.result ?? "unknown") === result) &&
      wanted.every((word) => textOf(entry).includes(word)),
  );
}

/** Whether something from a storage is an entry, so that what another version has kept does no harm. */
export function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const entry = value as { readonly [K in keyof Entry]?: unknown };
  const has = (type: string, ...fields: (keyof Entry)[]) => fields.every((field) => typeof entry[field] === type);
  return (
    has("number", "id", "added", "width", "height", "moves") &&
    has("string", "key", "title", "black", "white", "event", "date", "opening", "rule") &&
    isRule(entry.rule as string)
  );
}
