/** Reviews games of the library one after the other, and writes into each what was found. */

import { annotating } from "../core/annotate";
import type { Entry } from "../core/library";
import { ReadError } from "../core/reading";
import type { GameTree } from "../core/tree";
import type { Brain } from "../engine/brain";
import type { App } from "./app";
import type { Library } from "./library";
import { notesOf } from "./notes";
import { byPosition, findingsOf, placesOf, value } from "./review/state";
import { nodeAt } from "./saved-game";

/** Reviews games, with so many positions for each move. What is done stays if that is stopped. */
export async function reviewAll(app: App, library: Library, entries: readonly Entry[], nodes: number): Promise<void> {
  if (!app.mayAsk()) return;
  const { stopped } = library;
  let [done, written] = [0, 0];
  const release = app.occupy();
  app.say("review.all");
  app.changed("review");
  try {
    const brain = await app.engine();
    for (const entry of entries) {
      const progressed = (share: number) => library.advance({ done: done + share, total: entries.length });
      progressed(0);
      if (stopped.aborted) break;
      const outcome = await reviewOne({ app, library, brain, entry, nodes, stopped, progressed });
      if (outcome === "stopped") break;
      if (outcome === "written") written++;
      done++;
    }
    const [isWhole, left] = [done === entries.length, { n: done - written }];
    if (isWhole && written === 0) return app.say("review.allLeft", left);
    app.say(isWhole ? "review.allDone" : "review.allStopped", { n: written, all: entries.length });
    if (left.n > 0) app.sayMore("review.allLeft", left);
  } catch (error) {
    library.fail(error, () => reviewAll(app, library, entries.slice(done), nodes));
  } finally {
    library.advance(null);
    release();
    app.changed("review", "analysis");
  }
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
  const { app, library, brain, entry, nodes, stopped, progressed } = task;
  const [sgf] = await library.texts([entry]);
  if (sgf === undefined || library.isInUse(entry)) return "left";
  const game = await read(brain, sgf, entry);
  if (!game) return "left";
  const line = game.lineWithoutPasses(game.root);
  if (line.length < 2) return "left";
  const report = (at: number, all: number) => progressed(at / all);
  const found = await brain.review(game, line, nodes, report, stopped);
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

/** The game of a text of the library; null if the board cannot hold it. */
async function read(brain: Brain, sgf: string, entry: Entry): Promise<GameTree | null> {
  try {
    return (await brain.read(sgf, entry, entry.rule))[0]!();
  } catch (error) {
    if (error instanceof ReadError) return null;
    throw error;
  }
}
