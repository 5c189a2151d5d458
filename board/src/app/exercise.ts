/**
 * A task on the board: a win, a defence, or a better move than the user once played.
 *
 * The first move decides whether a task is solved. A win can be played out after it, as practice.
 */

import type { Point } from "../core/geometry";
import { type GameTree, type Node, wholePercent } from "../core/tree";
import type { Brain, Foul, Verdict } from "../engine/brain";
import { t } from "../i18n";
import { nameOf } from "../i18n/points";
import type { Activity } from "./activity";
import type { App } from "./app";
import { Attack } from "./attack";
import { type ExerciseEvent, type ExerciseState, afterEvent } from "./exercise/state";
import type { StoredActivity } from "./kept";
import { TOLERANCE, lossOf } from "./loss";
import { refutationOf } from "./refutation";
import { type Task, gameOf, isRight, startOf } from "./tasks";

/** The kind of the activity in the storage. */
export const EXERCISE = "exercise";

/** Where answers count, and what comes next. */
export interface Course {
  /** Called once: when the task is solved, or as soon as it is missed. */
  answered(isRight: boolean): void;
  /** Goes on with the next task. */
  next(): void;
}

export class Exercise implements Activity {
  private readonly start: Node;
  private readonly win: Attack;

  private constructor(
    private readonly app: App,
    private state: ExerciseState,
    private readonly game: GameTree,
    private readonly course: Course,
  ) {
    this.start = startOf(state.task, game);
    this.win = new Attack(state.task, game, this.start);
  }

  static begin(app: App, state: ExerciseState, course: Course): void {
    const exercise = new Exercise(app, state, gameOf(state.task), course);
    app.open(exercise.game, exercise.start);
    app.begin(exercise);
    app.sayMove();
  }

  /** Goes on with a stored exercise, whose game is on the board. */
  static resume(app: App, state: ExerciseState, course: Course): void {
    const exercise = new Exercise(app, state, app.game, course);
    app.begin(exercise);
    app.sayMove();
    exercise.goOn();
  }

  get stored(): StoredActivity {
    return { kind: EXERCISE, state: this.state };
  }

  get task(): Task {
    return this.state.task;
  }

  get phase(): ExerciseState["phase"] {
    return this.state.phase;
  }

  get isTest(): boolean {
    return !this.state.isAnswered;
  }

  next(): void {
    this.course.next();
  }

  warned(): boolean {
    const isNew = !this.state.isAnswered && !this.state.isWarned;
    this.dispatch({ kind: "warned" });
    if (isNew) this.app.say("puzzle.help");
    return isNew;
  }

  helped(): void {
    this.dispatch({ kind: "helped" });
  }

  ended(): void {
    if (this.isJudging) this.app.brain?.stop();
  }

  retry(): void {
    this.dispatch({ kind: "retried" });
    this.app.go(this.start);
    this.app.sayMove();
    this.app.changed("activity");
  }

  private dispatch(event: ExerciseEvent): void {
    const { state, counts } = afterEvent(this.state, event);
    const isChanged = JSON.stringify(state) !== JSON.stringify(this.state);
    this.state = state;
    if (counts !== null) this.course.answered(counts);
    if (isChanged && this.app.activity === this) this.app.changed("activity");
  }

  /** Goes on after the page was left while a move was judged, or before it was answered. */
  private goOn(): void {
    const { app, game, start } = this;
    const { judged } = this.state;
    this.dispatch({ kind: "left" });
    if (judged !== null) {
      const { node } = app;
      if (node.move?.point === judged && node !== start) {
        game.remove(node);
        app.changed("tree");
        app.go(node.parent!);
      }
      this.tried(judged);
    } else if (this.isWin && app.node !== start && game.turn(app.node) !== this.task.turn && !game.end(app.node)) {
      const { node } = app;
      void this.wait(
        () => this.goOn(),
        async (signal) => {
          const brain = await app.engine();
          if (this.isShown(node)) await this.reply(brain, node, signal);
        },
      );
    }
  }

