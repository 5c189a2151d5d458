/** Changes of a game that can be taken back. */

import type { GameTree, Kept, Node } from "./tree";

/** A game and the position of it that is shown. */
export interface Shown {
  readonly game: GameTree;
  readonly node: Node;
}

/** A change. It does nothing until it is made; each half returns what to show after it. */
export interface Edit {
  make(): Shown;
  /** Makes the game what it was, if nothing but edits has changed it since and those were taken back. */
  takeBack(): Shown;
  /** The node whose comment is written; edits of the same one that follow each other are one. */
  readonly commented?: Node;
}

/** Removes a node and all after it; null at the root. */
export function deletion(game: GameTree, node: Node): Edit | null {
  const { parent } = node;
  if (!parent) return null;
  const index = parent.children.indexOf(node);
  return {
    make: () => ({ game, node: game.remove(node) }),
    takeBack: () => {
      game.restore(node, index);
      return { game, node };
    },
  };
}

/** Keeps a node that was just played, which is there already. */
export function addition(game: GameTree, node: Node): Edit | null {
  const removed = deletion(game, node);
  return removed && { make: () => removed.takeBack(), takeBack: () => removed.make() };
}

/** Puts nodes at other places among their siblings: each pair is a node and the number of siblings before it. */
function reordering(game: GameTree, node: Node, moved: readonly (readonly [node: Node, index: number])[]): Edit | null {
  const orders = moved.flatMap(([child, index]) => {
    const before = [...child.parent!.children];
    const after = before.filter((sibling) => sibling !== child);
    after.splice(index, 0, child);
    return after.every((sibling, at) => sibling === before[at]) ? [] : { parent: child.parent!, before, after };
  });
  if (orders.length === 0) return null;
  const put = (which: "before" | "after") => {
    for (const order of orders) order.parent.children.splice(0, Infinity, ...order[which]);
    return { game, node };
  };
  return { make: () => put("after"), takeBack: () => put("before") };
}

/** Makes the line through a node the main line; null if it is. */
export function promotion(game: GameTree, node: Node): Edit | null {
  const moves = node.path().slice(1);
  return reordering(
    game,
    node,
    moves.map((at) => [at, 0]),
  );
}

/** The node from which on a line is a variation, or has some: the last one with siblings on the way to a node. */
function branch(node: Node): Node | null {
  return node.path().findLast(({ parent }) => parent && parent.children.length > 1) ?? null;
}

/** Moves the variation that a node is in before the one before it (-1), or after the next one (1); null at the end. */
export function shift(game: GameTree, node: Node, by: -1 | 1): Edit | null {
  const moved = branch(node);
  if (!moved) return null;
  const siblings = moved.parent!.children;
  const index = siblings.indexOf(moved) + by;
  return index < 0 || index >= siblings.length ? null : reordering(game, node, [[moved, index]]);
}

/** Changes the comment of a node, or what files say of it; null if it says the same. */
export function annotation(game: GameTree, node: Node, change: { comment?: string; kept?: Kept[] }): Edit | null {
  const before = { comment: node.comment, kept: node.kept };
  const after = { ...before, ...change };
  if (after.comment === before.comment && after.kept === before.kept) return null;
  const put = (what: typeof before) => {
    Object.assign(node, what);
    return { game, node };
  };
  return {
    make: () => put(after),
    takeBack: () => put(before),
    ...(change.comment !== undefined && { commented: node }),
  };
}

/** Puts another game in the place of one. */
export function replacement(before: Shown, after: Shown): Edit {
  return { make: () => after, takeBack: () => before };
}

/** The most edits that can be taken back. */
const MAX_EDITS = 1000;

/** What was done to a game, and what of that was taken back. */
export class History {
  private done: Edit[] = [];
  private undone: Edit[] = [];

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  clear(): void {
    this.done = [];
    this.undone = [];
  }

  /** Keeps an edit that was made. What was taken back before is lost. */
  add(edit: Edit): void {
    this.undone = [];
    const last = this.done.at(-1);
    if (edit.commented && last?.commented === edit.commented)
      this.done[this.done.length - 1] = { ...edit, takeBack: () => last.takeBack() };
    else this.done.push(edit);
    if (this.done.length > MAX_EDITS) this.done.shift();
  }

  /** Takes the last edit back; null if there is none. */
  undo(): Shown | null {
    const edit = this.done.pop();
    if (!edit) return null;
    this.undone.push(edit);
    return edit.takeBack();
  }

  /** Makes the edit again that was taken back last; null if there is none. */
  redo(): Shown | null {
    const edit = this.undone.pop();
    if (!edit) return null;
    this.done.push(edit);
    return edit.make();
  }
}
