/** Two levels of the engine play each other, and the user watches. */

import type { Color, Size } from "../core/geometry";
import type { Rule } from "../core/rules";
import { GameTree, type Node } from "../core/tree";
import { type Brain, randomSeed } from "../engine/brain";
import { t } from "../i18n";
import type { Activity, App } from "./app";
import { thinking } from "./settings";

/** What goes on: a side thinks, a move is looked at before the next one, the user has stopped it, or it has ended. */
type State =
  | { readonly kind: "thinking"; readonly node: Node }
  | { readonly kind: "resting"; readonly timer: ReturnType<typeof setTimeout> }
  | { readonly kind: "paused" }
  | { readonly kind: "over" };

/** The longest time for a move below full strength, in milliseconds; the levels stop by themselves long before. */
const LEVEL_TIME = 10_000;

export class Exhibition implements Activity {
  private state: State = { kind: "paused" };

  private constructor(
    private readonly app: App,
    /** The level of each side. */
    readonly levels: Readonly<Record<Color, number>>,
  ) {}

  /** Begins a game of two levels on an empty board. */
  static start(app: App, rule: Rule, size: Size, levels: Readonly<Record<Color, number>>): Exhibition {
    const exhibition = new Exhibition(app, levels);
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

  get kind(): State["kind"] {
    return this.state.kind;
  }

  /** Goes on from the position that is shown. */
  resume(): void {
    if (this.kind === "paused") void this.think(true);
  }

  pause(): void {
    if (this.kind !== "over") this.enter({ kind: "paused" });
  }

  /** Lets one move be played. */
  step(): void {
    this.pause();
    if (this.kind === "paused") void this.think(false);
  }

  tried(): boolean {
    this.app.say("watch.hint");
    return true;
  }

  /** Whoever looks at another position has time for it. */
  moved(): void {
    if (this.state.kind === "resting" || (this.state.kind === "thinking" && this.app.node !== this.state.node))
      this.pause();
  }

  ended(): void {
    this.enter({ kind: "over" });
  }

  /** Changes the state; what belongs to the one before ends with it. */
  private enter(state: State): void {
    const before = this.state;
    this.state = state;
    if (before.kind === "thinking") this.app.brain?.stop();
    if (before.kind === "resting") clearTimeout(before.timer);
    this.app.changed("activity");
  }

  private async think(goesOn: boolean): Promise<void> {
    const { app } = this;
    const { game, node } = app;
    if (game.end(node)) return;
    const own = { kind: "thinking", node } as const;
    this.enter(own);
    try {
      const brain = await app.loading;
      const move = brain && this.state === own ? await this.choose(brain, game, node) : null;
      if (this.state !== own) return;
      this.state = { kind: "paused" };
      if (move !== null) app.play(move);
      app.sayMove();
      if (move === null || !goesOn || game.end(app.node)) return app.changed("activity");
      const timer = setTimeout(() => void this.think(true), app.settings.pace);
      this.enter({ kind: "resting", timer });
    } catch (error) {
      if (this.state !== own) return;
      this.state = { kind: "paused" };
      app.say("engine.failed", { reason: error instanceof Error ? error.message : String(error) });
      app.changed("activity");
    }
  }

  /** The move of the level whose turn it is; null if something else was asked meanwhile. */
  private async choose(brain: Brain, game: GameTree, node: Node): Promise<number | null> {
    const level = this.levels[game.turn(node)];
    const isFull = level === brain.levels;
    const limits = isFull ? thinking(this.app.settings.moveLimits) : { timeMs: LEVEL_TIME };
    const asked = { ...limits, level, variety: true, seed: randomSeed() };
    const result = await brain.think(game, node, asked, () => undefined);
    const worth = result?.lines[0]?.worth;
    if (worth && isFull) node.worth = worth;
    return result?.move ?? null;
  }
}
