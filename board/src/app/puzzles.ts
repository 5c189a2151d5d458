/** Puzzles: one first move wins by force, and the user has to find it and to win. */

import { type Point, label, parseLabel } from "../core/geometry";
import { isRule } from "../core/rules";
import { GameTree, type Node } from "../core/tree";
import type { Brain, Puzzle } from "../engine/brain";
import { nameOf } from "../i18n/points";
import type { Activity, App } from "./app";
import { storage } from "./settings";

/** A puzzle as the file and the browser's storage have it: names of points instead of numbers. */
export interface StoredPuzzle {
  readonly size: readonly [width: number, height: number];
  readonly rule: string;
  /** The moves in the order of play, Black first. */
  readonly moves: string;
  readonly threats: string;
  readonly plies: number;
  readonly solution: string;
}

const OWN = "fukumi-puzzles";
/** Stones that the solver may put on the board for one question. */
const NODES = 100_000;
const MOST_OWN = 200;

export class Puzzles {
  own: readonly Puzzle[];
  /** The search in a game; null while there is none. */
  search: { readonly done: number; readonly total: number; readonly stopping: AbortController } | null = null;

  constructor(
    private readonly app: App,
    readonly shipped: readonly Puzzle[],
  ) {
    this.own = parse(storage.get(OWN));
  }

  get all(): readonly Puzzle[] {
    return [...this.shipped, ...this.own];
  }

  start(number: number): void {
    const puzzle = this.all[number];
    if (puzzle) this.app.begin(Exercise.of(this.app, puzzle, number, number < this.shipped.length));
  }

  /** The first puzzle after one that has not been solved. */
  after(number: number): number {
    const order = [...this.all.keys()].map((_, index) => (number + 1 + index) % this.all.length);
    return (
      order.find((index) => index >= this.shipped.length || !this.app.settings.solved.includes(index)) ?? order[0]!
    );
  }

  /** Looks for puzzles in the line that is shown, and keeps them. */
  async find(): Promise<void> {
    const { app } = this;
    const { game } = app;
    const line = game.lineWithoutPasses(app.node);
    if (line.length < 6) return app.say("puzzle.tooShort");
    const stopping = new AbortController();
    this.search = { done: 0, total: line.length, stopping };
    app.isBusy = true;
    app.say("puzzle.looking");
    app.changed("activity");
    try {
      const brain = await app.loading;
      const progressed = (done: number, total: number) => {
        this.search = { done, total, stopping };
        app.changed("activity");
      };
      const found = await brain?.puzzles(game, line, NODES / 5, progressed, stopping.signal);
      const puzzles = found?.puzzles ?? [];
      const known = new Set(this.own.map((puzzle) => JSON.stringify(store(puzzle))));
      const fresh = puzzles.filter((puzzle) => !known.has(JSON.stringify(store(puzzle))));
      this.own = [...this.own, ...fresh].slice(-MOST_OWN);
      // Those with set-up stones last until the page is closed.
      storage.set(OWN, JSON.stringify(this.own.filter(isPlayed).map(store)));
      app.say(!found || found.stopped ? "puzzle.stopped" : "puzzle.found", { n: puzzles.length });
    } catch (error) {
      app.say("engine.failed", { reason: error instanceof Error ? error.message : String(error) });
    } finally {
      this.search = null;
      app.isBusy = false;
      app.changed("activity");
    }
  }

  /** Ends the search; what it has found is kept. */
  stop(): void {
    this.search?.stopping.abort();
  }
}

export class Exercise implements Activity {
  state: "open" | "solved" | "shown" = "open";
  private isJudging = false;
  private readonly start: Node;

  private constructor(
    private readonly app: App,
    readonly puzzle: Puzzle,
    readonly number: number,
    private readonly isShipped: boolean,
    private readonly game: GameTree,
  ) {
    this.start = game.last();
  }

  static of(app: App, puzzle: Puzzle, number: number, isShipped: boolean): Exercise {
    const game = gameOf(puzzle);
    const exercise = new Exercise(app, puzzle, number, isShipped, game);
    app.open(game, exercise.start);
    queueMicrotask(() => exercise.tell());
    return exercise;
  }

  ended(): void {
    if (this.isJudging) this.app.brain?.stop();
  }

  retry(): void {
    this.state = "open";
    this.app.go(this.start);
    this.tell();
    this.app.changed("activity");
  }

  solve(): void {
    this.state = "shown";
    this.app.go(this.start);
    this.app.line = this.puzzle.solution;
    this.app.say("puzzle.solution", { move: nameOf(this.puzzle.solution[0]!, this.game.size) });
    this.app.changed("analysis", "activity");
  }

  tried(point: Point): boolean {
    const { app } = this;
    if (this.state !== "open" || app.game !== this.game || app.game.turn(app.node) !== this.puzzle.turn) return false;
    if (!this.isJudging) void this.judge(point);
    return true;
  }

