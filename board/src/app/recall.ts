/** A position of the user's own openings, in which the move of the opening is asked for. */

import type { Point } from "../core/geometry";
import type { Node } from "../core/tree";
import { nameOf } from "../i18n/points";
import type { Activity } from "./activity";
import type { App } from "./app";

/** What is asked, where answers count, and what comes next. */
export interface Recalled {
  /** How many positions are due today, this one included. */
  readonly due: number;
  /** Whether a move is one of the opening. */
  isRight(point: Point): Promise<boolean>;
  /** The moves of the opening. */
  answers(): Promise<readonly Point[]>;
  /** Called once, with the first answer. */
  answered(isRight: boolean): void;
  next(): void;
}

export class Recall implements Activity {
  private readonly start: Node;
  /** Whether the first answer has counted, and whether the position is done with. */
  private isAnswered = false;
  isDone = false;
  private isJudging = false;

  private constructor(
    private readonly app: App,
    private readonly asked: Recalled,
  ) {
    this.start = app.node;
  }

  /** Asks about the position that is shown. */
  static begin(app: App, asked: Recalled): void {
    app.begin(new Recall(app, asked));
    app.sayMove();
  }

  get isTest(): boolean {
    return !this.isAnswered;
  }

  announce(): boolean {
    const { app, asked } = this;
    if (this.isDone || app.node !== this.start) return false;
    app.say("repertoire.ask", { due: asked.due });
    return true;
  }

  helped(): void {
    this.count(false);
  }

  ended(): void {
    // Nothing is going on.
  }

  next(): void {
    this.asked.next();
  }

  tried(point: Point): boolean {
    if (this.isDone || this.app.node !== this.start) return false;
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
    const answers = await this.asked.answers();
    if (!this.isOpen) return;
    app.line = answers.slice(0, 1);
    app.say("repertoire.shown", { answer: this.names(answers) });
    app.changed("analysis");
  }

  private async judge(point: Point): Promise<void> {
    const { app, asked } = this;
    this.isJudging = true;
    const isRight = await asked.isRight(point).finally(() => (this.isJudging = false));
    if (!this.isOpen) return;
    const move = this.names([point]);
    this.count(isRight);
    if (isRight) {
      this.isDone = true;
      app.play(point);
      app.say("repertoire.right", { move });
    } else {
      const answers = await asked.answers();
      if (!this.isOpen) return;
      app.say("repertoire.wrong", { move, answer: this.names(answers) });
    }
    app.verdictMark = { point, kind: isRight ? "right" : "wrong" };
    app.changed("analysis", "activity");
  }

  /** Whether the position is still asked about. */
  private get isOpen(): boolean {
    return this.app.activity === this && this.app.node === this.start;
  }

  private count(isRight: boolean): void {
    if (this.isAnswered) return;
    this.isAnswered = true;
    this.asked.answered(isRight);
    this.app.changed("activity");
  }

  private names(points: readonly Point[]): string {
    return points.map((point) => nameOf(point, this.app.game.size)).join(", ");
  }
}
