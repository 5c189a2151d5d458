/** How each activity goes on from what the storage has of it. */

import type { App } from "./app";
import { EXERCISE } from "./exercise";
import { parseExercise } from "./exercise/state";
import { EXHIBITION, Exhibition } from "./exhibition";
import type { Resume } from "./keeper";
import { LESSON_STEP, Lesson, parseLesson } from "./lesson";
import { MATCH, Match } from "./match";
import { parseMatch } from "./match/stored";
import type { Puzzles } from "./puzzles";
import { parseWatching } from "./watching";

/** Goes on with a state that can be read. */
const resumer =
  <T>(parse: (value: unknown) => T | null, goOn: (state: T) => unknown): Resume =>
  (value) => {
    const state = parse(value);
    if (state !== null) goOn(state);
    return state !== null;
  };

export const resumers = (app: App, puzzles: Puzzles): Readonly<Record<string, Resume>> => ({
  [MATCH]: resumer(parseMatch, (state) => Match.resume(app, state)),
  [EXERCISE]: resumer(parseExercise, (state) => puzzles.resume(state)),
  [LESSON_STEP]: resumer(parseLesson, (state) => Lesson.resume(app, puzzles.training, state)),
  [EXHIBITION]: resumer(parseWatching, (state) => Exhibition.restore(app, state)),
});