  /** Does work that can be stopped, and tried again by `again`. */
  private async wait(again: () => unknown, act: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    await this.app.work.run("drill.judging", again, async (signal) => {
      await act(signal);
      return null;
    });
  }

  solve(): void {
    const { app, task } = this;
    this.dispatch({ kind: "shown" });
    app.go(this.start);
    app.line = task.solution;
    app.say("puzzle.solution", { move: nameOf(task.solution[0]!, task.size) });
    app.changed("analysis", "activity");
    void this.wait(
      () => this.solve(),
      () => this.explain(),
    );
  }

  tried(point: Point): boolean {
    const { app } = this;
    if (!this.isAsked || app.game !== this.game || app.game.turn(app.node) !== this.task.turn) return false;
    if (!this.isJudging) void this.judge(point);
    return true;
  }

  announce(): boolean {
    const { app, task } = this;
    if (this.phase !== "open" || app.node !== this.start) return false;
    const isBlack = task.turn === "black";
    if (task.slip) app.say("drill.again", { played: nameOf(task.slip.point, task.size) });
    else if (task.kind === "defence")
      app.say("puzzle.defend", () => ({
        color: t(isBlack ? "color.black" : "color.white"),
        n: 1 + task.alternatives.length,
      }));
    else app.say(isBlack ? "puzzle.black" : "puzzle.white", { n: Math.ceil(task.plies / 2) });
    return true;
  }

  /** Whether a move in the position that is shown is one of the task. */
  private get isAsked(): boolean {
    const { app, start, phase } = this;
    if (app.node === start) return phase === "open";
    return this.isWin && phase !== "shown" && app.node.path().includes(start);
  }

  private get isWin(): boolean {
    return this.task.kind !== "defence" && this.task.kind !== "mistake";
  }

  private get isJudging(): boolean {
    return this.state.judged !== null;
  }

  /** Refuses a move, and shows how the other side answers it while the user may try another. */
  private refute(point: Point): void {
    this.refuse(point);
    const { node } = this.app;
    const show = (): Promise<void> => this.wait(show, (signal) => this.showAnswer(node, point, signal));
    void show();
  }

  /** Shows the best answer to a wrong move, unless the user has gone on. */
  private async showAnswer(before: Node, point: Point, signal: AbortSignal): Promise<void> {
    const { app, task } = this;
    const isOpen = () => this.isShown(before) && !this.isJudging && this.phase !== "shown";
    const brain = await app.engine();
    if (!isOpen()) return;
    const game = gameOf(task);
    const moves = [...this.win.played(before), point];
    const node = moves.reduce((at, move) => game.play(at, move), game.last());
    const refutation = game.end(node) ? null : await refutationOf(brain, game, node, signal);
    if (!refutation || refutation.kind === "none" || !isOpen()) return;
    app.line = [point, ...refutation.line];
    const move = nameOf(point, task.size);
    if (refutation.kind === "win") {
      app.verdictMark = null;
      app.say("puzzle.refuted", { move, n: Math.ceil(refutation.plies / 2) });
    } else {
      const reply = nameOf(refutation.line[0]!, task.size);
      app.sayMore("puzzle.held", { reply, chance: wholePercent(refutation.chance) });
    }
    app.changed("analysis");
  }

  private async judge(point: Point): Promise<void> {
    const { kind } = this.task;
    const again = () => this.tried(point);
    if (kind === "defence" && !isRight(this.task, point)) return this.refute(point);
    this.dispatch({ kind: "tried", point });
    await this.wait(again, async (signal) => {
      try {
        if (kind === "mistake") await this.compare(point, signal);
        else if (kind === "defence") this.defend(point);
        else await this.attack(point, signal);
      } finally {
        this.dispatch({ kind: "left" });
      }
    });
  }

