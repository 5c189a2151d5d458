/** A position of the user's own openings, in which the move of the opening is asked for. */

import type { Point } from "../core/geometry";
import type { GameTree, Node } from "../core/tree";
import { nameOf } from "../i18n/points";
import type { Activity } from "./activity";
import type { App } from "./app";
import type { StoredActivity } from "./kept";

/** The kind of the activity in the storage. */
export const RECALL = "recall";

/** What is asked, as data that can be stored. */
export interface RecallState {
  /** What identifies the position, and the positions after the moves that are right. */
  readonly key: string;
  readonly answers: readonly string[];
  /** How many moves there are before the position. */
  readonly number: number;
  /** How many positions are due today, this one included. */
  readonly due: number;
  /** Whether the first answer has counted, and whether the move was found. */
  readonly isAnswered: boolean;
  readonly isDone: boolean;
}

/** The state as the storage has it, which may be anything; null if it makes no sense. */
export function parseRecall(value: unknown): RecallState | null {
  if (typeof value !== "object" || value === null) return null;
  const { key, answers, number, due, isAnswered, isDone } = value as Partial<RecallState>;
  const isCount = (count: unknown) => Number.isInteger(count) && (count as number) >= 0;
  const isKnown =
    typeof key === "string" &&
    Array.isArray(answers) &&
    answers.every((answer) => typeof answer === "string") &&
    isCount(number) &&
    isCount(due) &&
    typeof isAnswered === "boolean" &&
    typeof isDone === "boolean";
  return isKnown ? (value as RecallState) : null;
}

/** Where answers count, and what comes next. */
interface Course {
  /** Called once, with the first answer. */
  answered(key: string, isRight: boolean): void;
  next(): void;
}

export class Recall implements Activity {
  private readonly game: GameTree;
  private readonly start: Node;
  private isJudging = false;

  private constructor(
    private readonly app: App,
    private state: RecallState,
    private readonly course: Course,
  ) {
    this.game = app.game;
    this.start = app.node.path()[state.number] ?? app.node;
  }

  /** Asks about a position of the game on the board. */
  static begin(app: App, state: RecallState, course: Course): void {
    app.begin(new Recall(app, state, course));
    app.sayMove();
  }

  get stored(): StoredActivity {
    return { kind: RECALL, state: this.state };
  }

  get isDone(): boolean {
    return this.state.isDone;
  }

  get isTest(): boolean {
    return !this.state.isAnswered;
  }

  announce(): boolean {
    const { app, state } = this;
    if (this.isDone || app.node !== this.start) return false;
    app.say("repertoire.ask", { due: state.due });
    return true;
  }

  helped(): void {
    this.count(false);
  }

  ended(): void {
    // Nothing is going on.
  }

  next(): void {
    this.course.next();
  }

  tried(point: Point): boolean {
    if (this.isDone || !this.isOpen) return false;
    if (!this.isJudging) {
      this.work(
        () => this.tried(point),
        () => this.judge(point),
      );
    }
    return true;
  }

  /** Shows the moves of the opening. */
  solve(): void {
    this.count(false);
    this.work(
      () => this.solve(),
      () => this.show(),
    );
  }

  /** Does what can be tried again by `again`. */
  private work(again: () => unknown, act: () => Promise<void>): void {
    void this.app.work.run("drill.judging", again, async () => {
      await act();
      return null;
    });
  }

  private async show(): Promise<void> {
    const { app } = this;
    const answers = await this.answers();
    if (!this.isOpen) return;
    app.line = answers.slice(0, 1);
    app.say("repertoire.shown", { answer: this.names(answers) });
    app.changed("analysis");
  }

  private async judge(point: Point): Promise<void> {
    const { app, game, start, state } = this;
    this.isJudging = true;
    const judging = app.engine().then((brain) => brain.keysAfter(game, start, [point]));
    const [key] = await judging.finally(() => (this.isJudging = false));
    if (!this.isOpen) return;
    const isRight = state.answers.includes(key!);
    const move = this.names([point]);
    this.count(isRight);
    if (isRight) {
      this.change({ isDone: true });
      app.play(point);
      app.say("repertoire.right", { move });
    } else {
      const answers = await this.answers();
      if (!this.isOpen) return;
      app.say("repertoire.wrong", { move, answer: this.names(answers) });
    }
    app.verdictMark = { point, kind: isRight ? "right" : "wrong" };
    app.changed("analysis");
  }

  /** The moves that are right, those that symmetry makes the same included. */
  private async answers(): Promise<readonly Point[]> {
    const { game, start, state } = this;
    return (await this.app.engine()).movesTo(game, start, state.answers);
  }

  /** Whether the position is still asked about. */
  private get isOpen(): boolean {
    const { app } = this;
    return app.activity === this && app.game === this.game && app.node === this.start;
  }

  private count(isRight: boolean): void {
    if (this.state.isAnswered) return;
    this.change({ isAnswered: true });
    this.course.answered(this.state.key, isRight);
  }

  private change(change: Partial<RecallState>): void {
    this.state = { ...this.state, ...change };
    this.app.changed("activity");
  }

  private names(points: readonly Point[]): string {
    return points.map((point) => nameOf(point, this.game.size)).join(", ");
  }
}
