/** A task on the board: a win, the only defence, or a better move than the user once played. */

import type { Point } from "../core/geometry";
import type { GameTree, Node } from "../core/tree";
import type { Brain } from "../engine/brain";
import { t } from "../i18n";
import { nameOf } from "../i18n/points";
import type { Activity, App } from "./app";
import { TOLERANCE, lossOf } from "./review";
import { type Task, gameOf } from "./tasks";

/** Stones that the solver may put on the board for one question. */
const NODES = 100_000;

export class Exercise implements Activity {
  state: "open" | "solved" | "shown" = "open";
  private isJudging = false;
  private isAnswered = false;
  private isWarned = false;
  private readonly game: GameTree;
  private readonly start: Node;

  private constructor(
    private readonly app: App,
    readonly task: Task,
    /** Called once: when the task is solved, or as soon as it is missed. Returns what to say of it, if it is solved. */
    private readonly answered: (isRight: boolean) => void,
    /** Goes on with the next task. */
    readonly next: () => void,
  ) {
    this.game = gameOf(task);
    this.start = this.game.last();
  }

  static begin(app: App, task: Task, answered: (isRight: boolean) => void, next: () => void): void {
    const exercise = new Exercise(app, task, answered, next);
    app.open(exercise.game, exercise.start);
    app.begin(exercise);
    app.sayMove();
  }

  get isTest(): boolean {
    return !this.isAnswered;
  }

  warned(): boolean {
    const isNew = !this.isAnswered && !this.isWarned;
    this.isWarned = true;
    if (isNew) this.app.say("puzzle.help");
    return isNew;
  }

  helped(): void {
    this.answer(false);
  }

  ended(): void {
    if (this.isJudging) this.app.brain?.stop();
  }

  retry(): void {
    this.state = "open";
    this.app.go(this.start);
    this.app.sayMove();
    this.app.changed("activity");
  }

  solve(): void {
    const { app, task } = this;
    this.answer(false);
    this.state = "shown";
    app.go(this.start);
    app.line = task.solution;
    app.say("puzzle.solution", { move: nameOf(task.solution[0]!, task.size) });
    app.changed("analysis", "activity");
  }

  tried(point: Point): boolean {
    const { app } = this;
    if (this.state !== "open" || app.game !== this.game || app.game.turn(app.node) !== this.task.turn) return false;
    if (!this.isJudging) void this.judge(point);
    return true;
  }

  announce(): boolean {
    const { app, task } = this;
    if (this.state !== "open" || app.node !== this.start) return false;
    const isBlack = task.turn === "black";
    if (task.slip) app.say("drill.again", { played: nameOf(task.slip.point, task.size) });
    else if (task.kind === "defence")
      app.say("puzzle.defend", () => ({ color: t(isBlack ? "color.black" : "color.white") }));
    else app.say(isBlack ? "puzzle.black" : "puzzle.white", { n: Math.ceil(task.plies / 2) });
    return true;
  }

  private answer(isRight: boolean): void {
    if (this.isAnswered) return;
    this.isAnswered = true;
    this.answered(isRight);
  }

  /** Shows how the other side wins after a defence that is none, if the solver finds it. */
  private async refute(point: Point): Promise<void> {
    const { app, task } = this;
    this.refuse(point);
    const game = gameOf(task);
    const node = game.play(game.last(), point);
    const brain = await app.loading;
    const isOpen = () => app.activity === this && app.node === this.start && this.state === "open";
    if (!brain || !isOpen()) return;
    // Another try ends it.
    const proof = await brain.solve(game, node, NODES);
    if (proof?.verdict !== "win" || !isOpen()) return;
    app.line = [point, ...proof.moves];
    app.verdictMark = null;
    app.say("puzzle.refuted", { move: nameOf(point, task.size), n: Math.ceil(proof.plies / 2) });
    app.changed("analysis");
  }

  private async judge(point: Point): Promise<void> {
    const { kind, solution } = this.task;
    if (kind === "defence" && this.app.node === this.start && point !== solution[0])
      return this.refute(point).catch((error: unknown) => this.fail(error));
    this.isJudging = true;
    try {
      if (this.task.slip) await this.compare(point);
      else await this.follow(point);
    } catch (error) {
      this.fail(error);
    } finally {
      this.isJudging = false;
    }
  }

  private fail(error: unknown): void {
    this.app.say("engine.failed", { reason: error instanceof Error ? error.message : String(error) });
  }

  private refuse(point: Point): void {
    const { app, task } = this;
    this.answer(false);
    app.verdictMark = { point, kind: "wrong" };
    app.say(task.kind === "defence" ? "puzzle.loses" : task.slip ? "drill.worse" : "puzzle.wrong", {
      move: nameOf(point, task.size),
    });
    app.changed("analysis", "activity");
  }

  /** Whether the user has found something better than the mistake. */
  private async compare(point: Point): Promise<void> {
    const { app, task } = this;
    const { slip, solution, turn } = task;
    if (point === slip!.point) return this.refuse(point);
    if (point !== solution[0]) {
      app.say("drill.judging", { move: nameOf(point, task.size) });
      const loss = await lossOf(app, this.start, point, turn, slip!.before);
      if (loss === null || app.activity !== this) return;
      if (loss > TOLERANCE) return this.refuse(point);
    }
    this.finish(point);
  }

  /** Plays the move, and the best defence; a move after which there is no win any more is taken back. */
  private async follow(point: Point): Promise<void> {
    const { app, game, task } = this;
    const before = app.node;
    if (before === this.start && point !== task.solution[0]) return this.refuse(point);
    const brain = await app.loading;
    const isStill = () => app.activity === this && app.game === game;
    if (!brain || !isStill()) return;
    app.play(point);
    const node = app.node;
    if (task.kind === "defence" || game.end(node)?.kind === "five") return this.finish(point);
    const answer = await this.reply(brain, node);
    if (!isStill() || app.node !== node) return;
    if (answer === null) {
      game.remove(node);
      app.changed("tree");
      app.go(before);
      return this.refuse(point);
    }
    app.play(answer);
    app.say("puzzle.goOn", { move: nameOf(answer, task.size) });
  }

  /** The defence against a move; null if the move does not win, as far as the solver sees. */
  private async reply(brain: Brain, node: Node): Promise<Point | null> {
    const { solution } = this.task;
    const played = node
      .path()
      .slice(this.start.number + 1)
      .map((at) => at.move!.point);
    const expected = solution[played.length];
    if (expected !== undefined && played.every((point, index) => point === solution[index])) return expected;
    const defence = await brain.think(this.game, node, { nodes: 20_000 }, () => undefined);
    if (!defence) return null;
    const known = this.game.count;
    const after = this.game.play(node, defence.move);
    try {
      if (this.game.end(after)) return null;
      const proof = await brain.solve(this.game, after, NODES);
      return proof?.verdict === "win" ? defence.move : null;
    } finally {
      if (this.game.count > known) this.game.remove(after);
    }
  }

  private finish(point: Point): void {
    const { app } = this;
    this.state = "solved";
    app.verdictMark = { point, kind: "right" };
    app.say("puzzle.solved");
    this.answer(true);
    app.changed("analysis", "activity");
  }
}
