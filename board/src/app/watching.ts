/** A game of two levels that is watched, as data that can be stored, and what happens in it. */

import type { Color } from "../core/geometry";

export interface Watching {
  /** The level of each side. */
  readonly levels: Readonly<Record<Color, number>>;
  /** A side thinks, a move is looked at before the next one, the user has stopped it, or something else was begun. */
  readonly kind: "thinking" | "resting" | "paused" | "over";
  /** Whether the next move follows. */
  readonly goesOn: boolean;
  /** Number of the last question to the engine; answers to earlier ones are ignored. */
  readonly asked: number;
}

export type WatchEvent =
  | { readonly kind: "resumed" | "stepped" | "paused" | "ended" }
  /** The rest after a move is over. */
  | { readonly kind: "rested" }
  /** Another position is shown. */
  | { readonly kind: "left" }
  /** The engine has moved, or was ended by another question; or it has failed. */
  | { readonly kind: "moved"; readonly asked: number; readonly hasMoved: boolean }
  | { readonly kind: "failed"; readonly asked: number };

/** What is to be done: the engine is asked or stopped, a rest begins or is cut short. */
export type WatchEffect = "think" | "stop" | "rest" | "wake";

export const newWatching = (levels: Watching["levels"]): Watching => ({
  levels,
  kind: "paused",
  goesOn: false,
  asked: 0,
});

/** The state after an event, and what is to be done; `isEnd` says whether the game on the board has ended. */
export function afterWatchEvent(
  state: Watching,
  event: WatchEvent,
  isEnd: boolean,
): { readonly state: Watching; readonly effects: readonly WatchEffect[] } {
  const nothing = { state, effects: [] };
  /** Ends what is going on. */
  const enter = (kind: "paused" | "over") => ({
    state: { ...state, kind, goesOn: false },
    effects: state.kind === "thinking" ? (["stop"] as const) : state.kind === "resting" ? (["wake"] as const) : [],
  });
  const ask = (goesOn: boolean) => {
    if (isEnd) return enter("paused");
    const { effects } = enter("paused");
    return {
      state: { ...state, kind: "thinking" as const, goesOn, asked: state.asked + 1 },
      effects: [...effects, "think" as const],
    };
  };
  if (state.kind === "over") return nothing;
  switch (event.kind) {
    case "resumed":
      return state.kind === "paused" ? ask(true) : nothing;
    case "rested":
      return state.kind === "resting" ? ask(true) : nothing;
    case "stepped":
      return ask(false);
    case "paused":
    case "left":
      return enter("paused");
    case "ended":
      return enter("over");
    case "moved":
      if (state.kind !== "thinking" || event.asked !== state.asked) return nothing;
      if (!event.hasMoved || !state.goesOn || isEnd) return { state: { ...state, kind: "paused" }, effects: [] };
      return { state: { ...state, kind: "resting" }, effects: ["rest"] };
    case "failed":
      if (state.kind !== "thinking" || event.asked !== state.asked) return nothing;
      return { state: { ...state, kind: "paused" }, effects: [] };
  }
}

/** The state as the storage has it, which may be anything; null if it makes no sense. */
export function parseWatching(value: unknown): Watching | null {
  if (typeof value !== "object" || value === null) return null;
  const { levels, kind, goesOn, asked } = value as Partial<Watching>;
  const isLevel = (level: unknown) => Number.isInteger(level) && (level as number) >= 1 && (level as number) <= 12;
  const isKnown =
    isLevel(levels?.black) &&
    isLevel(levels?.white) &&
    ["thinking", "resting", "paused", "over"].includes(kind!) &&
    typeof goesOn === "boolean" &&
    Number.isInteger(asked);
  return isKnown ? (value as Watching) : null;
}
