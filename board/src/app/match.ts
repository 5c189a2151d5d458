/** A game of the user against the engine, or of two people, with clocks and opening rules. */

import { GameClock } from "../core/clock";
import { type Color, type Point, other } from "../core/geometry";
import { fits } from "../core/openings";
import { GameTree, type Node } from "../core/tree";
import { type Brain, type OpeningChoice, type OpeningState, type OpeningStep, randomSeed } from "../engine/brain";
import { type Key, type Parameters, signed, t } from "../i18n";
import { nameOf } from "../i18n/points";
import type { Activity, App } from "./app";
import { Negotiation, isOnBoard } from "./negotiation";
import { sayPrompt, sayRefusal, sayStep } from "./opening-words";
import { type Settings, thinking } from "./settings";

/** Where the game stands. */
type Phase = "opening" | "play" | "over";

/** The longest time for a move below full strength, in milliseconds; the levels stop by themselves long before. */
const LEVEL_TIME = 10_000;
/** The time for a step of the opening, in milliseconds. */
const OPENING_TIME = 3_000;
/** Positions to look at for stones that leave the game even, a second or two for most. */
const EVEN_NODES = 200_000;

/** A rating is not so sure that single points would mean anything. */
const toTens = (rating: number): number => Math.round(rating / 10) * 10;

export class Match implements Activity {
  phase: Phase = "play";
  /** The engine's colour; null while that is open, and in a game of two people. */
  engine: Color | null = null;
  isThinking = false;
  /** Ends what the engine thinks in the user's time. */
  private pondering: AbortController | null = null;
  /** The position that the engine thinks about. */
  private thought: Node | null = null;
  /** How often it was asked, so that a late answer is not taken for a later one. */
  private turn = 0;
  readonly clock: GameClock | null;
  private readonly hasEngine: boolean;
  /** The opening; null if the game has none. */
  readonly negotiation: Negotiation | null;
  /** The position on the board in the opening, with the stones of a step that is not complete. */
  private opened: Node;
  /** What the engine has done since the user's last step, in words. */
  private done: (() => string)[] = [];
  private readonly timer: ReturnType<typeof setInterval> | null;
  private readonly options: Readonly<Settings>;
  /** Whether the game may still count for the user's rating, was played with help, or has been counted. */
  private rating: "open" | "helped" | "counted" = "open";
  /** The change of the user's rating by this game. */
  private gain: number | null = null;

  private constructor(
    private readonly app: App,
    private readonly ticked: () => void,
  ) {
    this.options = { ...app.settings };
    const { width, height, rule, seat, opening } = this.options;
    const size = { width, height };
    this.hasEngine = seat !== "both" && seat !== "people";
    this.clock = GameClock.parse(this.options.clock, () => performance.now());
    this.timer = this.clock ? setInterval(() => this.tick(), 200) : null;
    const isBlack = seat === "black" || (seat === "random" && Math.random() < 0.5);
    const person = this.hasEngine ? (isBlack ? "first" : "second") : null;
    const isRule = opening !== "free" && opening !== "even" && fits(opening, rule, size);
    this.negotiation = isRule ? new Negotiation(rule, size, opening, person) : null;
    if (isRule || opening === "even") this.phase = "opening";
    if (!isRule && this.hasEngine) this.engine = isBlack ? "white" : "black";
    app.open(new GameTree({ size, rule }));
    this.opened = app.node;
  }

  /** Begins a new game with the current settings; `ticked` is called while a clock runs. */
  static start(app: App, ticked: () => void): Match {
    const match = new Match(app, ticked);
    match.nameSides();
    app.begin(match);
    app.sayMove();
    if (match.negotiation) void match.beginOpening(match.negotiation);
    else if (match.phase === "opening") void match.beginEven();
    else match.next();
    return match;
  }

  get isOver(): boolean {
    return this.phase === "over";
  }

  get isPrivate(): boolean {
    return this.options.seat === "people" && !this.isOver && !this.app.game.end(this.app.node);
  }

  helped(): void {
    if (this.rating === "open") this.rating = "helped";
  }

  /** The opening while it is going on and described. */
  get current(): Negotiation | null {
    return this.phase === "opening" && this.negotiation?.state ? this.negotiation : null;
  }

