/** The game that follows one that is over. */

import type { Color } from "../core/geometry";
import type { Settings } from "./settings";

/** It is against the level that fits the user, with the other colour, or set up as before. */
export type Rematch =
  | { readonly kind: "level"; readonly level: number }
  | { readonly kind: "sides"; readonly seat: Color }
  | { readonly kind: "again" };

/** What follows a game that was set up so; `engine` is the side that the engine had, `suggested` the level that fits. */
export function rematchOf(
  { seat, level }: Pick<Settings, "seat" | "level">,
  engine: Color | null,
  suggested: number | null,
): Rematch {
  if (suggested !== null && suggested !== level) return { kind: "level", level: suggested };
  // Who plays by lot goes on so.
  return engine === null || seat === "random" ? { kind: "again" } : { kind: "sides", seat: engine };
}
