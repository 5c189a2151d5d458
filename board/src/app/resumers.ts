/** How each activity goes on from what the storage has of it. */

import type { App } from "./app";
import { DRILL } from "./drill";
import { parseDrill } from "./drill/state";
import { EXERCISE } from "./exercise";
import { parseExercise } from "./exercise/state";
import { EXHIBITION, Exhibition } from "./exhibition";
import { REVIEW, type Resume } from "./keeper";
import { LESSON_STEP, Lesson, parseLesson } from "./lesson";
import { MATCH, Match } from "./match";
import { parseMatch } from "./match/stored";
import type { Puzzles } from "./puzzles";
import { RECALL, parseRecall } from "./recall";
import type { Repertoire } from "./repertoire";
import type { Review } from "./review";
import { parseReview } from "./review/state";
import { parseWatching } from "./watching";

/** Goes on with a state that can be read, unless that says that it cannot. */
const resumer =
  <T>(parse: (value: unknown) => T | null, goOn: (state: T) => unknown): Resume =>
  (value) => {
    const state = parse(value);
    return state !== null && goOn(state) !== false;
  };

export const resumers = (
  app: App,
  puzzles: Puzzles,
  repertoire: Repertoire,
  review: Review,
): Readonly<Record<string, Resume>> => ({
  [REVIEW]: resumer(parseReview, (state) => review.resume(state)),
  [DRILL]: resumer(parseDrill, (state) => review.resumeDrill(state)),
  [MATCH]: resumer(parseMatch, (state) => Match.resume(app, state)),
  [EXERCISE]: resumer(parseExercise, (state) => puzzles.resume(state)),
  [RECALL]: resumer(parseRecall, (state) => repertoire.resume(state)),
  [LESSON_STEP]: resumer(parseLesson, (state) => Lesson.resume(app, puzzles.training, state)),
  [EXHIBITION]: resumer(parseWatching, (state) => Exhibition.restore(app, state)),
});