  /** The opening, if its position is the one that is shown. */
  get shown(): Negotiation | null {
    return this.app.node === this.opened ? this.current : null;
  }

  tried(point: Point): boolean {
    const { app } = this;
    if (this.isOver) return false;
    if (this.isThinking) {
      app.say("match.thinking");
    } else if (this.phase === "opening") {
      this.triedInOpening(point);
    } else if (this.engine === app.game.turn(app.node)) {
      app.say("match.notYourTurn");
    } else {
      // Another move than before is one taken back.
      if (app.node.children.length > 0) this.helped();
      this.place(point);
      this.next();
    }
    return true;
  }

  announce(): boolean {
    if (this.phase === "play" && this.announceFive()) return true;
    if (this.phase !== "opening" || this.app.node !== this.opened) return false;
    if (!this.current || (this.isThinking && this.current.isPersons)) this.app.say("match.thinking");
    else sayPrompt(this.app, this.current, this.done);
    return true;
  }

  /** Says who has won by a five: the user or the engine. */
  private announceFive(): boolean {
    const { app, engine } = this;
    const { game, node } = app;
    const end = game.end(node);
    const point = node.move?.point;
    if (!engine || end?.kind !== "five" || point == null) return false;
    this.sayEnd(end.winner === engine ? "say.youLost" : "say.youWon", () => ({ move: nameOf(point, game.size) }));
    return true;
  }

  /** Says how the game has ended, and what that does to the user's rating. */
  private sayEnd(key: Key, parameters: () => Parameters): void {
    const { app, gain } = this;
    if (gain === null) return app.say(key, parameters);
    const { value } = app.ladder.rating;
    app.say("match.rated", () => ({
      result: t(key, parameters()).replace(/[!！]$/, ""),
      rating: toTens(value),
      change: signed(toTens(gain)),
    }));
  }

  /** Whoever looks at another position does not wait for the engine's move in this one. */
  moved(): void {
    const { app } = this;
    this.pondering?.abort();
    // A step of the opening does not depend on what is shown.
    if (this.phase !== "play" || !this.isThinking || app.node === this.thought) return;
    app.brain?.stop();
    this.isThinking = false;
    this.clock?.stop(false);
    app.changed("activity");
  }

  ended(): void {
    this.pondering?.abort();
    if (this.isThinking) this.app.brain?.stop();
    this.clock?.stop(false);
    if (this.timer !== null) clearInterval(this.timer);
    this.phase = "over";
    this.isThinking = false;
  }

  /** Takes back moves until the user is to move again. */
  undo(): void {
    const { app } = this;
    if (this.phase === "over") return void (app.node.parent && app.go(app.node.parent));
    if (this.phase === "opening") return this.undoInOpening();
    let node = app.node.parent;
    while (node && this.engine && app.game.turn(node) === this.engine) node = node.parent;
    if (!node || node.number < this.opened.number) return this.undoInOpening();
    this.helped();
    app.go(node);
    this.wait();
    app.say("match.undone", { n: node.number });
  }

  /** Plays what was taken back. */
  redo(): void {
    const { app } = this;
    if (this.phase === "opening") return;
    let node = app.node.next;
    while (node?.next && this.engine && app.game.turn(node) === this.engine) node = node.next;
    if (!node || this.isThinking) return;
    app.go(node);
    app.sayMove();
    this.next();
  }

  /** The engine answers at once, or plays for the user, who gets the other side. */
  moveNow(): void {
    const { app } = this;
    if (this.isThinking) return app.brain?.stop();
    if (this.phase === "opening") return void this.decide();
    if (this.phase !== "play" || app.game.end(app.node)) return;
    this.helped();
    this.engine = app.game.turn(app.node);
    this.nameSides();
    this.next();
  }

  resign(): void {
    if (this.phase !== "play") return;
    const loser = this.engine ? other(this.engine) : this.app.game.turn(this.app.node);
    this.lose(loser, "R", "match.resigned");
  }

  // --- Moves -------------------------------------------------------------------------------------

