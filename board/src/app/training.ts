/** What the user has learnt so far, kept in the browser's storage: rating, puzzles, repetitions, the lesson. */

import { LESSON } from "../core/lesson";
import { type Days, parseDays, withDaily, withTry } from "../core/progress";
import { NEW_PLAYER, type Rating, rated } from "../core/rating";
import { type Slot, dayOf, missed, repeated } from "../core/schedule";
import type { App } from "./app";
import { storage } from "./storage";
import { type StoredTask, type Task, isPlayed, keyOf, store, unstore } from "./tasks";

/** A task that comes back. */
interface Card extends Slot {
  readonly task: StoredTask;
}

interface Kept {
  rating: Rating;
  /** The change of the rating by the last puzzle. */
  change: number;
  /** The keys of rated puzzles that were tried, the last one at the end, and of those that were solved at once. */
  tried: string[];
  solved: string[];
  /** By the keys of their tasks. */
  cards: Record<string, Card>;
  /** Steps of the lesson that were solved. */
  lesson: number[];
  /** What was done day by day. */
  days: Days;
}

const NAME = "fukumi-training";
/** No more than so many come back: others wait until some of them have been learnt. */
const MOST_CARDS = 500;

export class Training {
  private kept = parse(storage.get(NAME));

  constructor(
    private readonly app: App,
    private readonly now = () => new Date(),
  ) {
    storage.follow(NAME, (text) => {
      this.kept = parse(text);
      app.changed("training");
    });
  }

  get rating(): Rating {
    return this.kept.rating;
  }

  get change(): number {
    return this.kept.change;
  }

  /** How many rated puzzles were tried, and how many of them were solved at once. */
  get counts(): { readonly tried: number; readonly solved: number } {
    return { tried: this.kept.tried.length, solved: this.kept.solved.length };
  }

  get days(): Days {
    return this.kept.days;
  }

  /** The number of the day by the clock of the user. */
  get today(): number {
    return dayOf(this.now());
  }

  get lesson(): readonly number[] {
    return this.kept.lesson;
  }

  /** What comes back today or should have come back before: that first. */
  get due(): readonly Task[] {
    return Object.values(this.kept.cards)
      .filter(({ due }) => due <= this.today)
      .sort((a, b) => a.due - b.due)
      .map(({ task }) => unstore(task)!);
  }

  /** How many come back later, and when the next of them does. */
  get later(): { readonly n: number; readonly date: Date | null } {
    const days = Object.values(this.kept.cards).flatMap(({ due }) => (due > this.today ? [due - this.today] : []));
    if (days.length === 0) return { n: 0, date: null };
    const date = this.now();
    date.setDate(date.getDate() + Math.min(...days));
    return { n: days.length, date };
  }

  /** When a rated puzzle was tried, as a number that grows with time; -1 if it was not. */
  triedAt(task: Task): number {
    return this.kept.tried.indexOf(keyOf(task));
  }

  /** Counts a puzzle. The rating changes when it is tried for the first time; if it was missed, it comes back. */
  answered(task: Task, isSolved: boolean): void {
    const { kept } = this;
    const key = keyOf(task);
    if (task.rating !== null) {
      if (!kept.tried.includes(key)) {
        const before = kept.rating.value;
        kept.rating = rated(kept.rating, task.rating, isSolved);
        kept.change = kept.rating.value - before;
        if (isSolved) kept.solved.push(key);
        kept.days = withTry(kept.days, this.today, task.kind, isSolved, kept.rating.value);
      }
      kept.tried = [...kept.tried.filter((known) => known !== key), key];
    }
    if (!isSolved) this.add(task);
    this.changed();
  }

  /** The puzzle of a day was answered. */
  answeredDaily(day: number, isSolved: boolean): void {
    this.kept.days = withDaily(this.kept.days, day, isSolved);
    this.changed();
  }

  /** Lets tasks come back from tomorrow on, unless they already do. Returns how many are new. */
  schedule(tasks: readonly Task[]): number {
    const added = tasks.filter((task) => this.add(task)).length;
    if (added > 0) this.changed();
    return added;
  }

  /** Counts the answer to a task that came back. */
  repeated(task: Task, isRight: boolean): void {
    const { cards } = this.kept;
    const key = keyOf(task);
    const card = cards[key];
    if (!card) return;
    const slot = repeated(card, isRight, this.today);
    if (slot) cards[key] = { ...slot, task: card.task };
    else delete cards[key];
    this.changed();
  }

  /** A step of the lesson was solved. */
  learnt(step: number): void {
    if (this.kept.lesson.includes(step)) return;
    this.kept.lesson.push(step);
    this.changed();
  }

  /** Stones that were set up have no place in what is kept. */
  private add(task: Task): boolean {
    const { cards } = this.kept;
    const key = keyOf(task);
    if (key in cards || !isPlayed(task) || Object.keys(cards).length >= MOST_CARDS) return false;
    cards[key] = { ...missed(this.today), task: store(task) };
    return true;
  }

  private changed(): void {
    storage.set(NAME, JSON.stringify(this.kept));
    this.app.changed("training");
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isFinite = (value: unknown): value is number => Number.isFinite(value);

/** Reads what was kept from a text that may be anything. */
function parse(text: string | null): Kept {
  const kept: Kept = { rating: NEW_PLAYER, change: 0, tried: [], solved: [], cards: {}, lesson: [], days: {} };
  let stored: unknown = null;
  try {
    stored = JSON.parse(text ?? "null");
  } catch {
    // Nothing that can be read is nothing.
  }
  if (!isRecord(stored)) return kept;
  const { rating, change, tried, solved, cards, lesson, days } = stored;
  if (isRecord(rating) && isFinite(rating["value"]) && isFinite(rating["deviation"]) && rating["deviation"] > 0)
    kept.rating = { value: rating["value"], deviation: rating["deviation"] };
  if (isFinite(change)) kept.change = change;
  const keys = (list: unknown) =>
    Array.isArray(list) ? list.filter((key): key is string => typeof key === "string") : [];
  kept.tried = keys(tried);
  kept.solved = keys(solved);
  if (Array.isArray(lesson)) kept.lesson = lesson.filter((step: unknown) => isFinite(step) && step in LESSON);
  kept.days = parseDays(days);
  for (const card of isRecord(cards) ? Object.values(cards) : []) {
    if (!isRecord(card) || !isFinite(card["box"]) || !isFinite(card["due"])) continue;
    const task = unstore(card["task"] as StoredTask);
    if (task) kept.cards[keyOf(task)] = { box: card["box"], due: card["due"], task: store(task) };
  }
  return kept;
}
