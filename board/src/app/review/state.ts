/** The review of a game as data that can be stored. */

import type { Color } from "../../core/geometry";
import type { GameTree, Node } from "../../core/tree";
import type { Defeat, Judgement, Line, Reviewed, Summary } from "../../engine/brain";
import type { ReviewedLine } from "../notes";
import { nodeAt } from "../saved-game";

/** What was found, one for each position of the line; null where nothing is known. */
export interface Findings {
  readonly judgements: readonly (Judgement | null)[];
  readonly lines: readonly (readonly Line[] | null)[];
  readonly summaries: Readonly<Record<Color, Summary>>;
  readonly defeat: Defeat | null;
}

/** What an analysis of a line has found. */
export const findingsOf = ({ positions, moves, summaries, defeat }: Reviewed): Findings => ({
  judgements: [null, ...moves],
  lines: positions.map((at) => at?.lines ?? null),
  summaries,
  defeat,
});

/** The same by the positions of the line. */
export function byPosition(line: readonly Node[], { judgements, lines }: Findings): ReviewedLine {
  const known = <T>(all: readonly (T | null)[]) =>
    new Map(line.flatMap((node, index): [Node, T][] => (all[index] ? [[node, all[index]]] : [])));
  return { line, judgements: known(judgements), lines: known(lines) };
}

/** Writes the values of an analysis into the positions of its line. */
export function value(line: readonly Node[], { positions }: Reviewed): void {
  line.forEach((node, index) => (node.worth = positions[index]?.worth ?? node.worth));
}

/** A review that is under way. */
export interface RunningReview {
  /** Positions for each move. */
  readonly nodes: number;
  /** What the engine has found so far, as it wants to have it back. */
  readonly known: readonly string[];
}

export interface ReviewState {
  /** The numbers of the children on the way to the end of the line. */
  readonly places: readonly number[];
  /** The review that is under way; null if none is. */
  readonly running: RunningReview | null;
  readonly found: Findings | null;
}

/** The numbers of the children on the way from the root to a position. */
export const placesOf = (node: Node): number[] =>
  node
    .path()
    .slice(1)
    .map((each) => each.parent!.children.indexOf(each));

/** The positions of a line that a review looks at. */
export const lineAt = (game: GameTree, places: readonly number[]): Node[] =>
  nodeAt(game, places)
    .path()
    .filter(({ move }) => move?.point !== null);

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isPoint = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;

/** The state as the storage has it, which may be anything; null if it makes no sense. */
export function parseReview(value: unknown): ReviewState | null {
  if (!isFields(value)) return null;
  const { places, running, found } = value;
  const isKnown =
    Array.isArray(places) &&
    places.every(isPoint) &&
    (running === null || isRunning(running)) &&
    (found === null || isFindings(found));
  return isKnown ? (value as unknown as ReviewState) : null;
}

const isRunning = (value: unknown): boolean =>
  isFields(value) &&
  isPoint(value["nodes"]) &&
  Array.isArray(value["known"]) &&
  value["known"].every((finding) => typeof finding === "string");

function isFindings(value: unknown): value is Findings {
  if (!isFields(value) || !isFields(value["summaries"])) return false;
  const { judgements, lines, summaries, defeat } = value;
  return (
    Array.isArray(judgements) &&
    judgements.every((each) => each === null || isJudgement(each)) &&
    Array.isArray(lines) &&
    lines.every((each) => each === null || (Array.isArray(each) && each.every(isLine))) &&
    ["black", "white"].every((color) => isSummary((summaries as Fields)[color])) &&
    (defeat === null || (isFields(defeat) && (defeat["number"] === null || isPoint(defeat["number"]))))
  );
}

const isJudgement = (value: unknown): boolean =>
  isFields(value) &&
  (value["best"] === null || isPoint(value["best"])) &&
  [value["loss"], value["before"], value["after"]].every(isNumber) &&
  [null, "inaccuracy", "mistake", "blunder"].includes(value["mark"] as null);

const isLine = (value: unknown): boolean =>
  isFields(value) &&
  Array.isArray(value["moves"]) &&
  value["moves"].every(isPoint) &&
  isFields(value["worth"]) &&
  isNumber(value["worth"]["black"]);

const isSummary = (value: unknown): boolean =>
  isFields(value) &&
  ["moves", "best", "mistakes", "blunders", "missedWins"].every((name) => isNumber(value[name])) &&
  (value["meanLoss"] === null || isNumber(value["meanLoss"]));
