/** One mistake of a reviewed game after the other: the user looks for a better move. */

import type { Point } from "../core/geometry";
import { nameOf } from "../i18n/points";
import type { Activity } from "./activity";
import type { App } from "./app";
import { type DrillEvent, type DrillState, type Mistake, afterDrillEvent } from "./drill/state";
import type { StoredActivity } from "./kept";
import { TOLERANCE, lossOf } from "./loss";

/** The kind of the activity in the storage. */
export const DRILL = "drill";

export class Drill implements Activity {
  private constructor(
    private readonly app: App,
    private state: DrillState,
    private readonly mistakes: readonly Mistake[],
  ) {}

  static begin(app: App, state: DrillState, mistakes: readonly Mistake[]): void {
    const drill = new Drill(app, state, mistakes);
    app.begin(drill);
    drill.show();
  }

  /** Goes on with a stored search, whose game is on the board. */
  static resume(app: App, state: DrillState, mistakes: readonly Mistake[]): void {
    const { judged } = state;
    const drill = new Drill(app, { ...state, judged: null }, mistakes);
    app.begin(drill);
    app.sayMove();
    if (judged !== null) drill.tried(judged);
  }

  get stored(): StoredActivity {
    return { kind: DRILL, state: this.state };
  }

  get canGoOn(): boolean {
    return this.state.at + 1 < this.mistakes.length;
  }

  ended(): void {
    if (this.state.judged !== null) this.app.brain?.stop();
  }

  next(): void {
    if (!this.canGoOn) return;
    this.dispatch({ kind: "next" });
    this.show();
  }

  /** Shows the best move that is known. */
  solve(): void {
    const { app, mistake } = this;
    this.dispatch({ kind: "shown" });
    app.go(mistake.node.parent!);
    app.line = mistake.better;
    const [best] = app.line;
    if (best !== undefined) app.say("drill.solution", { move: nameOf(best, app.game.size) });
    app.changed("analysis");
  }

  tried(point: Point): boolean {
    if (this.state.isAnswered || this.app.node !== this.mistake.node.parent) return false;
    if (this.state.judged === null) void this.judge(point);
    return true;
  }

  announce(): boolean {
    const { app, mistake, mistakes, state } = this;
    if (state.isAnswered || app.node !== mistake.node.parent) return false;
    app.say("drill.task", {
      played: nameOf(mistake.node.move!.point!, app.game.size),
      number: state.at + 1,
      count: mistakes.length,
    });
    return true;
  }

  private get mistake(): Mistake {
    return this.mistakes[this.state.at]!;
  }

  private dispatch(event: DrillEvent): void {
    this.state = afterDrillEvent(this.state, event);
    if (this.app.activity === this) this.app.changed("activity");
  }

  private show(): void {
    this.app.go(this.mistake.node.parent!);
    this.app.sayMove();
  }

  private async judge(point: Point): Promise<void> {
    const { app, mistake } = this;
    const { node, judgement } = mistake;
    if (point === judgement.best) return this.answer(point, true, 0);
    if (point === node.move!.point) return this.answer(point, false, judgement.loss);
    this.dispatch({ kind: "tried", point });
    app.say("drill.judging", { move: nameOf(point, app.game.size) });
    const loss = await app.work.run(
      "drill.judging",
      () => this.tried(point),
      (signal) => lossOf(app, node.parent!, point, node.move!.color, judgement.before, signal),
    );
    if (loss !== null && app.activity === this && this.mistake === mistake) this.answer(point, loss <= TOLERANCE, loss);
    if (this.mistake === mistake) this.dispatch({ kind: "left" });
  }

  private answer(point: Point, isRight: boolean, loss: number): void {
    const { app, mistake } = this;
    app.verdictMark = { point, kind: isRight ? "right" : "wrong" };
    const isSame = point === mistake.node.move!.point;
    app.say(isRight ? "drill.right" : isSame ? "drill.same" : "drill.wrong", {
      move: nameOf(point, app.game.size),
      loss: Math.round(loss * 100),
    });
    this.dispatch({ kind: isRight ? "right" : "wrong" });
    app.changed("analysis");
  }
}
