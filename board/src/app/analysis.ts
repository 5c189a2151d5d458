/** Live analysis of the position that is shown, and single questions to the engine. */

import type { GameTree, Node } from "../core/tree";
import type { Brain, Line, Report } from "../engine/brain";
import { type Key, chancePercent, count } from "../i18n";
import { nameOf } from "../i18n/points";
import type { App } from "./app";
import { Match } from "./match";
import { equipment, thinking } from "./settings";

const HINT_TIME = 1_500;
/** Positions to look at for a balanced move, a second or two for most. */
const BALANCE_NODES = 300_000;
/** Stones that the solver puts on the board for an answer, which takes some seconds at most. */
const SOLVER_NODES = 400_000;

/** Where the live analysis stands. It is one value, so that nothing runs that is not meant to. */
type State =
  /** The user does not want it. */
  | { readonly kind: "off" }
  /** It begins as soon as there is an engine, and a position that it may look at. */
  | { readonly kind: "waiting" }
  | { readonly kind: "running"; readonly node: Node; readonly stopping: AbortController }
  /** All was found that the time allows; or another question came between. */
  | { readonly kind: "done"; readonly node: Node };

export class Analysis {
  /** What is known of the position. */
  report: (Report & { readonly node: Node }) | null = null;
  private state: State = { kind: "off" };

  constructor(private readonly app: App) {
    app.on(["position", "activity", "engine", "review"], () => this.follow());
  }

  get isOn(): boolean {
    return this.state.kind !== "off";
  }

  /** Whether the search of the position that is shown has come to its end. */
  get isDone(): boolean {
    return this.state.kind === "done" && this.state.node === this.app.node;
  }

  /** The lines of the position that is shown. */
  get lines(): readonly Line[] {
    return this.report?.node === this.app.node ? this.report.lines : [];
  }

  /** Begins the analysis, anew if it is on already. */
  start(): void {
    if (!this.app.mayAsk()) return;
    this.enter({ kind: "waiting" });
    this.follow();
    this.app.changed("analysis");
  }

  stop(): void {
    this.enter({ kind: "off" });
    this.app.changed("analysis");
  }

  /** Gives the engine what the settings say now, and goes on. */
  async equip(): Promise<void> {
    try {
      const brain = await this.app.engine();
      const wanted = equipment(this.app.settings);
      await brain.equip(wanted);
      if (brain.threads < wanted.threads) this.app.say("analysis.fewer", { threads: brain.threads });
    } catch (error) {
      this.app.work.fail(error, () => this.equip());
    }
    this.resume();
  }

  /** Changes the state. A search belongs to its state, and ends with it. */
  private enter(state: State): void {
    const before = this.state;
    this.state = state;
    if (before.kind === "running" && before !== state) before.stopping.abort();
  }

  /** Analyses what is shown now, if that is wanted and the engine has nothing better to do. */
  private follow(): void {
    const { app, state } = this;
    const { activity, brain, node } = app;
    if (state.kind === "off") return;
    const isBusy = app.isBusy || activity?.isThinking || app.isHidden;
    if (!brain || isBusy || app.game.end(node)) return this.enter({ kind: "waiting" });
    if (state.kind !== "waiting" && state.node === node) return;
    activity?.helped?.();
    const running = { kind: "running", node, stopping: new AbortController() } as const;
    this.enter(running);
    void this.run(brain, running);
  }

  private async run(brain: Brain, running: State & { kind: "running" }): Promise<void> {
    const { app } = this;
    const { node, stopping } = running;
    const show = (report: Report) => {
      if (this.state !== running) return;
      this.report = { ...report, node };
      if (report.lines[0]) node.worth = report.lines[0].worth;
      app.changed("analysis");
    };
    const { lines, analysisLimits } = app.settings;
    try {
      const asked = { lines, ...thinking(analysisLimits) };
      const result = await brain.think(app.game, node, asked, show, stopping.signal);
      if (result) show(result);
    } catch (error) {
      if (this.state !== running) return;
      this.stop();
      return app.work.fail(error, () => this.start());
    }
    if (this.state !== running) return;
    this.enter({ kind: "done", node });
    app.changed("analysis");
  }

  /** Marks a good move on the board. */
  async hint(): Promise<void> {
    const { app } = this;
    if (!this.mayAsk()) return;
    if (app.activity instanceof Match && app.activity.shown) {
      const match = app.activity;
      app.say("analysis.hinting");
      await app.work.run(
        "analysis.hinting",
        () => this.hint(),
        (signal) => match.advise(signal),
      );
      return this.resume();
    }
    await this.ask(
      "analysis.hinting",
      () => this.hint(),
      (brain, game, node, signal) => brain.think(game, node, { timeMs: HINT_TIME }, () => undefined, signal),
      ({ move }) => {
        app.hint = move;
        app.line = [];
        app.say("analysis.hint", () => ({ move: nameOf(move, app.game.size) }));
      },
    );
  }

  /** Marks the move after which the game is as even as possible. */
  balance(): Promise<void> {
    const { app } = this;
    return this.ask(
      "analysis.balancing",
      () => this.balance(),
      (brain, game, node, signal) => brain.balance(game, node, BALANCE_NODES, signal),
      ({ move, worth }) => {
        app.hint = move;
        app.line = [];
        const name = () => nameOf(move, app.game.size);
        if (worth) app.say("analysis.balanced", () => ({ move: name(), chance: chancePercent(worth.black) }));
        else app.say("analysis.balancedMove", () => ({ move: name() }));
      },
    );
  }

  /** Asks the solver whether the side to move wins by force. */
  prove(): Promise<void> {
    const { app } = this;
    return this.ask(
      "analysis.proving",
      () => this.prove(),
      (brain, game, node, signal) => brain.solve(game, node, SOLVER_NODES, signal),
      (proof, game, node) => {
        if (proof.verdict === "no-win") return app.say("analysis.noWin");
        if (proof.verdict === "unknown") return app.say("analysis.open", () => ({ nodes: count(proof.nodes) }));
        const isBlack = game.turn(node) === "black";
        app.line = proof.moves;
        node.worth = { black: isBlack ? 1 : 0, plies: isBlack ? proof.plies : -proof.plies };
        app.say("analysis.win", { n: Math.ceil(proof.plies / 2) });
      },
    );
  }

  /** Whether the user may ask about the position that is shown. */
  private mayAsk(): boolean {
    const { app } = this;
    return !app.game.end(app.node) && !app.activity?.isThinking && app.mayAsk();
  }

  /** Asks about the position that is shown, which ends the analysis for so long. */
  private async ask<T>(
    said: Key,
    again: () => unknown,
    question: (brain: Brain, game: GameTree, node: Node, signal: AbortSignal) => Promise<T | null>,
    show: (answer: T, game: GameTree, node: Node) => void,
  ): Promise<void> {
    const { app } = this;
    const { game, node } = app;
    if (!this.mayAsk()) return;
    app.say(said);
    const answer = await app.work.run(said, again, async (signal) => question(await app.engine(), game, node, signal));
    if (answer && app.node === node) show(answer, game, node);
    this.resume();
  }

  /** Goes on after another question. */
  private resume(): void {
    if (this.isOn) this.start();
    else this.app.changed("analysis");
  }
}
