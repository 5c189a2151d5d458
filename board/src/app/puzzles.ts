/** Puzzles: those that come with the page, those of the user's own games, and what comes back after days. */

import { signed } from "../i18n";
import type { App } from "./app";
import { type Course, Exercise } from "./exercise";
import { type ExerciseState, type Origin, newExercise } from "./exercise/state";
import { storage } from "./storage";
import { type StoredTask, type Task, hash, isPlayed, keyOf, parseTasks, store, taskOf, unstore } from "./tasks";
import type { Training } from "./training";

const OWN = "fukumi-puzzles";
/** Positions of the searches that checked the puzzles which come with the page. */
export const CHECKED_NODES = 5_000_000;
/** Stones that the solver may put on the board for one question. */
const NODES = 20_000;
const MOST_OWN = 200;
/** The next puzzle is drawn from so many whose ratings are next to that of the user. */
const CHOICE = 8;

export class Puzzles {
  own: readonly Task[];
  /** The search in a game; null while there is none. */
  search: { readonly done: number; readonly total: number; readonly stopping: AbortController } | null = null;
  private shipped: Promise<readonly Task[]> | null = null;

  constructor(
    private readonly app: App,
    readonly training: Training,
    private readonly load: () => Promise<readonly StoredTask[]>,
  ) {
    this.own = parseTasks(storage.get(OWN));
    storage.follow(OWN, (text) => {
      this.own = [...parseTasks(text), ...this.own.filter((task) => !isPlayed(task))];
      app.changed("training");
    });
  }

  /**
   * Begins a puzzle of the chosen kind and rule that fits the user's rating. A user who does not wait for the puzzles to
   * load, and begins or opens a game, keeps that.
   */
  async next(): Promise<void> {
    const { app, training } = this;
    const isLeft = this.leaving();
    const all = await this.all().catch((error: unknown) => app.work.fail(error, () => this.next()));
    if (!all || isLeft()) return;
    const { puzzleKind, puzzleRule } = app.settings;
    const pool = all.filter(
      ({ kind, rule }) =>
        (puzzleKind === "mixed" || kind === puzzleKind) && (puzzleRule === "mixed" || rule === puzzleRule),
    );
    const task = chooseTask(pool, training.rating.value, (one) => training.triedAt(one));
    if (!task) return app.say("puzzle.none");
    this.begin(task, { kind: "puzzles" });
  }

  /** Begins the puzzle of the day, which is the same for everyone. */
  async daily(): Promise<void> {
    const day = this.training.today;
    const isLeft = this.leaving();
    const all = await this.all().catch((error: unknown) => this.app.work.fail(error, () => this.daily()));
    const task = all && dailyTask(all, day);
    if (task && !isLeft()) this.begin(task, { kind: "daily", day });
  }

  /** Whether the user has begun or opened something else since now. */
  private leaving(): () => boolean {
    const { app } = this;
    const { activity, game } = app;
    return () => app.activity !== activity || app.game !== game;
  }

  /** Begins what comes back today. */
  repeat(): void {
    const [task] = this.training.due;
    if (task) this.begin(task, { kind: "repetition" });
    else this.app.say("repeat.none");
  }

  /** Begins a puzzle of the user's own games. */
  startOwn(index: number): void {
    const task = this.own[index];
    if (task) this.begin(task, { kind: "own", index });
  }

  private begin(task: Task, origin: Origin): void {
    Exercise.begin(this.app, newExercise(task, origin), this.courseOf(task, origin));
  }

  /** Goes on with a stored exercise, whose game is on the board. */
  resume(state: ExerciseState): void {
    Exercise.resume(this.app, state, this.courseOf(state.task, state.origin));
  }

  private courseOf(task: Task, origin: Origin): Course {
    const { training } = this;
    switch (origin.kind) {
      case "puzzles":
        return { answered: (isRight) => this.answered(task, isRight), next: () => void this.next() };
      case "daily":
        return {
          answered: (isRight) => {
            training.answeredDaily(origin.day, isRight);
            this.answered(task, isRight);
          },
          next: () => void this.next(),
        };
      case "repetition":
        return { answered: (isRight) => training.repeated(task, isRight), next: () => this.repeat() };
      case "own":
        return {
          answered: (isRight) => training.answered(task, isRight),
          next: () => this.startOwn((origin.index + 1) % this.own.length),
        };
    }
  }

  /** Counts a puzzle for the user's rating. */
  private answered(task: Task, isRight: boolean): void {
    const { app, training } = this;
    const isFirst = training.triedAt(task) < 0;
    training.answered(task, isRight);
    if (isRight && isFirst)
      app.say("puzzle.rated", { rating: Math.round(training.rating.value), change: signed(training.change) });
  }

  /** Looks for puzzles in the line that is shown, and keeps them. */
  async find(): Promise<void> {
    const { app } = this;
    const { game } = app;
    const line = game.lineWithoutPasses(app.node);
    if (line.length < 6) return app.say("puzzle.tooShort");
    if (!app.mayOccupy()) return;
    const stopping = new AbortController();
    this.search = { done: 0, total: line.length, stopping };
    const release = app.occupy();
    app.say("puzzle.looking");
    app.changed("activity");
    try {
      const brain = await app.engine();
      const progressed = (done: number, total: number) => {
        this.search = { done, total, stopping };
        app.changed("activity");
      };
      const found = await brain.puzzles(game, line, NODES, progressed, stopping.signal);
      const tasks = (found?.puzzles ?? []).map(taskOf);
      const known = new Set(this.own.map(keyOf));
      this.own = [...this.own, ...tasks.filter((task) => !known.has(keyOf(task)))].slice(-MOST_OWN);
      // Those with set-up stones last until the page is closed.
      storage.set(OWN, JSON.stringify(this.own.filter(isPlayed).map(store)));
      app.say(!found || found.stopped ? "puzzle.stopped" : "puzzle.found", { n: tasks.length });
    } catch (error) {
      app.work.fail(error, () => this.find());
    } finally {
      this.search = null;
      release();
      app.changed("activity");
    }
  }

  /** Ends the search; what it has found is kept. */
  stop(): void {
    this.search?.stopping.abort();
  }

  /** The puzzles that come with the page, which are loaded when they are first asked for. */
  private all(): Promise<readonly Task[]> {
    this.shipped ??= this.load().then(
      (stored) => stored.map(unstore).filter((task) => task !== null),
      (error: unknown) => {
        this.shipped = null;
        throw error;
      },
    );
    return this.shipped;
  }
}

/** One of the puzzles nearest to a rating that were not tried yet; if all were, the one tried longest ago. */
export function chooseTask(
  pool: readonly Task[],
  rating: number,
  triedAt: (task: Task) => number,
  random = Math.random,
): Task | undefined {
  const times = pool.map((task) => ({ task, time: triedAt(task) })).sort((a, b) => a.time - b.time);
  const fresh = times.filter(({ time }) => time < 0).map(({ task }) => task);
  if (fresh.length === 0) return times[0]?.task;
  const distance = (task: Task) => Math.abs(task.rating! - rating);
  const near = fresh.sort((a, b) => distance(a) - distance(b)).slice(0, CHOICE);
  return near[Math.floor(random() * near.length)];
}

/** The puzzle of a day: the one that a hash of the day and the puzzle puts first, so that others may be added. */
export function dailyTask(tasks: readonly Task[], day: number): Task | undefined {
  const ranked = tasks.map((task) => ({ task, rank: hash(`${day} ${keyOf(task)}`) }));
  return ranked.reduce<(typeof ranked)[number] | null>((a, b) => (a && a.rank <= b.rank ? a : b), null)?.task;
}
