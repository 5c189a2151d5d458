/** The search for better moves than the mistakes of one side, as data that can be stored, and what happens in it. */

import type { Color, Point } from "../../core/geometry";
import type { Node } from "../../core/tree";
import type { Judgement } from "../../engine/brain";

/** A mistake, what the review says of it, and the better line. */
export interface Mistake {
  readonly node: Node;
  readonly judgement: Judgement;
  readonly better: readonly Point[];
}

export interface DrillState {
  /** The side whose mistakes they are. */
  readonly color: Color;
  /** Which of them is asked about. */
  readonly at: number;
  /** Whether a better move was found or shown. */
  readonly isAnswered: boolean;
  /** The move that is being judged. */
  readonly judged: Point | null;
}

export type DrillEvent =
  { readonly kind: "next" | "shown" | "right" | "wrong" | "left" } | { readonly kind: "tried"; readonly point: Point };

export const newDrill = (color: Color): DrillState => ({ color, at: 0, isAnswered: false, judged: null });

/** The state after an event. */
export function afterDrillEvent(state: DrillState, event: DrillEvent): DrillState {
  switch (event.kind) {
    case "next":
      return { ...state, at: state.at + 1, isAnswered: false, judged: null };
    case "shown":
    case "right":
      return { ...state, isAnswered: true, judged: null };
    case "wrong":
    case "left":
      return { ...state, judged: null };
    case "tried":
      return { ...state, judged: event.point };
  }
}

/** The state as the storage has it, which may be anything; null if it makes no sense. */
export function parseDrill(value: unknown): DrillState | null {
  if (typeof value !== "object" || value === null) return null;
  const { color, at, isAnswered, judged } = value as Partial<DrillState>;
  const isCount = (number: unknown) => Number.isInteger(number) && (number as number) >= 0;
  const isKnown =
    (color === "black" || color === "white") &&
    isCount(at) &&
    typeof isAnswered === "boolean" &&
    (judged === null || isCount(judged));
  return isKnown ? (value as DrillState) : null;
}
