/** The lesson: one position after the other, in each of which one move is looked for. */

import type { Point } from "../core/geometry";
import { LESSON, lessonGame, pointsOf } from "../core/lesson";
import { type Key, t } from "../i18n";
import { nameOf } from "../i18n/points";
import type { Activity } from "./activity";
import type { App } from "./app";
import type { StoredActivity } from "./kept";
import type { Training } from "./training";

/** What is said to each step. */
const WORDS: readonly Key[] = [
  "lesson.five",
  "lesson.block",
  "lesson.three",
  "lesson.stop",
  "lesson.fourThree",
  "lesson.fours",
  "lesson.threes",
  "lesson.renju",
  "lesson.overline",
  "lesson.trap",
];

/** The kind of the activity in the storage. */
export const LESSON_STEP = "lesson";

/** A step of the lesson, as data that can be stored. */
export interface LessonState {
  readonly number: number;
  readonly isSolved: boolean;
}

/** The state as the storage has it, which may be anything; null if it makes no sense. */
export function parseLesson(value: unknown): LessonState | null {
  if (typeof value !== "object" || value === null) return null;
  const { number, isSolved } = value as Partial<LessonState>;
  const isStep = Number.isInteger(number) && number! >= 0 && number! < LESSON.length;
  return isStep && typeof isSolved === "boolean" ? (value as LessonState) : null;
}

/** The state after a move of the user; null if none is looked for any more. */
export function afterMove(state: LessonState, point: Point): LessonState | null {
  if (state.isSolved) return null;
  return { ...state, isSolved: pointsOf(LESSON[state.number]!.answers).includes(point) };
}

export class Lesson implements Activity {
  private constructor(
    private readonly app: App,
    private readonly training: Training,
    private state: LessonState,
  ) {}

  /** Begins a step: the first one that was not solved, if none is named. */
  static start(app: App, training: Training, number?: number): void {
    const open = LESSON.findIndex((_, index) => !training.lesson.includes(index));
    const lesson = new Lesson(app, training, { number: number ?? Math.max(0, open), isSolved: false });
    app.open(lessonGame(LESSON[lesson.number]!));
    app.begin(lesson);
    app.sayMove();
  }

  /** Goes on with a stored step, whose position is on the board. */
  static resume(app: App, training: Training, state: LessonState): void {
    app.begin(new Lesson(app, training, state));
    app.sayMove();
  }

  get stored(): StoredActivity {
    return { kind: LESSON_STEP, state: this.state };
  }

  get number(): number {
    return this.state.number;
  }

  get isSolved(): boolean {
    return this.state.isSolved;
  }

  /** The step after this one; null after the last. */
  get next(): number | null {
    return this.number + 1 < LESSON.length ? this.number + 1 : null;
  }

  announce(): boolean {
    if (this.isSolved || this.app.node.parent) return false;
    this.app.say(WORDS[this.number]!);
    return true;
  }

  tried(point: Point): boolean {
    const { app, number } = this;
    const state = app.node.parent ? null : afterMove(this.state, point);
    if (!state) return false;
    this.state = state;
    const move = nameOf(point, app.game.size);
    const isRight = state.isSolved;
    if (isRight) {
      app.play(point);
      this.training.learnt(number);
    }
    app.verdictMark = { point, kind: isRight ? "right" : "wrong" };
    if (isRight) app.say(this.next === null ? "lesson.done" : "lesson.right", { move });
    // The task is still there to read.
    else app.say("lesson.wrong", () => ({ move, task: t(WORDS[number]!) }));
    app.changed("analysis", "activity");
    return true;
  }

  ended(): void {
    // Nothing is going on.
  }
}