  private tell(): void {
    const { puzzle } = this;
    const winner = puzzle.turn === "black" ? "puzzle.black" : "puzzle.white";
    this.app.say(winner, { n: Math.ceil(puzzle.plies / 2) });
  }

  /** Plays the move, and the best defence; a move after which there is no win any more is taken back. */
  private async judge(point: Point): Promise<void> {
    const { app, game, puzzle } = this;
    const before = app.node;
    const move = nameOf(point, game.size);
    const refuse = () => {
      app.verdictMark = { point, kind: "wrong" };
      app.say("puzzle.wrong", { move });
      app.changed("analysis");
    };
    if (before === this.start && point !== puzzle.solution[0]) return refuse();
    this.isJudging = true;
    try {
      const brain = await app.loading;
      const isStill = () => app.activity === this && app.game === game;
      if (!brain || !isStill()) return;
      app.play(point);
      const node = app.node;
      if (game.end(node)?.kind === "five") return this.finish();
      const answer = await this.answer(brain, node, puzzle.solution);
      if (!isStill() || app.node !== node) return;
      if (answer === null) {
        game.remove(node);
        app.changed("tree");
        app.go(before);
        return refuse();
      }
      app.play(answer);
      app.say("puzzle.goOn", { move: nameOf(answer, game.size) });
    } catch (error) {
      app.say("engine.failed", { reason: error instanceof Error ? error.message : String(error) });
    } finally {
      this.isJudging = false;
    }
  }

  /** The defence against a move; null if the move does not win, as far as the solver sees. */
  private async answer(brain: Brain, node: Node, solution: readonly Point[]): Promise<Point | null> {
    const played = node
      .path()
      .slice(this.start.number + 1)
      .map((at) => at.move!.point);
    const expected = solution[played.length];
    if (expected !== undefined && played.every((point, index) => point === solution[index])) return expected;
    const defence = await brain.think(this.game, node, { nodes: 20_000 }, () => undefined);
    if (!defence) return null;
    const known = this.game.count;
    const behind = this.game.play(node, defence.move);
    try {
      if (this.game.end(behind)) return null;
      const proof = await brain.solve(this.game, behind, NODES);
      return proof?.verdict === "win" ? defence.move : null;
    } finally {
      if (this.game.count > known) this.game.remove(behind);
    }
  }

  private finish(): void {
    const { app } = this;
    this.state = "solved";
    if (this.isShipped && !app.settings.solved.includes(this.number))
      app.set({ solved: [...app.settings.solved, this.number] });
    app.say("puzzle.solved");
    app.changed("activity");
  }
}

/** Whether the colours of the stones take turns, so that they may be moves. */
function isPlayed({ stones }: Puzzle): boolean {
  return stones.every((stone, index) => stone.color === (index % 2 ? "white" : "black"));
}

/** The game of a puzzle: moves if the colours take turns, else set-up stones. */
export function gameOf(puzzle: Puzzle): GameTree {
  const { size, rule, stones, turn } = puzzle;
  if (!isPlayed(puzzle)) return new GameTree({ size, rule, setup: stones, first: turn });
  const game = new GameTree({ size, rule });
  let node = game.root;
  for (const { point } of stones) node = game.play(node, point);
  node.visit();
  return game;
}

export function store(puzzle: Puzzle): StoredPuzzle {
  const names = (points: readonly Point[]) => points.map((point) => label(point, puzzle.size)).join(" ");
  return {
    size: [puzzle.size.width, puzzle.size.height],
    rule: puzzle.rule,
    moves: names(puzzle.stones.map(({ point }) => point)),
    threats: puzzle.threats,
    plies: puzzle.plies,
    solution: names(puzzle.solution),
  };
}

/** The puzzle that was stored; null if it makes no sense. */
export function unstore(stored: StoredPuzzle): Puzzle | null {
  try {
    const size = { width: stored.size[0], height: stored.size[1] };
    const points = (names: string) => names.split(" ").map((name) => parseLabel(name, size));
    const [stones, solution] = [points(stored.moves), points(stored.solution)];
    if (!isRule(stored.rule) || [...stones, ...solution].includes(null) || new Set(stones).size < stones.length)
      return null;
    return {
      size,
      rule: stored.rule,
      stones: (stones as Point[]).map((point, index) => ({ color: index % 2 ? "white" : "black", point })),
      turn: stones.length % 2 ? "white" : "black",
      threats: stored.threats === "fours" ? "fours" : "fours-and-threes",
      plies: stored.plies,
      solution: solution as Point[],
    };
  } catch {
    return null;
  }
}

function parse(text: string | null): Puzzle[] {
  try {
    const list: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(list)
      ? list.map((stored) => unstore(stored as StoredPuzzle)).filter((puzzle) => puzzle !== null)
      : [];
  } catch {
    return [];
  }
}
