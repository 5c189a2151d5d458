/** The review of a whole game, and the search for better moves than those that were mistakes. */

import type { Color, Point } from "../core/geometry";
import type { GameTree, Node } from "../core/tree";
import type { Defeat, Judgement, Line, Summary } from "../engine/brain";
import { nameOf } from "../i18n/points";
import { t } from "../i18n";
import type { Activity, App } from "./app";
import type { Task } from "./tasks";

/** What a move may lose, at most, and still count as a good answer. */
export const TOLERANCE = 0.05;
/** Positions that the engine looks at to judge an answer. */
const ANSWER_NODES = 20_000;

export class Review {
  /** The line that was looked at, and what was found. */
  line: readonly Node[] = [];
  judgements = new Map<Node, Judgement>();
  lines = new Map<Node, readonly Line[]>();
  summaries: Readonly<Record<Color, Summary>> | null = null;
  /** Where the game was lost; null if it is not decided. */
  defeat: Defeat | null = null;
  /** How far the work is; null while none is done. */
  progress: { readonly done: number; readonly total: number; readonly stopping: AbortController } | null = null;

  /** The game that is, or was, looked at. */
  private reviewed: GameTree | null = null;

  constructor(
    private readonly app: App,
    /** Takes the mistakes of the user, who will meet them again. */
    private readonly keep: (tasks: readonly Task[]) => void = () => undefined,
  ) {
    app.on(["tree"], () => {
      if (this.reviewed !== app.game) this.stop();
      if (this.line[0] && this.line[0] !== app.game.root) this.forget();
    });
  }

  /** Marked moves, in the order of the game. */
  get mistakes(): Node[] {
    return this.line.filter((node) => {
      const judgement = this.judgements.get(node);
      return judgement !== undefined && (judgement.mark !== null || judgement.missedWin);
    });
  }

  /** Looks at the line through the position that is shown. */
  async run(nodes: number): Promise<void> {
    const { app } = this;
    const { game } = app;
    const line = game.lineWithoutPasses(app.node);
    if (line.length < 2) return app.say("review.empty");
    if (!app.mayAsk()) return;
    // Its mistakes are found anew.
    if (app.activity instanceof Drill) app.begin(null);
    this.reviewed = game;
    const stopping = new AbortController();
    this.progress = { done: 0, total: line.length, stopping };
    app.isBusy = true;
    app.say("review.running");
    app.changed("review");
    try {
      const brain = await app.loading;
      const progressed = (done: number, total: number) => {
        if (!this.progress || app.game !== game) return;
        this.progress = { done, total, stopping };
        app.changed("review");
      };
      const found = await brain?.review(game, line, nodes, progressed, stopping.signal);
      this.progress = null;
      if (app.game !== game) return;
      if (!found) return app.say("review.stopped");
      this.forget();
      this.line = line;
      this.summaries = found.summaries;
      this.defeat = found.defeat;
      line.forEach((node, index) => {
        const at = found.positions[index];
        if (at) {
          node.worth = at.worth;
          this.lines.set(node, at.lines);
        }
        const judgement = found.moves[index - 1];
        if (judgement) this.judgements.set(node, judgement);
      });
      for (const color of ["black", "white"] as const)
        if (game.players[color] === t("match.you")) this.keepMistakes(color);
      app.say("review.done", { n: this.mistakes.length });
    } catch (error) {
      this.progress = null;
      app.say("engine.failed", { reason: error instanceof Error ? error.message : String(error) });
    } finally {
      app.isBusy = false;
      app.changed("review", "analysis");
    }
  }

  stop(): void {
    this.progress?.stopping.abort();
  }

  /** Lets the user look for better moves than the mistakes of one side. */
  drill(color: Color): void {
    const mistakes = this.mistakes.filter((node) => node.move!.color === color);
    if (mistakes.length === 0) return this.app.say("drill.none");
    this.keepMistakes(color);
    this.app.begin(new Drill(this.app, this, mistakes));
  }

  /** The mistakes and missed wins of one side, without mere inaccuracies. */
  private keepMistakes(color: Color): void {
    const { game } = this.app;
    const worst = this.mistakes.filter((node) => {
      const { mark, missedWin } = this.judgements.get(node)!;
      return node.move!.color === color && (missedWin || mark === "mistake" || mark === "blunder");
    });
    this.keep(worst.map((node) => taskOf(game, node, this.judgements.get(node)!)).filter((task) => task !== null));
  }

