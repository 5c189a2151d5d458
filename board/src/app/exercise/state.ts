/** A task that is being solved, as data that can be stored, and what happens to it. */

import { type Point, isSize } from "../../core/geometry";
import { isRule } from "../../core/rules";
import { KINDS, type Task } from "../tasks";

/** What a task was begun from, where its answer counts and the next one comes from. */
export type Origin =
  | { readonly kind: "puzzles" | "repetition" }
  | { readonly kind: "own"; readonly index: number }
  | { readonly kind: "daily"; readonly day: number };

export interface ExerciseState {
  readonly task: Task;
  readonly origin: Origin;
  readonly phase: "open" | "solved" | "shown";
  /** Whether the first answer has counted. */
  readonly isAnswered: boolean;
  /** Whether the user knows what help costs. */
  readonly isWarned: boolean;
  /** The move that is being judged. */
  readonly judged: Point | null;
}

export type ExerciseEvent =
  /** The user asks for help: first what it costs is said, then it is given. */
  | { readonly kind: "warned" | "helped" }
  /** The user gives up, and tries again. */
  | { readonly kind: "shown" | "retried" }
  | { readonly kind: "tried"; readonly point: Point }
  /** What a move was worth; `left` if that is not decided, or the move does not count. */
  | { readonly kind: "right" | "wrong" | "left" };

export const newExercise = (task: Task, origin: Origin): ExerciseState => ({
  task,
  origin,
  phase: "open",
  isAnswered: false,
  isWarned: false,
  judged: null,
});

/** The state after an event, and whether the answer counts by it as right or wrong; null if nothing counts. */
export function afterEvent(
  state: ExerciseState,
  event: ExerciseEvent,
): { readonly state: ExerciseState; readonly counts: boolean | null } {
  const answer = (isRight: boolean, change: Partial<ExerciseState> = {}) => ({
    state: { ...state, judged: null, isAnswered: true, ...change },
    counts: state.isAnswered ? null : isRight,
  });
  const silent = (change: Partial<ExerciseState>) => ({ state: { ...state, ...change }, counts: null });
  switch (event.kind) {
    case "warned":
      return silent({ isWarned: true });
    case "helped":
      return answer(false, { judged: state.judged });
    case "shown":
      return answer(false, { phase: "shown" });
    case "retried":
      return silent({ phase: "open", judged: null });
    case "tried":
      return silent({ judged: event.point });
    case "right":
      return answer(true, { phase: "solved" });
    case "wrong":
      return answer(false);
    case "left":
      return silent({ judged: null });
  }
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** The state of an exercise as the storage has it, which may be anything; null if it makes no sense. */
export function parseExercise(value: unknown): ExerciseState | null {
  if (!isFields(value)) return null;
  const { task, origin, phase, judged } = value;
  const isKnown =
    isTask(task) &&
    isOrigin(origin) &&
    isOneOf(phase, ["open", "solved", "shown"]) &&
    typeof value["isAnswered"] === "boolean" &&
    typeof value["isWarned"] === "boolean" &&
    (judged === null || isPoints([judged], task));
  return isKnown ? (value as unknown as ExerciseState) : null;
}

function isOrigin(value: unknown): value is Origin {
  if (!isFields(value)) return false;
  const { kind, index, day } = value;
  if (kind === "own") return Number.isInteger(index);
  return kind === "daily" ? Number.isInteger(day) : isOneOf(kind, ["puzzles", "repetition"]);
}

const isOneOf = (value: unknown, values: readonly unknown[]): boolean => values.includes(value);

function isPoints(value: unknown, { size }: Pick<Task, "size">): value is readonly Point[] {
  const isPoint = (point: unknown) => Number.isInteger(point) && (point as number) >= 0;
  return Array.isArray(value) && value.every((point) => isPoint(point) && point < size.width * size.height);
}

function isTask(value: unknown): value is Task {
  if (!isFields(value) || !isFields(value["size"]) || !Array.isArray(value["stones"])) return false;
  const task = value as unknown as Task;
  const { width, height } = task.size;
  const points = task.stones.map((stone: unknown) => (isFields(stone) ? stone["point"] : null));
  return (
    isSize(width, height) &&
    isRule(task.rule) &&
    isPoints(points, task) &&
    new Set(points).size === points.length &&
    task.stones.every(({ color }) => isOneOf(color, ["black", "white"])) &&
    isOneOf(task.turn, ["black", "white"]) &&
    isOneOf(task.kind, [...KINDS, "mistake"]) &&
    Number.isInteger(task.plies) &&
    isPoints(task.solution, task) &&
    task.solution.length > 0 &&
    isPoints(task.alternatives, task) &&
    (task.rating === null || Number.isFinite(task.rating)) &&
    (task.kind === "mistake") === (task.slip !== null) &&
    (task.slip === null || (isPoints([task.slip.point], task) && Number.isFinite(task.slip.before)))
  );
}
