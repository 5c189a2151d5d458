/** A try of a player with a known rating. */
export interface Try {
  readonly elo: number;
  readonly solved: boolean;
}
export function fit(tries: readonly Try[], plies: number): number;
