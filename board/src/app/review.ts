/** The review of a whole game, and the search for better moves than those that were mistakes. */

import { annotating } from "../core/annotate";
import type { Color } from "../core/geometry";
import type { GameTree, Node } from "../core/tree";
import type { Defeat, Judgement, Line, Summary } from "../engine/brain";
import { isUser } from "../i18n/languages";
import type { App } from "./app";
import { Drill } from "./drill";
import { type DrillState, type Mistake, newDrill } from "./drill/state";
import { isMarked, notesOf } from "./notes";
import { type Findings, type ReviewState, byPosition, findingsOf, lineAt, placesOf, value } from "./review/state";
import type { Task } from "./tasks";

interface Progress {
  readonly done: number;
  readonly total: number;
  readonly stopping: AbortController;
  readonly line: readonly Node[];
  /** Positions for each move. */
  readonly nodes: number;
  /** What the engine has found so far, as it wants to have it back. */
  readonly known: readonly string[];
  /** Whether the user has asked for it. */
  readonly manner: "asked" | "quiet";
}

export class Review {
  /** The line that was looked at, and what was found. */
  line: readonly Node[] = [];
  judgements: ReadonlyMap<Node, Judgement> = new Map();
  lines: ReadonlyMap<Node, readonly Line[]> = new Map();
  summaries: Readonly<Record<Color, Summary>> | null = null;
  /** Where the game was lost; null if it is not decided. */
  defeat: Defeat | null = null;
  /** Positions for each move of what was found; null if that is not known. */
  nodes: number | null = null;
  /** How far the work is; null while none is done. */
  progress: Progress | null = null;

  constructor(
    private readonly app: App,
    /** Takes the mistakes of the user, who will meet them again. */
    private readonly keep: (tasks: readonly Task[]) => void = () => undefined,
  ) {
    app.on(["tree"], () => {
      // A line is in the tree if its last position is.
      if (this.progress && !app.game.has(this.progress.line.at(-1)!)) this.stop();
      const last = this.line.at(-1);
      if (!last || app.game.has(last)) return;
      if (app.activity instanceof Drill) app.begin(null);
      this.forget();
    });
  }

  /** Marked moves, in the order of the game. */
  get mistakes(): Node[] {
    return this.line.filter((node) => {
      const judgement = this.judgements.get(node);
      return judgement !== undefined && isMarked(judgement);
    });
  }

  /** Writes the marks, the chances and the better lines into the game, where they stay. */
  write(): void {
    const { app } = this;
    const notes = notesOf(this, app.game.size);
    app.edit(annotating(app.game, app.node, notes));
    app.say("review.written", { n: notes.length });
  }

  /** Looks at the line through the position that is shown, or at another one. */
  async run(
    nodes: number,
    line = this.app.game.lineWithoutPasses(this.app.node),
    known: readonly string[] = [],
  ): Promise<void> {
    const { app } = this;
    const { game } = app;
    if (line.length < 2) return app.say("review.empty");
    if (!app.mayOccupy()) return;
    // Its mistakes are found anew.
    if (app.activity instanceof Drill) app.begin(null);
    const release = app.occupy();
    app.say("review.running");
    try {
      const isDone = this.knows(line, nodes) || (await this.search(nodes, line, "asked", known));
      if (app.game !== game) return;
      if (!isDone) return app.say("review.stopped");
      for (const color of ["black", "white"] as const) if (isUser(game.players[color])) this.keepMistakes(color);
      app.say("review.done", { n: this.mistakes.length });
    } catch (error) {
      app.work.fail(error, () => this.run(nodes, line, known));
    } finally {
      release();
      app.changed("review", "analysis");
    }
  }

  /** Whether a line was looked at with so many positions for each move, or more. */
  private knows(line: readonly Node[], nodes: number): boolean {
    return this.nodes !== null && this.nodes >= nodes && this.line.at(-1) === line.at(-1);
  }

