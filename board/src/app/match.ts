/** Plays a game against the engine, or of two people: carries out what the reducer asks for. */

import { shownOf, stopped, timesOf } from "../core/clock";
import type { Color, Point } from "../core/geometry";
import { type Clocks, GameTree, type Node } from "../core/tree";
import type { OpeningChoice } from "../engine/brain";
import type { Activity } from "./activity";
import type { App } from "./app";
import type { StoredActivity } from "./kept";
import { OPENING_TIME, type Question, answer } from "./match/answers";
import { Negotiation, isOnBoard } from "./match/negotiation";
import { stepText } from "./match/opening-words";
import { canUndo, reduce } from "./match/reduce";
import {
  type Effect,
  type MatchEvent,
  type MatchState,
  type Message,
  type Phase,
  type Situation,
  countsForRating,
  currentOpening,
  firstOf,
  newMatch,
} from "./match/state";
import { announcement, fiveText, messageText, playerNames } from "./match/words";
import { reasonOf } from "./reason";

/** Milliseconds between two looks at a clock. */
const TICK = 200;

/** The kind of the activity in the storage. */
export const MATCH = "match";

export class Match implements Activity {
  /** Ends what the engine thinks in the user's time. */
  private pondering: AbortController | null = null;
  /** The position that the engine thinks about. */
  private thought: Node | null = null;
  /** The position that was shown last. */
  private last: Node;
  /** Whether the game itself is about to show another position. */
  private isActing = false;
  private readonly timer: ReturnType<typeof setInterval> | null;

  private constructor(
    private readonly app: App,
    private state: MatchState,
  ) {
    this.last = app.node;
    this.timer = state.clock ? setInterval(() => this.tick(), TICK) : null;
  }

  /** Begins a new game with the current settings. */
  static start(app: App): Match {
    const { rule, width, height, seat, level, handicap, moveLimits, opening, clock } = app.settings;
    const options = { rule, width, height, seat, level, handicap, moveLimits, opening, clock };
    app.open(new GameTree({ size: { width, height }, rule, first: firstOf(app.settings) }));
    const match = new Match(app, newMatch(options, Math.random()));
    app.begin(match);
    match.dispatch({ kind: "begun" });
    return match;
  }

  /** Goes on with a stored game, whose position is on the board. */
  static resume(app: App, state: MatchState): Match {
    const match = new Match(app, state);
    app.begin(match);
    app.sayMove();
    match.dispatch({ kind: "resumed" });
    return match;
  }

  /** The game as it is stored: the clock stands still, and the engine describes the opening anew. */
  get stored(): StoredActivity {
    const { state, opponent } = this;
    const { clock, opening } = state;
    const stored: MatchState = {
      ...state,
      opponent,
      clock: clock && stopped(clock, false, performance.now()),
      opening: opening && { ...opening, states: [] },
    };
    return { kind: MATCH, state: stored };
  }

  get isUnfinished(): boolean {
    return this.state.hasMoved && !this.isFinished;
  }

  get stake(): number | null {
    return this.isUnfinished && countsForRating(this.state) ? this.opponent : null;
  }

  /** The rating of the engine's level; null if it has none. Until the engine is loaded, what was known before. */
  private get opponent(): number | null {
    const { app, state } = this;
    return app.brain ? (app.brain.ratings[state.options.level - 1] ?? null) : state.opponent;
  }

  get phase(): Phase {
    return this.state.phase;
  }

  get engine(): Color | null {
    return this.state.engine;
  }

  get isThinking(): boolean {
    return this.state.thought !== null;
  }

  get hasFailed(): boolean {
    return this.state.failure !== null;
  }

  get isOver(): boolean {
    return this.phase === "over";
  }

  /** Whether the game has come to its end, also while an earlier position of it is shown. */
  get isFinished(): boolean {
    const { game, node } = this.app;
    return this.isOver || game.end(game.last(node)) !== null;
  }

  /** Whether the game has changed the user's rating. */
  get hasCounted(): boolean {
    return this.state.rating === "counted";
  }

  get isPrivate(): boolean {
    return this.state.options.seat === "people" && !this.isOver && !this.app.game.end(this.app.node);
  }

  /** The opening; null if the game has none. */
  get negotiation(): Negotiation | null {
    return this.state.opening && new Negotiation(this.state.opening);
  }