  private forget(): void {
    this.line = [];
    this.judgements = new Map();
    this.lines = new Map();
    this.summaries = null;
    this.defeat = null;
    this.app.changed("review");
  }
}

/** One mistake after the other: the user looks for a better move. */
export class Drill implements Activity {
  private at = 0;
  private isAnswered = false;
  private isJudging = false;

  constructor(
    private readonly app: App,
    private readonly review: Review,
    private readonly mistakes: readonly Node[],
  ) {
    queueMicrotask(() => this.show());
  }

  get number(): number {
    return this.at + 1;
  }

  get count(): number {
    return this.mistakes.length;
  }

  get canGoOn(): boolean {
    return this.at + 1 < this.count;
  }

  ended(): void {
    if (this.isJudging) this.app.brain?.stop();
  }

  next(): void {
    if (!this.canGoOn) return;
    this.at++;
    this.show();
  }

  /** Shows the best move that is known. */
  solve(): void {
    const { app } = this;
    this.isAnswered = true;
    app.go(this.mistake.parent!);
    app.line = this.review.lines.get(this.mistake.parent!)?.[0]?.moves ?? [];
    const best = app.line[0];
    if (best !== undefined) app.say("drill.solution", { move: nameOf(best, app.game.size) });
    app.changed("analysis");
  }

  tried(point: Point): boolean {
    const { app } = this;
    if (this.isAnswered || app.node !== this.mistake.parent) return false;
    if (!this.isJudging) void this.judge(point);
    return true;
  }

  private get mistake(): Node {
    return this.mistakes[this.at]!;
  }

  private show(): void {
    const { app } = this;
    this.isAnswered = false;
    app.go(this.mistake.parent!);
    app.say("drill.task", {
      played: nameOf(this.mistake.move!.point!, app.game.size),
      number: this.number,
      count: this.count,
    });
    app.changed("activity");
  }

  private async judge(point: Point): Promise<void> {
    const { app, mistake } = this;
    const before = mistake.parent!;
    const judgement = this.review.judgements.get(mistake)!;
    const move = nameOf(point, app.game.size);
    const answer = (isRight: boolean, loss: number) => {
      app.verdictMark = { point, kind: isRight ? "right" : "wrong" };
      this.isAnswered = isRight;
      const lost = Math.round(loss * 100);
      app.say(isRight ? "drill.right" : point === mistake.move!.point ? "drill.same" : "drill.wrong", {
        move,
        loss: lost,
      });
      app.changed("analysis", "activity");
    };
    if (point === judgement.best) return answer(true, 0);
    if (point === mistake.move!.point) return answer(false, judgement.loss);
    this.isJudging = true;
    app.say("drill.judging", { move });
    try {
      const loss = await lossOf(app, before, point, mistake.move!.color, judgement.before);
      if (loss !== null && app.activity === this) answer(loss <= TOLERANCE, loss);
    } finally {
      this.isJudging = false;
    }
  }
}

/** The chance of winning that a move loses; null if the user has gone on before that is known. */
export async function lossOf(
  app: App,
  before: Node,
  point: Point,
  color: Color,
  chance: number,
): Promise<number | null> {
  // Another game may be opened meanwhile.
  const { game } = app;
  const { count } = game;
  const node = game.play(before, point);
  const end = game.end(node);
  const result = end ? null : await app.brain?.think(game, node, { nodes: ANSWER_NODES }, () => undefined);
  if (game.count > count) game.remove(node);
  if (app.node !== before) return null;
  const black = end ? (end.kind === "full" ? 0.5 : end.winner === "black" ? 1 : 0) : result?.lines[0]?.worth.black;
  return black === undefined ? null : Math.max(0, chance - (color === "black" ? black : 1 - black));
}

/** The position before a mistake as a task; null if no better move is known. */
function taskOf(game: GameTree, mistake: Node, { best, before }: Judgement): Task | null {
  const { size, rule, setup } = game;
  const { point, color } = mistake.move!;
  const played = mistake
    .parent!.path()
    .slice(1)
    .map(({ move }) => move!);
  if (best === null || point === null) return null;
  const stones = [...setup, ...played.flatMap((move) => (move.point === null ? [] : [{ ...move, point: move.point }]))];
  return {
    size,
    rule,
    stones,
    turn: color,
    kind: "mistake",
    plies: 0,
    solution: [best],
    alternatives: [],
    rating: null,
    slip: { point, before },
  };
}
