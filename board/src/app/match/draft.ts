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

  /** Asks the engine, whose earlier answers are ignored from now on. Without a thought the user does not wait for it. */
  ask(kind: "think" | "even" | "decide" | "describe", thought: Thought | null): void {
    const asked = this.state.asked + 1;
    this.set({ asked, thought, failure: null });
    this.do({ kind, asked });
  }
}
