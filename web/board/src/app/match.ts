/** A game of the user against the engine, or of two people, with clocks and swap2 openings. */

import { GameClock } from "../core/clock";
import { type Color, type Point, other } from "../core/geometry";
import { GameTree, type Node } from "../core/tree";
import { randomSeed } from "../engine/brain";
import { t } from "../i18n";
import type { Activity, App } from "./app";
import type { Settings } from "./settings";

/**
 * Where the game stands. In a swap2 opening one side puts three stones; the other one chooses a colour or puts two
 * more, and then the first one chooses.
 */
type Phase = "propose" | "choose" | "add" | "decide" | "play" | "over";

/** What the user can choose in the opening. */
export type Choice = "black" | "white" | "add";

/** The longest time for a move below full strength, in milliseconds; the levels stop by themselves long before. */
const LEVEL_TIME = 10_000;
/** The time for a decision in the opening, in milliseconds. */
const OPENING_TIME = 3_000;

export class Match implements Activity {
  phase: Phase = "play";
  /** The engine's colour; null while that is open, and in a game of two people. */
  engine: Color | null = null;
  isThinking = false;
  /** The position that the engine thinks about. */
  private thought: Node | null = null;
  /** How often it was asked, so that a late answer is not taken for a later one. */
  private turn = 0;
  readonly clock: GameClock | null;
  private readonly hasEngine: boolean;
  /** Whether the user puts the first three stones. */
  private isProposer = false;
  private readonly timer: ReturnType<typeof setInterval> | null;
  private readonly options: Readonly<Settings>;

  private constructor(
    private readonly app: App,
    private readonly ticked: () => void,
  ) {
    this.options = { ...app.settings };
    this.hasEngine = this.options.seat !== "both";
    this.clock = GameClock.parse(this.options.clock, () => performance.now());
    this.timer = this.clock ? setInterval(() => this.tick(), 200) : null;
  }

  /** Begins a new game with the current settings; `ticked` is called while a clock runs. */
  static start(app: App, ticked: () => void): Match {
    const match = new Match(app, ticked);
    const { width, height, rule, seat, opening } = match.options;
    const isBlack = seat === "black" || (seat === "random" && Math.random() < 0.5);
    app.open(new GameTree({ size: { width, height }, rule }));
    if (match.hasEngine && opening === "swap2") {
      match.phase = "propose";
      match.isProposer = isBlack;
    } else if (match.hasEngine) {
      match.engine = isBlack ? "white" : "black";
    }
    match.nameSides();
    app.begin(match);
    app.tellMove();
    if (match.phase === "propose" && match.isProposer) app.say("match.propose");
    if (match.phase === "propose" && !match.isProposer) void match.propose();
    else match.next();
    return match;
  }

  get isOver(): boolean {
    return this.phase === "over";
  }

  /** Whether the user has to choose a colour. */
  get choices(): readonly Choice[] {
    if (this.isThinking) return [];
    if (this.phase === "choose" && !this.isProposer) return ["white", "black", "add"];
    return this.phase === "decide" && this.isProposer ? ["white", "black"] : [];
  }

  tried(point: Point): boolean {
    const { app } = this;
    if (this.isOver) return false;
    if (this.isThinking) {
      app.say("match.thinking");
    } else if (this.choices.length > 0) {
      app.say("match.choose");
    } else if (this.phase === "play" && this.engine === app.game.turn(app.node)) {
      app.say("match.notYourTurn");
    } else {
      this.place(point);
      if (this.phase === "propose" && app.node.number === 3) void this.chooseForEngine("choose");
      else if (this.phase === "add" && app.node.number === 5) void this.chooseForEngine("decide");
      else if (this.phase === "play") this.next();
    }
    return true;
  }

  /** Whoever looks at another position does not wait for the engine's answer to this one. */
  moved(): void {
    const { app } = this;
    if (!this.isThinking || app.node === this.thought) return;
    app.brain?.stop();
    this.isThinking = false;
    this.clock?.stop(false);
    if (this.phase !== "play") this.finish(() => app.say("match.left"));
    else app.changed("activity");
  }

  ended(): void {
    if (this.isThinking) this.app.brain?.stop();
    this.clock?.stop(false);
    if (this.timer !== null) clearInterval(this.timer);
    this.phase = "over";
    this.isThinking = false;
  }

  /** The user's choice in the opening. */
  choose(choice: Choice): void {
    if (!this.choices.includes(choice)) return;
    this.app.go(this.app.game.last(this.app.node));
    if (choice === "add") {
      this.phase = "add";
      this.app.say("match.add");
      this.app.changed("activity");
    } else {
      this.begin(other(choice));
    }
  }

  /** Takes back moves until the user is to move again. */
  undo(): void {
    const { app } = this;
    if (this.phase === "over") return void (app.node.parent && app.go(app.node.parent));
    if (this.phase !== "play") return;
    let node = app.node.parent;
    while (node && this.engine && app.game.turn(node) === this.engine) node = node.parent;
    if (!node) return;
    app.go(node);
    this.wait();
    app.say("match.undone", { n: node.number });
  }

  /** Plays what was taken back. */
  redo(): void {
    const { app } = this;
    let node = app.node.next;
    while (node?.next && this.engine && app.game.turn(node) === this.engine) node = node.next;
    if (!node || this.isThinking || (this.phase !== "play" && this.phase !== "over")) return;
    app.go(node);
    app.tellMove();
    this.next();
  }

  /** The engine answers at once, or plays for the user, who gets the other side. */
  moveNow(): void {
    const { app } = this;
    if (this.isThinking) return app.brain?.stop();
    if (this.phase !== "play" || app.game.end(app.node)) return;
    this.engine = app.game.turn(app.node);
    this.nameSides();
    this.next();
  }

