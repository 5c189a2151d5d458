/** After a game: a quick review without a word, what decided the game, and the next one. */

import type { Analysis } from "./analysis";
import type { App } from "./app";
import { Match } from "./match";
import { type Rematch, rematchOf } from "./rematch";
import type { Review } from "./review";
import { REVIEW_NODES } from "./settings";
import { type TurningPoint, loserOf, turningPoint } from "./turning-point";

/** The fewest moves of a game that is looked at. */
const LEAST_MOVES = 6;

export class Aftermath {
  constructor(
    private readonly app: App,
    private readonly review: Review,
    private readonly analysis: Pick<Analysis, "isOn">,
  ) {
    // What else is to be done with the engine at the end of a game comes first.
    app.on(["activity"], () => setTimeout(() => this.look()));
  }

  /** The game that is over; null if none is. */
  get match(): Match | null {
    const { activity } = this.app;
    return activity instanceof Match && activity.isFinished ? activity : null;
  }

  /** Whether the move that decided the game is being looked for. */
  get isLooking(): boolean {
    return this.match !== null && this.review.progress !== null;
  }

  /** The move that decided the game; null if there is none, undefined if that is not known. */
  get moment(): TurningPoint | null | undefined {
    const { app, review } = this;
    const isReviewed = review.line.includes(app.game.last(app.node));
    return isReviewed ? turningPoint(review, loserOf(app.game, app.node)) : undefined;
  }

  /** Shows the position before the move that decided the game, with what would have been better. */
  showMoment(): void {
    const { app, moment } = this;
    if (!moment) return;
    app.go(moment.node.parent!);
    app.line = moment.better;
    app.sayMove();
    app.changed("analysis");
  }

  /** The next game that is offered. */
  get rematch(): Rematch {
    const { app, match } = this;
    const suggested = match?.hasCounted && app.brain ? app.ladder.suggestion(app.brain.ratings) : null;
    return rematchOf(app.settings, match?.engine ?? null, suggested);
  }

  startRematch(): void {
    const { app, rematch } = this;
    if (rematch.kind === "level") app.set({ level: rematch.level, handicap: 0 });
    if (rematch.kind === "sides") app.set({ seat: rematch.seat });
    Match.start(app);
  }

  /** Reviews the game once, when the engine has nothing else to do. */
  private look(): void {
    const { app, review } = this;
    const isFree = !app.work.running && !review.progress && !this.analysis.isOn;
    if (!this.match || !isFree || this.moment !== undefined || app.game.last(app.node).number < LEAST_MOVES) return;
    void review.glance(REVIEW_NODES[0]);
  }
}
