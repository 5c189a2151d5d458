/**
 * The opening of a game under an opening rule: what was done, what is possible, and the stones of a step that is not
 * complete yet. The engine knows the rules; here is what the user makes of them.
 */

import { type Color, type Point, type Size, other } from "../../core/geometry";
import type { OpeningRule } from "../../core/openings";
import type { Rule } from "../../core/rules";
import type { Area, OpeningChoice, OpeningSetup, OpeningState, OpeningStep, Player } from "../../engine/brain";

/** What a choice is about; only `place`, `offer` and `choose` are made on the board. */
type Kind = OpeningChoice["kind"];
type Of<K extends Kind> = Extract<OpeningChoice, { readonly kind: K }>;
export type BoardChoice = Of<"place" | "offer" | "choose">;

/** Why a stone cannot go to a point. */
export type Refusal =
  | { readonly kind: "area"; readonly area: Area }
  | { readonly kind: "same"; readonly as: Point }
  | { readonly kind: "notOffered" };

/** An opening as data. */
export interface OpeningPlay {
  readonly rule: Rule;
  readonly size: Size;
  readonly opening: OpeningRule;
  /** The user's part; null if there is no engine and the user makes all steps. */
  readonly person: Player | null;
  readonly steps: readonly OpeningStep[];
  /** What the engine says of the opening before the first step and after each one; empty until it has. */
  readonly states: readonly OpeningState[];
  /** The stones of the step that the user is about to make. */
  readonly picks: readonly Point[];
  /** What the user has chosen to do on the board, if there is more than that. */
  readonly chosen: BoardChoice | null;
}

/** An opening, and what can be done in it. It never changes: what is done makes another one. */
export class Negotiation {
  constructor(readonly play: OpeningPlay) {}

  static begin(rule: Rule, size: Size, opening: OpeningRule, person: Player | null): OpeningPlay {
    return { rule, size, opening, person, steps: [], states: [], picks: [], chosen: null };
  }

  get steps(): readonly OpeningStep[] {
    return this.play.steps;
  }

  get picks(): readonly Point[] {
    return this.play.picks;
  }

  get size(): Size {
    return this.play.size;
  }

  get person(): Player | null {
    return this.play.person;
  }

  /** Null until the engine has described the beginning. */
  get state(): OpeningState | null {
    return this.play.states[this.steps.length] ?? null;
  }

  get isOver(): boolean {
    return this.state !== null && this.state.turn === null;
  }

  /** Whether the step is the user's. */
  get isPersons(): boolean {
    return this.isOf(this.state);
  }

  private isOf(state: OpeningState | null): boolean {
    return Boolean(state?.turn && (this.person === null || state.turn.player === this.person));
  }

  /** What to ask the engine about. */
  setup(step?: OpeningStep): OpeningSetup {
    const { rule, size, opening, steps } = this.play;
    return { rule, size, opening, steps: step ? [...steps, step] : steps };
  }

  /** What is possible, for whoever's step it is. */
  get choices(): readonly OpeningChoice[] {
    return this.state?.turn?.choices ?? [];
  }

  /** What the user does on the board now; null if a button is to be pressed first. */
  get onBoard(): BoardChoice | null {
    if (!this.isPersons) return null;
    const [first] = this.choices;
    const only = this.choices.length === 1 && first && isOnBoard(first) ? first : null;
    return only ?? this.play.chosen;
  }

  /** With another choice of what to do on the board. */
  choose(chosen: BoardChoice): OpeningPlay {
    return { ...this.play, chosen, picks: [] };
  }

  /** With a stone of the step more, or without it if it was there. */
  pick(point: Point): OpeningPlay {
    const { picks } = this;
    const others = picks.filter((each) => each !== point);
    return { ...this.play, picks: others.length < picks.length ? others : [...picks, point] };
  }

  /** The number of stones of the step; 0 if it is not made on the board. */
  get due(): number {
    const choice = this.onBoard;
    switch (choice?.kind) {
      case "place":
        return choice.stones.length;
      case "offer":
        return choice.count;
      case "choose":
        return 1;
      default:
        return 0;
    }
  }

  /** The colour of the next stone on the board; null if none is due. */
  get color(): Color | null {
    const choice = this.onBoard;
    if (!choice || !this.state) return null;
    const { toMove } = this.state;
    return choice.kind === "place" && this.picks.length % 2 ? other(toMove) : toMove;
  }

  /** The area of the next stone, if it is not the whole board. */
  get area(): readonly Point[] | null {
    const next = this.next;
    return next && next.area.kind !== "anywhere" ? next.points : null;
  }

  /** Where the next of the stones goes that are put on the board. */
  get next(): { readonly area: Area; readonly points: readonly Point[] } | null {
    const choice = this.onBoard;
    return choice?.kind === "place" ? (choice.stones[this.picks.length] ?? null) : null;
  }

  /** Points that are the same, turned or mirrored, as one that was picked. */
  get ruledOut(): Point[] {
    const choice = this.onBoard;
    if (choice?.kind !== "offer") return [];
    return choice.same
      .filter((group) => group.some((point) => this.picks.includes(point)))
      .flatMap((group) => group.filter((point) => !this.picks.includes(point)));
  }

  /** The fifth stones to keep one of. */
  get offers(): readonly Point[] {
    const [choice] = this.choices;
    return choice?.kind === "choose" ? choice.points : [];
  }

  /** Why the next stone cannot go to an empty point; null if it can. */
  refusal(point: Point): Refusal | null {
    const choice = this.onBoard;
    if (choice?.kind === "choose") return choice.points.includes(point) ? null : { kind: "notOffered" };
    if (choice?.kind === "offer") {
      const group = choice.same.find((points) => points.includes(point));
      const as = group?.find((member) => this.picks.includes(member));
      return as === undefined || as === point ? null : { kind: "same", as };
    }
    const { next } = this;
    return !next || next.points.includes(point) ? null : { kind: "area", area: next.area };
  }

  /** With one more step, and what the engine says of the opening after it. */
  apply(step: OpeningStep, state: OpeningState): OpeningPlay {
    const { steps, states } = this.play;
    return { ...this.play, steps: [...steps, step], states: [...states, state], picks: [], chosen: null };
  }

  /** Without the stones of a step that is not complete. */
  withoutPicks(): OpeningPlay {
    return { ...this.play, picks: [] };
  }

  /**
   * Without the last pick, or what was chosen, or the steps since the user's last one with it. Null if there was
   * nothing.
   */
  undo(): OpeningPlay | null {
    const { play, picks } = this;
    if (picks.length > 0) return { ...play, picks: picks.slice(0, -1) };
    if (play.chosen) return { ...play, chosen: null };
    const last = play.states.slice(0, this.steps.length).findLastIndex((state) => this.isOf(state));
    return last < 0 ? null : { ...play, steps: this.steps.slice(0, last), states: play.states.slice(0, last + 1) };
  }
}

export const isOnBoard = (choice: OpeningChoice): choice is BoardChoice =>
  choice.kind === "place" || choice.kind === "offer" || choice.kind === "choose";
