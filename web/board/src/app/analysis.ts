/** Live analysis of the position that is shown, and single questions to the engine. */

import { label } from "../core/geometry";
import type { Node } from "../core/tree";
import type { Line, Report } from "../engine/brain";
import type { App } from "./app";
import { Match } from "./match";

/** After so many milliseconds the analysis of a position pauses, for the sake of the battery. */
const MOST_TIME = 120_000;
const HINT_TIME = 1_500;
/** Stones that the solver puts on the board for an answer, which takes some seconds at most. */
const SOLVER_NODES = 400_000;

export class Analysis {
  isOn = false;
  /** What is known of the position. */
  report: (Report & { readonly node: Node }) | null = null;
  private stopping: AbortController | null = null;
  /** What the running analysis is about. */
  private about: Node | null = null;

  constructor(private readonly app: App) {
    app.on(["position", "activity", "engine", "review"], () => this.follow());
  }

  /** The lines of the position that is shown. */
  get lines(): readonly Line[] {
    return this.report?.node === this.app.node ? this.report.lines : [];
  }

  switch(isOn: boolean): void {
    this.isOn = isOn;
    this.about = null;
    this.follow();
    this.app.changed("analysis");
  }

  /** Analyses what is shown now, if that is wanted and the engine has nothing better to do. */
  follow(): void {
    const { app } = this;
    const { activity, node } = app;
    const isBusy = app.isBusy || (activity instanceof Match && activity.isThinking);
    const wanted = this.isOn && !isBusy && !app.game.end(node) ? node : null;
    if (wanted === this.about) return;
    this.stopping?.abort();
    this.stopping = null;
    this.about = wanted;
    if (wanted && app.brain) void this.run(wanted);
    else if (wanted) this.about = null;
  }

  private async run(node: Node): Promise<void> {
    const { app } = this;
    const stopping = (this.stopping = new AbortController());
    const show = (report: Report) => {
      if (stopping.signal.aborted) return;
      this.report = { ...report, node };
      if (report.lines[0]) node.worth = report.lines[0].worth;
      app.changed("analysis");
    };
    try {
      const result = await app.brain!.think(
        app.game,
        node,
        { lines: app.settings.lines, timeMs: MOST_TIME },
        show,
        stopping.signal,
      );
      if (result) show(result);
    } catch (error) {
      if (!stopping.signal.aborted) this.fail(error);
    }
  }

  /** Marks a good move on the board. */
  async hint(): Promise<void> {
    const { app } = this;
    const { game, node } = app;
    if (game.end(node) || (app.activity instanceof Match && app.activity.isThinking)) return;
    if (app.activity instanceof Match && app.activity.shown) {
      await app.activity.advise().catch((error: unknown) => this.fail(error));
      return this.resume();
    }
    app.say("analysis.hinting");
    try {
      const brain = await app.loading;
      const result = await brain?.think(game, node, { timeMs: HINT_TIME }, () => undefined);
      if (!result || app.node !== node) return;
      app.hint = result.move;
      app.line = [];
      app.say("analysis.hint", { move: label(result.move, game.size) });
    } catch (error) {
      this.fail(error);
    }
    this.resume();
  }

  /** Asks the solver whether the side to move wins by force. */
  async prove(): Promise<void> {
    const { app } = this;
    const { game, node } = app;
    if (game.end(node) || (app.activity instanceof Match && app.activity.isThinking)) return;
    app.say("analysis.proving");
    try {
      const brain = await app.loading;
      const proof = await brain?.solve(game, node, SOLVER_NODES);
      if (!proof || app.node !== node) return;
      if (proof.verdict === "win") {
        app.line = proof.moves;
        node.worth = {
          black: game.turn(node) === "black" ? 1 : 0,
          plies: game.turn(node) === "black" ? proof.plies : -proof.plies,
        };
        app.say("analysis.win", { n: Math.ceil(proof.plies / 2) });
      } else {
        app.say(proof.verdict === "no-win" ? "analysis.noWin" : "analysis.open");
      }
    } catch (error) {
      this.fail(error);
    }
    this.resume();
  }

  /** Goes on after another question. */
  private resume(): void {
    this.about = null;
    this.follow();
    this.app.changed("analysis");
  }

  private fail(error: unknown): void {
    this.app.say("engine.failed", { reason: error instanceof Error ? error.message : String(error) });
  }
}
