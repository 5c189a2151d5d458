/** A win that is played out against the engine: which moves win, and what the other side answers. */

import type { Point } from "../core/geometry";
import type { GameTree, Node } from "../core/tree";
import type { Brain, Foul, Verdict } from "../engine/brain";
import { refutationOf } from "./refutation";
import { type Task, gameOf, isRight } from "./tasks";

/** Positions that the solver may look at to judge a move. */
const JUDGE_NODES = 200_000;
/** Positions that the engine looks at to find a defence. */
const DEFENCE_NODES = 20_000;

/** What the other side does: it plays a move, or the only move that would stop a five is forbidden. */
export type Answer = { readonly kind: "move"; readonly point: Point } | { readonly kind: "foul"; readonly foul: Foul };

export class Attack {
  constructor(
    private readonly task: Task,
    private readonly game: GameTree,
    /** The position in which the task begins. */
    private readonly start: Node,
  ) {}

  /**
   * Whether the move that led to a position wins. About moves that the task does not know, the solver is asked and then a
   * search, after `asking` is called; null if another question ended this one.
   */
  async judge(brain: Brain, node: Node, asking: () => void, signal: AbortSignal): Promise<Verdict | null> {
    const { game, task } = this;
    const [first, ...others] = this.played(node);
    const isKnown = others.length === 0 ? isRight(task, first!) : this.isSolution(node);
    if (isKnown || game.end(node)?.kind === "five") return "win";
    if (game.end(node)) return "no-win";
    asking();
    const verdict = await brain.hasWon(game, node, JUDGE_NODES, signal);
    if (verdict !== "no-win") return verdict;
    const refutation = await refutationOf(brain, game, node, signal);
    return refutation && (refutation.kind === "none" ? "win" : verdict);
  }

  /** The answer to a move that wins; null if another question ended this one. */
  async answer(brain: Brain, node: Node, signal: AbortSignal): Promise<Answer | null> {
    const foul = await this.foul(brain, this.game, node);
    if (foul) return { kind: "foul", foul };
    const known = this.isSolution(node) ? this.task.solution[this.played(node).length] : undefined;
    if (known !== undefined) return { kind: "move", point: known };
    const defence = await brain.think(this.game, node, { nodes: DEFENCE_NODES }, () => undefined, signal);
    return defence && { kind: "move", point: defence.move };
  }

  /** The foul that alone would stop the five at the end of the stored solution. */
  foulAtEnd(brain: Brain): Promise<Foul | null> {
    const game = gameOf(this.task);
    let node = game.last();
    for (const point of this.task.solution) node = game.play(node, point);
    return this.foul(brain, game, node);
  }

  /** The forbidden point that alone would stop a five. */
  private async foul(brain: Brain, game: GameTree, node: Node): Promise<Foul | null> {
    const { task } = this;
    if (game.rule !== "renju" || task.turn !== "white") return null;
    const stones = game.stones(node);
    const { rows, fouls } = await brain.ruling(game, node);
    const fours = rows.filter((row) => row.kind === "four" && stones[row.stones[0]!] === task.turn);
    const [five, ...others] = new Set(fours.flatMap(({ next }) => next));
    return others.length > 0 ? null : (fouls.find(({ point }) => point === five) ?? null);
  }

  /** The moves of the task that led to a position. */
  played(node: Node): Point[] {
    return node
      .path()
      .slice(this.start.number + 1)
      .map((at) => at.move!.point!);
  }

  /** Whether the moves so far are those of the stored solution. */
  private isSolution(node: Node): boolean {
    return this.played(node).every((point, index) => point === this.task.solution[index]);
  }
}
