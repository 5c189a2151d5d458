/** What the user has done day by day: puzzles, the puzzle of the day, the rating. */

/** Puzzles of a kind that were tried for the first time on a day, and how many of them were solved at once. */
export interface Tries {
  readonly tried: number;
  readonly solved: number;
}

export interface DayRecord {
  /** The rating at the end of the day; null if no rated puzzle was tried. */
  readonly rating: number | null;
  readonly kinds: Readonly<Record<string, Tries>>;
  /** Whether the puzzle of the day was solved; null if it was not tried. */
  readonly daily: boolean | null;
}

/** By the numbers of days, see `dayOf`. */
export type Days = Readonly<Record<number, DayRecord>>;

const NOTHING: DayRecord = { rating: null, kinds: {}, daily: null };
const NO_TRIES: Tries = { tried: 0, solved: 0 };

const plus = ({ tried, solved }: Tries, more: Tries): Tries => ({
  tried: tried + more.tried,
  solved: solved + more.solved,
});

/** The days with one more puzzle that was tried for the first time, and the rating after it. */
export function withTry(days: Days, day: number, kind: string, isSolved: boolean, rating: number): Days {
  const record = days[day] ?? NOTHING;
  const tries = plus(record.kinds[kind] ?? NO_TRIES, { tried: 1, solved: isSolved ? 1 : 0 });
  return { ...days, [day]: { ...record, rating: Math.round(rating), kinds: { ...record.kinds, [kind]: tries } } };
}

/** The days with the answer to the puzzle of a day. The first answer stays. */
export function withDaily(days: Days, day: number, isSolved: boolean): Days {
  const record = days[day] ?? NOTHING;
  return record.daily === null ? { ...days, [day]: { ...record, daily: isSolved } } : days;
}

export interface Streak {
  /** Days in a row up to today, or up to yesterday while today's puzzle was not tried. */
  readonly now: number;
  readonly longest: number;
}

/** Days in a row on which the puzzle of the day was solved. */
export function streakOf(days: Days, today: number): Streak {
  const solved = numbersOf(days).filter((day) => days[day]!.daily);
  let [run, longest] = [0, 0];
  let last: number | null = null;
  for (const day of solved) {
    run = last === day - 1 ? run + 1 : 1;
    longest = Math.max(longest, run);
    last = day;
  }
  const isGoingOn = last === today || (last === today - 1 && (days[today]?.daily ?? null) === null);
  return { now: isGoingOn ? run : 0, longest };
}

/** All days together, by kind. */
export function triesOf(days: Days): ReadonlyMap<string, Tries> {
  const sums = new Map<string, Tries>();
  for (const { kinds } of Object.values(days))
    for (const [kind, tries] of Object.entries(kinds)) sums.set(kind, plus(sums.get(kind) ?? NO_TRIES, tries));
  return sums;
}

/** The rating at the end of each day that changed it, the first day first. */
export function ratingsOf(days: Days): readonly { readonly day: number; readonly rating: number }[] {
  return numbersOf(days).flatMap((day) => {
    const { rating } = days[day]!;
    return rating === null ? [] : [{ day, rating }];
  });
}

/** The days of a stored value that may be anything. What makes no sense is left out. */
export function parseDays(value: unknown): Days {
  const days: Record<number, DayRecord> = {};
  for (const [day, record] of Object.entries(isFields(value) ? value : {})) {
    if (!/^\d+$/.test(day) || !isFields(record)) continue;
    const { rating, kinds, daily } = record;
    const tries = Object.entries(isFields(kinds) ? kinds : {}).filter(([, each]) => isTries(each));
    days[Number(day)] = {
      rating: Number.isFinite(rating) ? (rating as number) : null,
      kinds: Object.fromEntries(tries) as Record<string, Tries>,
      daily: typeof daily === "boolean" ? daily : null,
    };
  }
  return days;
}

const numbersOf = (days: Days): number[] =>
  Object.keys(days)
    .map(Number)
    .sort((a, b) => a - b);

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function isTries(value: unknown): value is Tries {
  if (!isFields(value)) return false;
  const { tried, solved } = value as Partial<Tries>;
  return Number.isInteger(tried) && Number.isInteger(solved) && solved! >= 0 && tried! >= solved!;
}