  resign(): void {
    if (this.phase !== "play") return;
    const loser = this.engine ? other(this.engine) : this.app.game.turn(this.app.node);
    this.finish(() =>
      this.app.say("match.resigned", () => ({ color: t(loser === "black" ? "color.black" : "color.white") })),
    );
  }

  // --- Moves -------------------------------------------------------------------------------------

  private nameSides(): void {
    const { app, engine } = this;
    const full = app.brain?.levels ?? 12;
    const level = this.options.level;
    const program = level === full ? t("match.full") : t("match.level", { level });
    const name = (color: Color) =>
      !this.hasEngine || (this.phase !== "play" && !engine) ? "" : color === engine ? program : t("match.you");
    app.game.players = { black: name("black"), white: name("white") };
    app.changed("tree");
  }

  /** Begins to play, with the engine as one colour. */
  private begin(engine: Color): void {
    this.phase = "play";
    this.engine = engine;
    this.nameSides();
    this.app.changed("activity");
    this.next();
  }

  private place(point: Point): void {
    this.clock?.stop(true);
    this.app.play(point);
    if (this.clock) this.app.node.clocks = this.clock.times();
    this.app.tellMove();
  }

  /** Lets the side to move think, or ends the game. */
  private next(): void {
    const { app } = this;
    if (this.phase !== "play") return;
    if (app.game.end(app.node)) {
      this.clock?.stop(false);
      app.changed("activity");
      return;
    }
    if (this.engine === app.game.turn(app.node)) void this.think();
    else this.wait();
  }

  /** Waits for the user. */
  private wait(): void {
    const { app } = this;
    if (this.clock && this.phase === "play" && !app.game.end(app.node))
      this.clock.start(app.game.turn(app.node), app.node.clocks);
    app.changed("activity");
  }

  private async think(): Promise<void> {
    const { app, options } = this;
    const { game, node } = app;
    this.isThinking = true;
    this.thought = node;
    const turn = ++this.turn;
    this.clock?.start(game.turn(node), node.clocks);
    app.changed("activity");
    const brain = await app.loading;
    if (!brain) return this.fail();
    const isFull = options.level === brain.levels;
    const allowed = isFull ? options.seconds * 1000 : LEVEL_TIME;
    const timeMs = Math.round(this.clock ? Math.min(allowed, this.clock.forMove(game.turn(node))) : allowed);
    const isStill = () => this.isThinking && app.activity === this && app.node === node && turn === this.turn;
    try {
      const result = isStill()
        ? await brain.think(
            game,
            node,
            { level: options.level, timeMs, variety: isFull, seed: randomSeed() },
            () => undefined,
          )
        : null;
      if (!isStill()) return;
      this.isThinking = false;
      // Ended by another question, before anything was found.
      if (!result) return void this.wait();
      const black = result.lines[0]?.worth;
      if (black && isFull) node.worth = black;
      this.place(result.move);
      this.next();
    } catch (error) {
      if (isStill()) this.fail(error);
    }
  }

  private fail(error?: unknown): void {
    this.isThinking = false;
    this.app.say("engine.failed", { reason: error instanceof Error ? error.message : (this.app.brainError ?? "") });
    this.app.changed("activity");
  }

  private tick(): void {
    const flagged = this.phase === "play" ? this.clock?.flagged() : null;
    if (flagged)
      this.finish(() =>
        this.app.say("match.flagged", () => ({ color: t(flagged === "black" ? "color.black" : "color.white") })),
      );
    this.ticked();
  }

  private finish(tell: () => void): void {
    if (this.isThinking) this.app.brain?.stop();
    this.isThinking = false;
    this.clock?.stop(false);
    this.phase = "over";
    tell();
    this.app.changed("activity");
  }

  // --- Swap2 -------------------------------------------------------------------------------------

  /** The engine puts the first three stones. */
  private async propose(): Promise<void> {
    const answer = await this.decide("swap2-propose");
    if (answer?.kind !== "moves") return;
    this.putAll(answer.moves);
    this.phase = "choose";
    this.app.say("match.proposed");
    this.app.changed("activity");
  }

  /** The engine chooses a colour after three or five stones. */
  private async chooseForEngine(phase: "choose" | "decide"): Promise<void> {
    this.phase = phase;
    const answer = await this.decide(phase === "choose" ? "swap2-choose" : "swap2-decide");
    if (!answer) return;
    const { app } = this;
    if (answer.kind === "moves" && answer.moves.length === 2) {
      this.putAll(answer.moves);
      this.phase = "decide";
      app.say("match.added");
      app.changed("activity");
      return;
    }
    // The one who chooses would be White.
    this.engine = answer.kind === "swap" ? "black" : "white";
    this.phase = "play";
    this.nameSides();
    if (answer.kind === "moves") this.place(answer.moves[0]!);
    else app.say("match.swapped");
    this.next();
    app.changed("activity");
  }

  private putAll(moves: readonly Point[]): void {
    for (const point of moves) this.app.play(point);
  }

  private async decide(step: "swap2-propose" | "swap2-choose" | "swap2-decide") {
    const { app } = this;
    const { game, node } = app;
    this.isThinking = true;
    this.thought = node;
    const turn = ++this.turn;
    app.say("match.thinking");
    app.changed("activity");
    const isStill = () => this.isThinking && app.activity === this && app.node === node && turn === this.turn;
    try {
      const brain = await app.loading;
      if (!brain) return void this.fail();
      const answer = isStill() ? await brain.decide(game, node, step, OPENING_TIME, this.options.level) : null;
      if (!isStill()) return null;
      this.isThinking = false;
      return answer;
    } catch (error) {
      if (isStill()) this.fail(error);
      return null;
    }
  }
}
