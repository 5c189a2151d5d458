/** Two levels of the engine play each other, and the user watches. */

import type { Color, Size } from "../core/geometry";
import type { Rule } from "../core/rules";
import { GameTree, type Node } from "../core/tree";
import { type Brain, randomSeed } from "../engine/brain";
import { t } from "../i18n";
import type { Activity } from "./activity";
import type { App } from "./app";
import type { StoredActivity } from "./kept";
import { thinking } from "./settings";
import { type WatchEffect, type WatchEvent, type Watching, afterWatchEvent, newWatching } from "./watching";

/** The kind of the activity in the storage. */
export const EXHIBITION = "exhibition";
/** The longest time for a move below full strength, in milliseconds; the levels stop by themselves long before. */
const LEVEL_TIME = 10_000;

export class Exhibition implements Activity {
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** The position that the engine thinks about. */
  private thought: Node | null = null;

  private constructor(
    private readonly app: App,
    private state: Watching,
  ) {}

  /** Begins a game of two levels on an empty board. */
  static start(app: App, rule: Rule, size: Size, levels: Readonly<Record<Color, number>>): Exhibition {
    const exhibition = new Exhibition(app, newWatching(levels));
    app.open(new GameTree({ size, rule }));
    const full = app.brain?.levels ?? 12;
    const name = (level: number) => (level === full ? t("match.full") : t("match.level", { level }));
    app.game.players = { black: name(levels.black), white: name(levels.white) };
    app.begin(exhibition);
    app.changed("tree");
    app.sayMove();
    exhibition.resume();
    return exhibition;
  }

  /** Goes on with a stored game, whose position is on the board. One that was stopped waits. */
  static restore(app: App, state: Watching): void {
    const exhibition = new Exhibition(app, { ...state, kind: "paused" });
    app.begin(exhibition);
    app.sayMove();
    if (state.kind === "resting" || (state.kind === "thinking" && state.goesOn)) exhibition.resume();
    else if (state.kind === "thinking") exhibition.step();
  }

  get stored(): StoredActivity {
    return { kind: EXHIBITION, state: this.state };
  }

  get kind(): Watching["kind"] {
    return this.state.kind;
  }

  /** Goes on from the position that is shown. */
  resume(): void {
    this.dispatch({ kind: "resumed" });
  }

  pause(): void {
    this.dispatch({ kind: "paused" });
  }

  /** Lets one move be played. */
  step(): void {
    this.dispatch({ kind: "stepped" });
  }

  tried(): boolean {
    this.app.say("watch.hint");
    return true;
  }

  /** Whoever looks at another position has time for it. */
  moved(): void {
    if (this.kind === "resting" || (this.kind === "thinking" && this.app.node !== this.thought))
      this.dispatch({ kind: "left" });
  }

  ended(): void {
    this.dispatch({ kind: "ended" });
  }

  private dispatch(event: WatchEvent): void {
    const { app } = this;
    const { state, effects } = afterWatchEvent(this.state, event, app.game.end(app.node) !== null);
    const isChanged = state !== this.state;
    this.state = state;
    for (const effect of effects) this.perform(effect);
    if (isChanged) app.changed("activity");
  }

  private perform(effect: WatchEffect): void {
    const { app } = this;
    switch (effect) {
      case "think":
        return void this.think(this.state.asked);
      case "stop":
        return app.brain?.stop();
      case "rest":
        this.timer = setTimeout(() => this.dispatch({ kind: "rested" }), app.settings.pace);
        return;
      case "wake":
        if (this.timer !== null) clearTimeout(this.timer);
    }
  }

  private async think(asked: number): Promise<void> {
    const { app } = this;
    const { game, node } = app;
    this.thought = node;
    const isStill = () => this.kind === "thinking" && this.state.asked === asked;
    try {
      const brain = await app.engine();
      const move = isStill() ? await this.choose(brain, game, node) : null;
      if (!isStill()) return;
      this.thought = null;
      if (move !== null) this.place(move);
      app.sayMove();
      this.dispatch({ kind: "moved", asked, hasMoved: move !== null });
    } catch (error) {
      if (!isStill()) return;
      const { goesOn } = this.state;
      this.dispatch({ kind: "failed", asked });
      app.work.fail(error, () => (goesOn ? this.resume() : this.step()));
    }
  }

  /** Puts the engine's move on the board, which is the position that it thinks about until it has moved. */
  private place(move: number): void {
    const { app } = this;
    this.thought = app.game.play(app.node, move);
    app.changed("tree");
    app.go(this.thought);
  }

  /** The move of the level whose turn it is; null if something else was asked meanwhile. */
  private async choose(brain: Brain, game: GameTree, node: Node): Promise<number | null> {
    const level = this.state.levels[game.turn(node)];
    const isFull = level === brain.levels;
    const limits = isFull ? thinking(this.app.settings.moveLimits) : { timeMs: LEVEL_TIME };
    const asked = { ...limits, level, variety: true, seed: randomSeed() };
    const result = await brain.think(game, node, asked, () => undefined);
    const worth = result?.lines[0]?.worth;
    if (worth && isFull) node.worth = worth;
    return result?.move ?? null;
  }
}
