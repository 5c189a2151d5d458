/** Reviews games of the library one after the other, and writes into each what was found. */

import { annotating } from "../core/annotate";
import type { Entry } from "../core/library";
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
  let done = 0;
  app.isBusy = true;
  app.say("review.all");
  app.changed("review");
  try {
    const brain = await app.engine();
    for (const entry of entries) {
      const progressed = (share: number) => library.advance({ done: done + share, total: entries.length });
      progressed(0);
      if (stopped.aborted || !(await reviewOne({ app, library, brain, entry, nodes, stopped, progressed }))) break;
      done++;
    }
    app.say(done === entries.length ? "review.allDone" : "review.allStopped", { n: done, all: entries.length });
  } catch (error) {
    app.work.fail(error, () => reviewAll(app, library, entries.slice(done), nodes));
  } finally {
    library.advance(null);
    app.isBusy = false;
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
 * Reviews the main line of a game, and writes what was found into it. Returns false if that was ended. A game that
 * changes meanwhile, or is in use on the board, stays as it is.
 */
async function reviewOne({ app, library, brain, entry, nodes, stopped, progressed }: Task): Promise<boolean> {
  const [sgf] = await library.texts([entry]);
  if (sgf === undefined || library.isInUse(entry)) return true;
  const game = (await brain.read(sgf, entry, entry.rule))[0]!();
  const line = game.lineWithoutPasses(game.root);
  if (line.length < 2) return true;
  const report = (at: number, all: number) => progressed(at / all);
  const found = await brain.review(game, line, nodes, report, stopped);
  if (!found) return false;
  value(line, found);
  annotating(game, game.root, notesOf(byPosition(line, findingsOf(found)), game.size)).make();
  const isReplaced = await library.replace(entry, sgf, game);
  if (isReplaced && app.game.entry === entry.id && !library.isInUse(entry)) {
    game.entry = entry.id;
    app.open(game, nodeAt(game, placesOf(app.node)));
  }
  return true;
}
