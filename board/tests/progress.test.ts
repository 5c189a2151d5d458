/** What was done day by day, the streak, and the puzzle of the day. */

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { dailyTask } from "../src/app/puzzles";
import { type StoredTask, keyOf, unstore } from "../src/app/tasks";
import { type Days, parseDays, ratingsOf, streakOf, triesOf, withDaily, withTry } from "../src/core/progress";

const DAY = 20_000;

/** Days on which the puzzle of the day was solved (`+`), missed (`-`) or left out (`.`), the first one first. */
function daily(marks: string): Days {
  return [...marks].reduce<Days>(
    (days, mark, index) => (mark === "." ? days : withDaily(days, DAY + index, mark === "+")),
    {},
  );
}

it.each([
  ["", 0, 0],
  ["+", 1, 1],
  ["++", 2, 2],
  // Today's puzzle still waits.
  ["++.", 2, 2],
  // Yesterday's was left out, or today's was missed.
  ["++..", 0, 2],
  ["++-", 0, 2],
  ["+++.++", 2, 3],
  ["-+-++", 2, 2],
])("after %s, the streak is %i days and the longest one %i", (marks, now, longest) => {
  const today = DAY + Math.max(0, marks.length - 1);
  expect(streakOf(daily(marks), today)).toEqual({ now, longest });
});

it("counts the first answer to the puzzle of a day", () => {
  expect(withDaily(daily("-"), DAY, true)).toEqual(daily("-"));
  expect(withDaily(daily("+"), DAY, false)).toEqual(daily("+"));
});

it("sums the puzzles of all days by kind, and has the last rating of each day", () => {
  let days: Days = daily("+");
  days = withTry(days, DAY, "fours", true, 910.4);
  days = withTry(days, DAY, "fours", false, 880.6);
  days = withTry(days, DAY + 3, "trap", true, 900);
  expect(Object.fromEntries(triesOf(days))).toEqual({
    fours: { tried: 2, solved: 1 },
    trap: { tried: 1, solved: 1 },
  });
  expect(ratingsOf(days)).toEqual([
    { day: DAY, rating: 881 },
    { day: DAY + 3, rating: 900 },
  ]);
  // A day that has the puzzle of the day alone has no rating.
  expect(ratingsOf(daily("++"))).toEqual([]);
});

it("is the same after it was stored, and leaves out what makes no sense", () => {
  const days = withTry(daily("+-"), DAY + 1, "defence", true, 1000);
  expect(parseDays(JSON.parse(JSON.stringify(days)))).toEqual(days);
  for (const bad of [null, 7, "x", [], [1], { x: {} }, { "-1": {} }, { 3: null }, { 3: [] }])
    expect(parseDays(bad), JSON.stringify(bad)).toEqual({});
  const mixed = { rating: "x", kinds: { fours: { tried: 1, solved: 2 }, trap: { tried: 2, solved: 1 } }, daily: 1 };
  expect(parseDays({ 3: mixed })).toEqual({ 3: { rating: null, kinds: { trap: mixed.kinds.trap }, daily: null } });
});

const { puzzles } = JSON.parse(readFileSync(new URL("../src/puzzles.json", import.meta.url), "utf8")) as {
  puzzles: StoredTask[];
};
const tasks = puzzles.map((stored) => unstore(stored)!);

it("draws another puzzle of the day almost every day, from all of them", () => {
  const drawn = Array.from({ length: 365 }, (_, index) => keyOf(dailyTask(tasks, DAY + index)!));
  const repeated = drawn.filter((key, index) => key === drawn[index + 1]);
  expect(repeated.length).toBeLessThan(5);
  // Of 365 draws from 462, some 250 differ.
  expect(new Set(drawn).size).toBeGreaterThan(200);
});

it("keeps most puzzles of the day when others are added", () => {
  const fewer = tasks.filter((_, index) => index % 10 !== 0);
  const days = Array.from({ length: 100 }, (_, index) => DAY + index);
  const same = days.filter((day) => dailyTask(tasks, day) === dailyTask(fewer, day));
  expect(same.length).toBeGreaterThan(75);
  expect(dailyTask([], DAY)).toBeUndefined();
});
