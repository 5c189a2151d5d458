import type { StoredTask } from "../src/app/tasks";

/** What the check has found out. */
export interface Checked {
  /** The first moves that are right: proven to win, or, as defences, not proven to lose. Of a win the stored one first. */
  readonly answers: readonly string[];
  /** The best chance of another first move, or that of the attacker after one of the defences. */
  readonly chance: number;
  /** Whether the search has proven how the position ends without the moves that win, or after each defence. */
  readonly isDecided?: boolean;
}
/** What the check asks of an engine: the package's, or a program's. */
export interface Checker {
  readonly levels: readonly { readonly number: number; readonly elo: number | null }[];
  setPosition(position: object): Promise<unknown>;
  forget(): Promise<unknown>;
  think(request: object): Promise<object>;
  winningMoves(request: object): Promise<object>;
}
export const CHECK_NODES: number;
export const CHECK_MEMORY_BYTES: number;
export function check(engine: Checker, puzzle: StoredTask, nodes?: number): Promise<Checked>;
export function settled(puzzle: StoredTask, result: Checked): StoredTask | null;
export function checkAll(
  engine: Checker,
  puzzles: readonly StoredTask[],
  stateFile: string,
  nodes?: number,
): Promise<StoredTask[]>;
