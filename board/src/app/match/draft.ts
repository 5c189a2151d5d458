/** A state that is being made, with what is to be done. */

import type { Effect, MatchState, Message, Situation, Thought } from "./state";

export class Draft {
  readonly effects: Effect[] = [];

  constructor(
    public state: MatchState,
    readonly at: Situation,
  ) {}

  set(change: Partial<MatchState>): void {
    this.state = { ...this.state, ...change };
  }

  do(...effects: Effect[]): void {
    this.effects.push(...effects);
  }

  say(message: Message): void {
    this.do({ kind: "say", message });
  }

  /** Asks the engine. Without a thought the user does not wait for it. */
  ask(kind: "even" | "describe", thought: Thought | null): void {
    this.do({ kind, asked: this.begin(thought) });
  }

  /** Asks the engine to move, or to make a step of the opening. */
  askToPlay(kind: "think" | "decide", isHurried = false): void {
    this.do({ kind, asked: this.begin(kind === "think" ? "move" : "step"), isHurried });
  }

  /** The number of a new question. Answers to earlier ones are ignored from now on. */
  private begin(thought: Thought | null): number {
    const asked = this.state.asked + 1;
    this.set({ asked, thought, failure: null });
    return asked;
  }
}
