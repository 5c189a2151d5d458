/** The part of a tree around a position, for those that are too large to be shown whole. */

import type { GameTree, Node } from "./tree";

/** A tree with more nodes is shown in parts. */
const WHOLE = 3_000;
/** How many nodes after a position are shown, and for how many moves before it the other moves are. */
const AFTER = 400;
const BEFORE = 8;

/** The nodes that are shown around a position: its line, the moves beside the last ones, and what follows; null for all. */
export function neighbourhood(game: GameTree, node: Node): ReadonlySet<Node> | null {
  if (game.count <= WHOLE) return null;
  const path = node.path();
  const shown = new Set(path);
  for (const before of path.slice(-BEFORE - 1, -1)) for (const child of before.children) shown.add(child);
  let next = [node];
  for (let left = AFTER; left > 0 && next.length > 0;) {
    next = next.flatMap(({ children }) => children).slice(0, left);
    for (const child of next) shown.add(child);
    left -= next.length;
  }
  return shown;
}
