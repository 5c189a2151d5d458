/** Reviews games of the library one after the other, and writes into each what was found. */

import { annotating } from "../core/annotate";
import type { Entry } from "../core/library";
import { ReadError } from "../core/reading";
import type { GameTree, Node } from "../core/tree";
import type { Brain, Reviewed } from "../engine/brain";
import { t } from "../i18n";
import type { App } from "./app";
import type { Library } from "./library";
import { notesOf } from "./notes";
import { byPosition, findingsOf, placesOf, value } from "./review/state";
import { nodeAt } from "./saved-game";

/** What became of the games. */
interface Outcome {
  /** Whether all of them were looked at. */
  readonly isWhole: boolean;
  /** How many there are, how many have a review now, and how many were left out. */
  readonly all: number;
  readonly written: number;
  readonly left: number;
}

export class BatchReview {
  /** How many of how many games are done, the one at hand in part; null while none are reviewed. */
  progress: { readonly done: number; readonly total: number } | null = null;
  /** What became of the games that were reviewed last; null while none were, and while that goes on. */
  private outcome: Outcome | null = null;

  constructor(
    private readonly app: App,
    private readonly library: Library,
  ) {}

  /** What became of the games, in words; empty if there is nothing to say. */
  get said(): string {
    return this.outcome ? outcomeText(this.outcome) : "";
  }

  /** Reviews games, with so many positions for each move. What is done stays if that is stopped. */
  async run(entries: readonly Entry[], nodes: number): Promise<void> {
    const { app, library } = this;
    if (!app.mayAsk()) return;
    const { stopped } = library;
    let [done, written] = [0, 0];
    const release = app.occupy();
    this.outcome = null;
    app.say("review.all");
    app.changed("review");
    try {
      const brain = await app.engine();
      for (const entry of entries) {
        const progressed = (share: number) => {
          this.progress = { done: done + share, total: entries.length };
          app.changed("review");
        };
        progressed(0);
        if (stopped.aborted) break;
        const ended = await reviewOne({ app, library, brain, entry, nodes, stopped, progressed });
        if (ended === "stopped") break;
        if (ended === "written") written++;
        done++;
      }
      const outcome = { isWhole: done === entries.length, all: entries.length, written, left: done - written };
      this.outcome = outcome;
      app.sayText(() => outcomeText(outcome));
    } catch (error) {
      library.fail(error, () => this.run(entries.slice(done), nodes));
    } finally {
      this.progress = null;
      release();
      app.changed("review", "analysis");
    }
  }
}

function outcomeText({ isWhole, all, written, left }: Outcome): string {
  const rest = t("review.allLeft", { n: left });
  if (isWhole && written === 0) return rest;
  const done = t(isWhole ? "review.allDone" : "review.allStopped", { n: written, all });
  return left > 0 ? `${done} · ${rest}` : done;
}

interface Task {
  readonly app: App;
  readonly library: Library;
  readonly brain: Brain;
  readonly entry: Entry;
  readonly nodes: number;
  readonly stopped: AbortSignal;
  /** Called with the share that is done. */
  progressed(share: number): void;
}

/**
 * Reviews the main line of a game, and writes what was found into it. A game without moves or too large for the board,
 * or one that changes meanwhile or is in use on the board, is left as it is.
 */
async function reviewOne(task: Task): Promise<"written" | "left" | "stopped"> {
  const { app, library, brain, entry } = task;
  const [sgf] = await library.texts([entry]);
  if (sgf === undefined || library.isInUse(entry)) return "left";
  const game = await read(brain, sgf, entry);
  if (!game) return "left";
  const line = game.lineWithoutPasses(game.root);
  if (line.length < 2) return "left";
  const found = await search(task, game, line);
  if (!found) return "stopped";
  value(line, found);
  annotating(game, game.root, notesOf(byPosition(line, findingsOf(found)), game.size)).make();
  if (!(await library.replace(entry, sgf, game))) return "left";
  if (app.game.entry === entry.id && !library.isInUse(entry)) {
    game.entry = entry.id;
    app.open(game, nodeAt(game, placesOf(app.node)));
  }
  return "written";
}

/**
 * Looks at a line, whenever the engine has nothing else to do. What else it is asked meanwhile comes first. Null if the
 * user stops it.
 */
async function search(task: Task, game: GameTree, line: readonly Node[]): Promise<Reviewed | null> {
  const { brain, nodes, stopped, progressed } = task;
  let known: readonly string[] = [];
  for (;;) {
    await brain.idle(stopped);
    if (stopped.aborted) return null;
    const before = known;
    const found: string[] = [];
    const report = (at: number, all: number, finding: string) => {
      found.push(finding);
      // What was known comes back at once.
      if (at < before.length) return;
      known = [...found];
      progressed(at / all);
    };
    const reviewed = await brain.review(game, line, nodes, report, stopped, before);
    if (reviewed) return reviewed;
  }
}

/** The game of a text of the library; null if the board cannot hold it. */
async function read(brain: Brain, sgf: string, entry: Entry): Promise<GameTree | null> {
  try {
    return (await brain.read(sgf, entry, entry.rule))[0]!();
  } catch (error) {
    if (error instanceof ReadError) return null;
    throw error;
  }
}