  /** Looks at a game that was just played without a word; anything else that the engine is asked ends it. */
  async glance(nodes: number): Promise<void> {
    const { app } = this;
    // Without it the game has no review.
    await this.search(nodes, app.game.lineWithoutPasses(app.node), "quiet").catch(() => false);
    app.changed("review", "analysis");
  }

  /** Looks at a line of the game. Returns false if that was stopped, or the line is not on the board any more. */
  private async search(
    nodes: number,
    line: readonly Node[],
    manner: Progress["manner"],
    known: readonly string[] = [],
  ): Promise<boolean> {
    const { app } = this;
    const { game } = app;
    const stopping = new AbortController();
    const begun: Progress = { done: known.length, total: line.length, stopping, line, nodes, manner, known };
    const found: string[] = [];
    this.progress = begun;
    app.changed("review");
    const progressed = (done: number, total: number, finding: string) => {
      found.push(finding);
      // What was known comes back at once.
      if (this.progress?.stopping !== stopping || app.game !== game || done < known.length) return;
      this.progress = { ...begun, done, total, known: [...found] };
      app.changed("review");
    };
    try {
      const brain = await app.engine();
      const reviewed = await brain.review(game, line, nodes, progressed, stopping.signal, known);
      if (!reviewed || !app.game.has(line.at(-1)!)) return false;
      this.forget();
      value(line, reviewed);
      this.take(line, findingsOf(reviewed));
      this.nodes = nodes;
      return true;
    } finally {
      if (this.progress?.stopping === stopping) this.progress = null;
    }
  }

  stop(): void {
    this.progress?.stopping.abort();
  }

  /** Lets the user look for better moves than the mistakes of one side. */
  drill(color: Color): void {
    const mistakes = this.mistakesOf(color);
    if (mistakes.length === 0) return this.app.say("drill.none");
    this.keepMistakes(color);
    Drill.begin(this.app, newDrill(color), mistakes);
  }

  /** Goes on with a stored search for better moves; what was found is there already. */
  resumeDrill(state: DrillState): boolean {
    const mistakes = this.mistakesOf(state.color);
    if (state.at >= mistakes.length) return false;
    Drill.resume(this.app, state, mistakes);
    return true;
  }

  private mistakesOf(color: Color): Mistake[] {
    return this.mistakes
      .filter((node) => node.move!.color === color)
      .map((node) => ({
        node,
        judgement: this.judgements.get(node)!,
        better: this.lines.get(node.parent!)?.[0]?.moves ?? [],
      }));
  }

  // --- What is kept ------------------------------------------------------------------------------

  /** What was found as data, or which review is under way; null if there is nothing. */
  get stored(): ReviewState | null {
    const { line, progress, summaries, defeat } = this;
    const { game } = this.app;
    if (progress?.manner === "asked" && !progress.stopping.signal.aborted)
      return {
        places: placesOf(progress.line.at(-1)!),
        running: { nodes: progress.nodes, known: progress.known },
        found: null,
      };
    const last = line.at(-1);
    if (!last || !summaries || line[0] !== game.root) return null;
    const judgements = line.map((each) => this.judgements.get(each) ?? null);
    const lines = line.map((each) => this.lines.get(each) ?? null);
    return { places: placesOf(last), running: null, found: { judgements, lines, summaries, defeat } };
  }

  /** Goes on with what was stored of the game on the board. */
  resume({ places, running, found }: ReviewState): void {
    const { app } = this;
    const line = lineAt(app.game, places);
    if (found) this.take(line, found);
    else if (running) void this.run(running.nodes, line, running.known);
    app.changed("review", "analysis");
  }

  private take(line: readonly Node[], found: Findings): void {
    const { summaries, defeat } = found;
    Object.assign(this, byPosition(line, found), { summaries, defeat });
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
    this.nodes = null;
    this.app.changed("review");
  }
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