  private nameSides(): void {
    const { app } = this;
    const full = app.brain?.levels ?? 12;
    const level = this.options.level;
    const program = level === full ? t("match.full") : t("match.level", { level });
    const holders = this.phase === "opening" ? this.negotiation?.state?.holders : null;
    const isEngine = (color: Color) => (holders ? holders[color] !== this.negotiation?.person : color === this.engine);
    const name = (color: Color) => (isEngine(color) ? program : t("match.you"));
    app.game.players = this.hasEngine ? { black: name("black"), white: name("white") } : { black: "", white: "" };
    app.changed("tree");
  }

  private place(point: Point | null): void {
    this.clock?.stop(true);
    this.app.play(point);
    if (this.clock) this.app.node.clocks = this.clock.times();
    this.app.sayMove();
  }

  /** Lets the side to move think, or ends the game. */
  private next(): void {
    const { app } = this;
    if (this.phase !== "play") return;
    const end = app.game.end(app.node);
    if (end) {
      this.clock?.stop(false);
      this.count(end.kind === "five" ? end.winner : null);
      app.sayMove();
      app.changed("activity");
      return;
    }
    if (this.engine !== app.game.turn(app.node)) return this.wait();
    const given = app.node.path().filter(({ move }) => move?.point === null && move.color === this.engine).length;
    if (given >= this.options.handicap) return void this.think();
    this.place(null);
    this.next();
  }

  /** Counts a game that is over for the user's rating, once, if nothing helped the user. */
  private count(winner: Color | null): void {
    const { level, handicap } = this.options;
    const opponent = this.app.brain?.ratings[level - 1] ?? null;
    if (this.rating !== "open" || !this.engine || handicap > 0 || opponent === null) return;
    const { ladder } = this.app;
    const before = ladder.rating.value;
    this.rating = "counted";
    ladder.add(opponent, winner === null ? 0.5 : winner === this.engine ? 0 : 1);
    this.gain = ladder.rating.value - before;
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
    const isStill = () => this.isThinking && app.activity === this && app.node === node && turn === this.turn;
    app.changed("activity");
    const brain = await app.loading;
    if (!brain) return this.fail();
    if (this.clock) {
      // It stands still until all that the engine needs is loaded. If that fails, thinking fails as well.
      brain.stop();
      await brain.prepare(game.rule).catch(() => undefined);
    }
    if (!isStill()) return;
    this.clock?.start(game.turn(node), node.clocks);
    const isFull = options.level === brain.levels;
    const limits = isFull ? thinking(options.moveLimits) : { timeMs: LEVEL_TIME };
    const onClock = this.clock?.forMove(game.turn(node)) ?? Infinity;
    const timeMs = Math.round(Math.min(limits.timeMs ?? Infinity, onClock));
    try {
      const result = await brain.think(
        game,
        node,
        {
          ...limits,
          ...(timeMs < Infinity && { timeMs }),
          level: options.level,
          variety: isFull,
          seed: randomSeed(),
        },
        () => undefined,
      );
      if (!isStill()) return;
      this.isThinking = false;
      // Ended by another question, before anything was found.
      if (!result) return void this.wait();
      const black = result.lines[0]?.worth;
      if (black && isFull) node.worth = black;
      this.place(result.move);
      this.next();
      if (isFull) this.ponder(brain, result.lines[0]?.moves[1]);
    } catch (error) {
      if (isStill()) this.fail(error);
    }
  }

  /** Lets the engine think while the user does, if that is wanted. */
  private ponder(brain: Brain, reply: Point | undefined): void {
    const { app } = this;
    if (!app.settings.ponders || this.phase !== "play" || app.game.end(app.node)) return;
    this.pondering = new AbortController();
    brain.ponder(app.game, app.node, reply, this.pondering.signal).catch((error: unknown) => this.fail(error));
  }

  private fail(error?: unknown): void {
    this.isThinking = false;
    this.app.say("engine.failed", { reason: error instanceof Error ? error.message : (this.app.brainError ?? "") });
    this.app.changed("activity");
  }

  private tick(): void {
    const flagged = this.phase === "play" ? this.clock?.flagged() : null;
    if (flagged) this.lose(flagged, "T", "match.flagged");
    this.ticked();
  }