  /** The opening while it is going on and described. */
  get current(): Negotiation | null {
    return currentOpening(this.state);
  }

  /** The opening, if its position is the one that is shown. */
  get shown(): Negotiation | null {
    return this.isOpened ? this.current : null;
  }

  /** Milliseconds that each side has left; null without clocks. */
  get times(): Clocks | null {
    return this.state.clock && timesOf(this.state.clock, performance.now());
  }

  /** What the clocks show. */
  get shownTimes(): Clocks | null {
    return this.state.clock && shownOf(this.state.clock, performance.now());
  }

  // --- What happens ------------------------------------------------------------------------------

  tried(point: Point): boolean {
    if (this.isOver) return false;
    this.dispatch({ kind: "tapped", point });
    return true;
  }

  helped(): void {
    this.dispatch({ kind: "helped" });
  }

  /** Whoever looks at another position does not wait for the engine's move in this one. */
  moved(): void {
    const { game, node } = this.app;
    if (!game.has(this.last)) this.dispatch({ kind: "deleted" });
    this.last = node;
    this.pondering?.abort();
    if (this.isThinking && this.app.node !== this.thought) this.dispatch({ kind: "left" });
    if (!this.isActing) this.dispatch({ kind: "shown" });
  }

  ended(): void {
    this.dispatch({ kind: "ended" });
    if (this.timer !== null) clearInterval(this.timer);
  }

  /** Whether there is something to take back. */
  get canUndo(): boolean {
    return this.isOver ? this.app.node.parent !== null : canUndo(this.state, this.situation);
  }

  undo(): void {
    const { parent } = this.app.node;
    if (!this.isOver) this.dispatch({ kind: "undone" });
    else if (parent) this.app.go(parent);
  }

  redo(): void {
    this.dispatch({ kind: "redone" });
  }

  /** The engine answers at once, or plays for the user, who gets the other side. */
  moveNow(): void {
    this.dispatch({ kind: "engineMoves" });
  }

  /** Asks the engine again after it has failed. */
  retry(): void {
    if (!this.hasFailed) return;
    this.app.renewEngine();
    this.dispatch({ kind: "retried" });
  }

  resign(): void {
    this.dispatch({ kind: "resigned" });
  }

  /** The user's choice in the opening. */
  choose(choice: OpeningChoice, count?: number): void {
    this.dispatch({ kind: "chosen", choice, count });
  }

  /** Keeps one of the fifth stones. */
  keep(point: Point): void {
    if (this.current?.offers.includes(point)) this.tried(point);
  }

  private tick(): void {
    if (this.phase === "play") this.dispatch({ kind: "ticked" });
    this.app.changed("clock");
  }

  announce(): boolean {
    const { app, state } = this;
    const { game, node } = app;
    if (fiveText(state, game, node, 0) !== null) {
      app.sayText(() => fiveText(state, game, node, app.ladder.rating.value)!);
      return true;
    }
    const kind = announcement(state, this.isOpened);
    if (kind !== null) this.say({ kind });
    return kind !== null;
  }

  private say(message: Message): void {
    const { app, state } = this;
    const { game } = app;
    app.sayText(() => messageText(message, state, game, app.ladder.rating.value));
  }

  // --- The position ------------------------------------------------------------------------------

  /** The position of the opening; null if its stones are not all on the board yet. */
  private get opened(): Node | null {
    let node: Node | undefined = this.app.game.root;
    for (const point of this.state.stones) node = node?.children.find(({ move }) => move?.point === point);
    return node ?? null;
  }

  private get isOpened(): boolean {
    return this.app.node === this.opened;
  }

  private get situation(): Situation {
    const { game, node } = this.app;
    const isEngines = (at: Node) => this.engine !== null && game.turn(at) === this.engine;
    let back = node.parent;
    while (back && isEngines(back)) back = back.parent;
    let forward = node.next;
    while (forward?.next && isEngines(forward)) forward = forward.next;
    return {
      now: performance.now(),
      turn: game.turn(node),
      end: game.end(node),
      clocks: node.clocks,
      isOpened: this.isOpened,
      hasNext: node.children.length > 0,
      passes: node.path().filter(({ move }) => move?.point === null && move.color === this.engine).length,
      back: back?.number ?? null,
      forward: forward?.number ?? null,
    };
  }

  // --- What is done ------------------------------------------------------------------------------