  private refuse(point: Point): void {
    const { app, task } = this;
    this.dispatch({ kind: "wrong" });
    app.verdictMark = { point, kind: "wrong" };
    app.say(task.kind === "defence" ? "puzzle.loses" : task.slip ? "drill.worse" : "puzzle.wrong", {
      move: nameOf(point, task.size),
    });
    app.changed("analysis", "activity");
  }

  /** Whether the user has found something better than the mistake. */
  private async compare(point: Point, signal: AbortSignal): Promise<void> {
    const { app, task } = this;
    const { slip, solution, turn } = task;
    if (point === slip!.point) return this.refute(point);
    if (point !== solution[0]) {
      app.say("drill.judging", { move: nameOf(point, task.size) });
      const loss = await lossOf(app, this.start, point, turn, slip!.before, signal);
      if (loss === null || signal.aborted || app.activity !== this) return;
      if (loss > TOLERANCE) return this.refute(point);
    }
    this.finish(point);
  }

  private defend(point: Point): void {
    this.app.play(point);
    this.finish(point);
  }

  /** Plays a move of a win, and the answer to it. A move that is not proven to win is taken back. */
  private async attack(point: Point, signal: AbortSignal): Promise<void> {
    const { app } = this;
    const before = app.node;
    const brain = await app.engine();
    if (!this.isShown(before)) return;
    app.play(point);
    const node = app.node;
    const move = nameOf(point, this.task.size);
    const asking = () => app.say("drill.judging", { move });
    const verdict = await this.win.judge(brain, node, asking, signal).catch((error: unknown) => {
      if (this.isShown(node)) this.takeBack(node, point, null);
      throw error;
    });
    if (!this.isShown(node)) return;
    if (verdict !== "win") return this.takeBack(node, point, signal.aborted ? null : verdict);
    if (before === this.start) {
      this.finish(point);
      if (point !== this.task.solution[0]) app.sayMore("puzzle.alsoWins", { move });
    }
    if (this.game.end(node)) app.sayMove();
    else await this.reply(brain, node, signal);
  }

  private isShown(node: Node): boolean {
    const { app } = this;
    return app.activity === this && app.game === this.game && app.node === node;
  }

  /** Takes back a move that is not proven to win. Only one that is proven not to is a miss. */
  private takeBack(node: Node, point: Point, verdict: Exclude<Verdict, "win"> | null): void {
    const { app } = this;
    this.game.remove(node);
    app.changed("tree");
    app.go(node.parent!);
    if (verdict === "no-win") this.refute(point);
    else if (verdict === "unknown") app.say("puzzle.undecided", { move: nameOf(point, this.task.size) });
    else app.sayMove();
  }

  /** Plays the answer to a move that wins, or shows the foul that would be the only one. */
  private async reply(brain: Brain, node: Node, signal: AbortSignal): Promise<void> {
    const { app } = this;
    const answer = await this.win.answer(brain, node, signal);
    if (answer === null || !this.isShown(node)) return;
    if (answer.kind === "foul") {
      if (node.parent !== this.start) app.say("puzzle.solved");
      return this.showFoul(answer.foul);
    }
    app.play(answer.point);
    const move = nameOf(answer.point, this.task.size);
    if (node.parent === this.start) app.sayMore("puzzle.answer", { move });
    else app.say("puzzle.goOn", { move });
  }

  /** Shows the foul in which the solution ends, if there is one. */
  private async explain(): Promise<void> {
    if (!this.isWin) return;
    const foul = await this.win.foulAtEnd(await this.app.engine());
    if (foul && this.phase === "shown" && this.isShown(this.start)) this.showFoul(foul);
  }

  private showFoul(foul: Foul): void {
    const { app } = this;
    app.foul = foul;
    app.sayMore("puzzle.foul", () => ({
      move: nameOf(foul.point, this.task.size),
      reason: t(`foul.${foul.reason}`),
    }));
    app.changed("analysis");
  }

  private finish(point: Point): void {
    const { app } = this;
    app.verdictMark = { point, kind: "right" };
    app.say("puzzle.solved");
    this.dispatch({ kind: "right" });
    app.changed("analysis", "activity");
  }
}
