/** The lesson: one position after the other, in each of which one move is looked for. */

import type { Point } from "../core/geometry";
import { LESSON, lessonGame, pointsOf } from "../core/lesson";
import { type Key, t } from "../i18n";
import { nameOf } from "../i18n/points";
import type { Activity, App } from "./app";
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

export class Lesson implements Activity {
  isSolved = false;

  private constructor(
    private readonly app: App,
    private readonly training: Training,
    readonly number: number,
  ) {}

  /** Begins a step: the first one that was not solved, if none is named. */
  static start(app: App, training: Training, number?: number): void {
    const open = LESSON.findIndex((_, index) => !training.lesson.includes(index));
    const lesson = new Lesson(app, training, number ?? Math.max(0, open));
    app.open(lessonGame(LESSON[lesson.number]!));
    app.begin(lesson);
    app.sayMove();
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
    if (this.isSolved || app.node.parent) return false;
    const move = nameOf(point, app.game.size);
    const isRight = pointsOf(LESSON[number]!.answers).includes(point);
    if (isRight) {
      this.isSolved = true;
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