  /** Ends the game, which a side loses by resignation (R) or on time (T). */
  private lose(loser: Color, how: "R" | "T", message: "match.resigned" | "match.flagged"): void {
    const { app } = this;
    if (this.isThinking) app.brain?.stop();
    this.pondering?.abort();
    this.isThinking = false;
    this.clock?.stop(false);
    this.phase = "over";
    this.count(other(loser));
    app.game.result = `${loser === "black" ? "W" : "B"}+${how}`;
    app.save();
    this.sayEnd(message, () => ({ color: t(loser === "black" ? "color.black" : "color.white") }));
    app.changed("activity");
  }

  // --- The opening -------------------------------------------------------------------------------

  private async beginOpening(negotiation: Negotiation): Promise<void> {
    const brain = await this.brain();
    const state = brain && (await this.describe(brain, negotiation));
    if (!state) return;
    negotiation.begin(state);
    this.goOn();
  }

  /** Puts stones on the board that leave the game even, and begins. */
  private async beginEven(): Promise<void> {
    const { app } = this;
    const { game } = app;
    this.isThinking = true;
    app.changed("activity");
    try {
      const brain = await this.brain();
      if (!brain) return;
      // Without stones if another question has ended this one.
      const stones = (await brain.evenStones(game, EVEN_NODES, randomSeed())) ?? [];
      if (app.activity !== this) return;
      if (app.node !== this.opened) app.go(this.opened);
      for (const point of stones) this.put(point);
      this.isThinking = false;
      this.phase = "play";
      const moves = () => stones.map((point) => nameOf(point, game.size)).join(" ");
      const color = () => t(game.turn(this.opened) === "black" ? "color.black" : "color.white");
      const done = () => (stones.length > 0 ? t("step.didPut", { moves: moves() }) : "");
      app.say("step.both", () => ({ done: done(), prompt: t("step.over", { color: color() }) }));
      this.next();
    } catch (error) {
      if (app.activity === this) this.fail(error);
    }
  }

  /** The engine, once it is loaded; null if there is none or the game is no longer played. */
  private async brain(): Promise<Brain | null> {
    const brain = await this.app.loading;
    if (this.app.activity !== this) return null;
    if (!brain) this.fail();
    return brain;
  }

  /** What the engine says of the opening, after one more step if there is one; null if that was left meanwhile. */
  private async describe(brain: Brain, negotiation: Negotiation, step?: OpeningStep): Promise<OpeningState | null> {
    const turn = ++this.turn;
    try {
      const state = await brain.opening(negotiation.setup(step));
      return this.app.activity === this && turn === this.turn ? state : null;
    } catch (error) {
      if (this.app.activity === this && turn === this.turn) this.fail(error);
      return null;
    }
  }

  /** Whoever's step it is makes it; at the end the game begins. */
  private goOn(): void {
    const { app, negotiation } = this;
    if (!negotiation?.state) return;
    const { holders, turn } = negotiation.state;
    if (turn === null) {
      this.phase = "play";
      if (this.hasEngine) this.engine = holders.black === negotiation.person ? "white" : "black";
    }
    this.nameSides();
    app.changed("activity", "position");
    if (app.node === this.opened || turn === null) sayPrompt(app, negotiation, this.done);
    if (turn === null) this.next();
    else if (!negotiation.isPersons) void this.decide();
  }

  private triedInOpening(point: Point): void {
    const { app, current } = this;
    if (!current?.isPersons) return app.say("match.notYourTurn");
    if (app.node !== this.opened) {
      app.go(this.opened);
      app.sayMove();
      return;
    }
    const choice = current.onBoard;
    if (!choice) return app.say("step.button");
    // The last step is on its way to the engine.
    if (current.picks.length === current.due) return;
    const refusal = current.refusal(point);
    if (refusal) return sayRefusal(app, point, refusal);
    if (current.picks.includes(point)) current.picks.splice(current.picks.indexOf(point), 1);
    else current.picks.push(point);
    if (choice.kind === "place") this.put(point);
    if (current.picks.length === current.due) return void this.step({ kind: "stones", points: [...current.picks] });
    this.done = [];
    sayPrompt(app, current, this.done);
    app.changed("activity", "position");
  }