  private dispatch(event: MatchEvent): void {
    const before = this.state;
    const { state, effects } = reduce(before, event, this.situation);
    this.state = state;
    if (this.isOver) this.pondering?.abort();
    for (const effect of effects) this.perform(effect);
    if (this.app.activity === this && state !== before) this.app.changed("activity");
  }

  private perform(effect: Effect): void {
    const { app } = this;
    switch (effect.kind) {
      case "say":
        return this.say(effect.message);
      case "announce":
        return app.sayMove();
      case "name":
        app.game.players = playerNames(this.state, app.brain?.levels ?? 12);
        return app.changed("tree");
      case "play":
        this.act(() => app.play(effect.point));
        app.node.clocks = effect.clocks;
        app.sayMove();
        return this.dispatch({ kind: "placed" });
      case "showOpening":
        return this.showOpening();
      case "go":
        return this.go(effect.number, effect.then);
      case "begin":
        return this.dispatch({ kind: "placed" });
      case "result":
        app.game.result = effect.text;
        return app.save();
      case "count":
        return this.count(effect.points);
      case "stop":
        return app.brain?.stop();
      case "ponder":
        return this.ponder(effect.reply);
      default:
        return void this.ask(effect);
    }
  }

  /** Shows another position, and says itself what comes next. */
  private act(show: () => void): void {
    this.isActing = true;
    try {
      show();
    } finally {
      this.isActing = false;
    }
  }

  /** Shows the position of the opening, with all its stones. */
  private showOpening(): void {
    const { app } = this;
    const { game } = app;
    const { count } = game;
    const node = this.state.stones.reduce((at, point) => game.play(at, point), game.root);
    if (game.count > count) app.changed("tree");
    if (node !== app.node) this.act(() => app.go(node));
  }

  private go(number: number, then: "placed" | "returned"): void {
    const { app } = this;
    let { node } = app;
    while (node.number > number && node.parent) node = node.parent;
    while (node.number < number && node.next) node = node.next;
    this.act(() => app.go(node));
    if (then === "placed") app.sayMove();
    this.dispatch(then === "placed" ? { kind: then } : { kind: then, number });
  }

  private count(points: 0 | 0.5 | 1): void {
    const { opponent } = this;
    const { ladder } = this.app;
    if (opponent === null) return;
    const before = ladder.rating.value;
    ladder.add(opponent, points);
    this.dispatch({ kind: "rated", gain: ladder.rating.value - before });
  }

  // --- The engine --------------------------------------------------------------------------------

  /** Asks the engine; its answer is an event, and so is its failure. */
  private async ask(question: Question): Promise<void> {
    const { app } = this;
    const { asked } = question;
    this.thought = app.node;
    const isStill = () => app.activity === this && this.state.asked === asked;
    try {
      const brain = await app.engine();
      if (!isStill()) return;
      const event = await answer(brain, question, {
        app,
        state: () => this.state,
        isWanted: () => isStill() && this.isThinking,
        ready: () => this.dispatch({ kind: "ready", asked }),
      });
      if (isStill()) this.dispatch(event);
    } catch (error) {
      if (isStill()) this.dispatch({ kind: "failed", asked, reason: reasonOf(error) });
    }
  }

  /** Lets the engine think while the user does, if that is wanted. */
  private ponder(reply: Point | undefined): void {
    const { app } = this;
    const { brain } = app;
    const isFull = this.state.options.level === brain?.levels;
    if (!brain || !isFull || !app.settings.ponders || this.phase !== "play" || app.game.end(app.node)) return;
    this.pondering = new AbortController();
    // Without it the engine only begins later.
    brain.ponder(app.game, app.node, reply, this.pondering.signal).catch(() => undefined);
  }

  /** Shows what the engine would do in the opening. */
  async advise(signal: AbortSignal): Promise<null> {
    const { app, current } = this;
    const { asked, opening, options } = this.state;
    if (!current?.isPersons || this.isThinking) return null;
    const brain = await app.engine();
    const step = await brain.decideStep(current.setup(), OPENING_TIME, options.level, signal);
    const isStill = app.activity === this && asked === this.state.asked && opening === this.state.opening;
    if (!step || !isStill || signal.aborted) return null;
    const choice = current.choices.find(isOnBoard)?.kind ?? null;
    app.say("step.advice", () => ({ step: stepText({ step, choice }, app.game.size) }));
    return null;
  }
}
