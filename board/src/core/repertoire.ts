/**
 * The user's own openings: which moves are asked for, what is due, and where a game leaves them.
 *
 * The one idea: a position is known by the key that the engine gives it, and so is a move, by the key of the position
 * after it. Symmetric positions, and those reached by other move orders, are then the same without further ado.
 */

import type { Color } from "./geometry";
import { BOX_DAYS, type Slot, missed, repeated } from "./schedule";
import type { Move } from "./tree";

/** A position of an opening. */
export interface Station {
  readonly key: string;
  readonly turn: Color;
  /** The moves that lead to it. */
  readonly path: readonly Move[];
  /** The keys of the positions that follow it in the opening. */
  readonly next: readonly string[];
}

/** A position in which the user's side is to move, and what its opening has. */
export interface Question {
  readonly key: string;
  readonly path: readonly Move[];
  /** The keys of the positions after the moves that are right. */
  readonly answers: ReadonlySet<string>;
}

/** The openings of one side, together. */
export interface Book {
  readonly side: Color;
  readonly questions: ReadonlyMap<string, Question>;
  /** All positions that are in it, and those of them after which it goes on. */
  readonly positions: ReadonlySet<string>;
  readonly inner: ReadonlySet<string>;
}

/** The book of openings of one side. Of equal positions, the answers are put together. */
export function bookOf(side: Color, openings: readonly (readonly Station[])[]): Book {
  const questions = new Map<string, Question>();
  const [positions, inner] = [new Set<string>(), new Set<string>()];
  for (const { key, turn, path, next } of openings.flat()) {
    positions.add(key);
    if (next.length === 0) continue;
    inner.add(key);
    if (turn !== side) continue;
    const known = questions.get(key);
    const answers = new Set([...(known?.answers ?? []), ...next]);
    questions.set(key, { key, path: known?.path ?? path, answers });
  }
  return { side, questions, positions, inner };
}

/** When questions come back, by their keys. One that is not there was never asked. */
export type Cards = Readonly<Record<string, Slot>>;

/** The box of what has been learnt, which does not come back. */
const LEARNT = BOX_DAYS.length;

/** What is due on a day: what comes back, the longest overdue first, and then what is new, the shortest lines first. */
export function dueOn(book: Book, cards: Cards, today: number): readonly Question[] {
  const all = [...book.questions.values()].map((question) => ({ question, slot: cards[question.key] ?? null }));
  const isDue = (slot: Slot | null) => slot === null || (slot.box < LEARNT && slot.due <= today);
  const order = ({ question, slot }: (typeof all)[number]) => [slot?.due ?? Infinity, question.path.length] as const;
  return all
    .filter(({ slot }) => isDue(slot))
    .sort((a, b) => {
      const [[dueA, lengthA], [dueB, lengthB]] = [order(a), order(b)];
      return dueA === dueB ? lengthA - lengthB : dueA - dueB;
    })
    .map(({ question }) => question);
}

/** The cards after an answer. What is new comes back tomorrow in any case. */
export function withAnswer(cards: Cards, key: string, isRight: boolean, today: number): Cards {
  const before = cards[key];
  const slot = before ? repeated(before, isRight, today) : missed(today);
  return { ...cards, [key]: slot ?? { box: LEARNT, due: today } };
}

/** Where a game is no longer in a book, as the number of moves before it. */
export type Departure =
  /** The user's side played another move than the book has there. */
  | { readonly kind: "own"; readonly at: number; readonly question: Question }
  /** The other side played a move that the book does not have. */
  | { readonly kind: "other"; readonly at: number }
  /** The book, or the game, ends. */
  | { readonly kind: "end"; readonly at: number }
  /** The game was never in the book. */
  | { readonly kind: "foreign" };

/**
 * Where a game leaves a book for the last time: it may come back by another move order. Its positions are known by their
 * keys, the one before the first move first.
 */
export function departureOf(keys: readonly string[], book: Book): Departure {
  const at = keys.findLastIndex((key) => book.positions.has(key));
  const key = keys[at];
  if (key === undefined) return { kind: "foreign" };
  if (at + 1 === keys.length || !book.inner.has(key)) return { kind: "end", at };
  const question = book.questions.get(key);
  return question ? { kind: "own", at, question } : { kind: "other", at };
}

/** An opening as it is kept: a game in SGF, and the side whose moves are asked for. */
export interface KeptOpening {
  readonly name: string;
  readonly side: Color;
  readonly sgf: string;
}

export interface KeptRepertoire {
  readonly openings: readonly KeptOpening[];
  readonly cards: Cards;
}

const isSame = (one: KeptOpening, other: KeptOpening): boolean => one.side === other.side && one.sgf === other.sgf;

/** Those of some openings that are not kept. */
export const missingIn = ({ openings }: KeptRepertoire, some: readonly KeptOpening[]): readonly KeptOpening[] =>
  some.filter((one) => !openings.some((other) => isSame(one, other)));

/** What is kept after openings were added, without those that are there already. */
export const withOpenings = (kept: KeptRepertoire, added: readonly KeptOpening[]): KeptRepertoire => ({
  openings: [...kept.openings, ...missingIn(kept, added)],
  cards: kept.cards,
});

/** What is kept after an opening was removed. */
export const withoutOpening = ({ openings, cards }: KeptRepertoire, removed: KeptOpening): KeptRepertoire => ({
  openings: openings.filter((opening) => !isSame(opening, removed)),
  cards,
});

/** Reads what was kept from a text that may be anything. What makes no sense is left out. */
export function parseRepertoire(text: string | null): KeptRepertoire {
  let stored: unknown = null;
  try {
    stored = JSON.parse(text ?? "null");
  } catch {
    // Nothing that can be read is nothing.
  }
  const { openings, cards } = isFields(stored) ? stored : {};
  return {
    openings: Array.isArray(openings) ? openings.filter(isOpening) : [],
    cards: Object.fromEntries(Object.entries(isFields(cards) ? cards : {}).filter(([, slot]) => isSlot(slot))) as Cards,
  };
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isOpening = (value: unknown): value is KeptOpening =>
  isFields(value) &&
  typeof value["name"] === "string" &&
  typeof value["sgf"] === "string" &&
  (value["side"] === "black" || value["side"] === "white");

function isSlot(value: unknown): value is Slot {
  if (!isFields(value)) return false;
  const { box, due } = value as Partial<Slot>;
  return Number.isInteger(box) && box! >= 0 && box! <= LEARNT && Number.isInteger(due);
}