  /** Puts a stone of the opening on the board. */
  private put(point: Point): void {
    this.app.play(point);
    this.opened = this.app.node;
  }

  /** The user's choice in the opening. */
  choose(choice: OpeningChoice, count?: number): void {
    const { app, current } = this;
    if (!current?.isPersons || this.isThinking) return;
    if (app.node !== this.opened) app.go(this.opened);
    if (isOnBoard(choice)) {
      current.choose(choice);
      this.done = [];
      sayPrompt(app, current, this.done);
      app.changed("activity", "position");
    } else if (choice.kind !== "count") {
      void this.step({ kind: choice.kind });
    } else if (count !== undefined) {
      void this.step({ kind: "count", count });
    }
  }

  /** Keeps one of the fifth stones. */
  keep(point: Point): void {
    if (this.current?.offers.includes(point)) this.triedInOpening(point);
  }

  /** The user makes a step. */
  private async step(step: OpeningStep): Promise<void> {
    const { negotiation } = this;
    const brain = await this.brain();
    const state = brain && negotiation && (await this.describe(brain, negotiation, step));
    if (!state) return;
    this.done = [];
    this.make(step, state);
  }

  private make(step: OpeningStep, state: OpeningState): void {
    const { app, negotiation } = this;
    if (!negotiation) return;
    negotiation.apply(step, state);
    if (state.stones.length !== this.opened.number) {
      if (app.node !== this.opened) app.go(this.opened);
      for (const point of state.stones.slice(this.opened.number)) this.put(point);
    }
    this.goOn();
  }

  /** The engine makes the step, which may be the user's. */
  private async decide(): Promise<void> {
    const { app, current } = this;
    if (!current) return;
    this.dropPicks(current);
    this.isThinking = true;
    const turn = ++this.turn;
    if (current.isPersons || this.done.length === 0) app.say("match.thinking");
    app.changed("activity", "position");
    const isStill = () => this.isThinking && app.activity === this && turn === this.turn;
    try {
      const brain = await app.loading;
      const step =
        brain && isStill() ? await brain.decideStep(current.setup(), OPENING_TIME, this.options.level) : null;
      if (!brain || !isStill()) return;
      const state = step && (await brain.opening(current.setup(step)));
      if (!isStill()) return;
      this.isThinking = false;
      // Ended by another question, before anything was found.
      if (!state) return app.changed("activity");
      const before = current.choices;
      this.done.push(() => sayStep(app, step, before));
      this.make(step, state);
    } catch (error) {
      if (isStill()) this.fail(error);
    }
  }

  /** Shows what the engine would do. */
  async advise(): Promise<void> {
    const { app, current } = this;
    if (!current?.isPersons || this.isThinking) return;
    const turn = ++this.turn;
    app.say("analysis.hinting");
    const brain = await app.loading;
    const step = await brain?.decideStep(current.setup(), OPENING_TIME, this.options.level);
    if (!step || app.activity !== this || turn !== this.turn) return;
    const { choices } = current;
    app.say("step.advice", () => ({ step: sayStep(app, step, choices) }));
  }

  /** Takes the stones of a step that is not complete off the board. */
  private dropPicks(negotiation: Negotiation): void {
    while (negotiation.picks.length > 0) negotiation.undo();
    this.backTo(negotiation.state?.stones.length ?? 0);
  }

  /** Shows the position of the opening with so many stones. */
  private backTo(stones: number): void {
    let node = this.opened;
    while (node.parent && node.number > stones) node = node.parent;
    this.opened = node;
    if (this.app.node !== node) this.app.go(node);
  }

  private undoInOpening(): void {
    const { app, negotiation } = this;
    if (!negotiation) return;
    const isPlaced = negotiation.onBoard?.kind === "place";
    if (!negotiation.undo()) return;
    if (this.isThinking) app.brain?.stop();
    this.isThinking = false;
    this.turn++;
    this.clock?.stop(false);
    this.phase = "opening";
    this.engine = null;
    this.done = [];
    this.backTo((negotiation.state?.stones.length ?? 0) + (isPlaced ? negotiation.picks.length : 0));
    this.nameSides();
    sayPrompt(app, negotiation, this.done);
    app.changed("activity", "position");
  }
}
