/** A game with its variations and comments. */

import { type Color, type Point, type Size, type Stone, other } from "./geometry";
import { type Rule, winningRow } from "./rules";

/** A move; without a point it is a pass. */
export interface Move {
  readonly color: Color;
  readonly point: Point | null;
}

/** What is known of the worth of a position. */
export interface Worth {
  /** Black's chance of winning, from 0 to 1. */
  readonly black: number;
  /** Plies to the end if that is proven: positive for a win of Black, negative for a win of White. */
  readonly plies?: number;
}

/** A chance, rounded to percent with so many digits after the point. It becomes 0 or 1 only if it was so before. */
export function roundedChance(chance: number, digits = 0): number {
  if (chance <= 0 || chance >= 1) return chance;
  const parts = 10 ** (digits + 2);
  return Math.min(parts - 1, Math.max(1, Math.round(chance * parts))) / parts;
}

/** A chance in whole percent, which becomes 0 or 100 only if that was so before. */
export const wholePercent = (chance: number): number => Math.round(100 * roundedChance(chance));

/** How a game ended. */
export type End =
  { readonly kind: "five"; readonly winner: Color; readonly row: readonly Point[] } | { readonly kind: "full" };

/** Milliseconds that each side has left. */
export type Clocks = Readonly<Record<Color, number>>;

/** What a file says of a position that means nothing here; it is kept for the next file. */
export interface Kept {
  readonly title?: string;
  readonly labels?: readonly { readonly x: number; readonly y: number; readonly text: string }[];
  readonly isMarked?: boolean;
  readonly isStart?: boolean;
  /** Properties of SGF as they are written. */
  readonly others?: readonly string[];
}

export class Node {
  readonly children: Node[] = [];
  comment = "";
  /** What files say of the position: first in the node of the move, then in nodes without a move after it. */
  kept: Kept[] = [];
  worth: Worth | null = null;
  clocks: Clocks | null = null;
  /** The child that was looked at last, to which "forward" leads. */
  private visited: Node | null = null;

  constructor(
    readonly parent: Node | null,
    /** The move that led here; null for the root. */
    readonly move: Move | null,
    /** Number of moves played. */
    readonly number: number,
  ) {}

  /** Where "forward" leads; null at the end of a line. */
  get next(): Node | null {
    return this.visited ?? this.children[0] ?? null;
  }

  /** Makes "forward" lead here from every position before. */
  visit(): void {
    for (let node: Node = this; node.parent; node = node.parent) node.parent.visited = node;
  }

  /** Forgets a child. */
  remove(child: Node): void {
    const index = this.children.indexOf(child);
    if (index >= 0) this.children.splice(index, 1);
    if (this.visited === child) this.visited = null;
  }

  /** The nodes from the root to this one. */
  path(): Node[] {
    const path: Node[] = [];
    for (let node: Node | null = this; node; node = node.parent) path.push(node);
    return path.reverse();
  }
}

/** The most nodes that a tree may have: the engine reads some more, and phones have little memory. */
export const MAX_NODES = 250_000;

/** What is on each point. */
export type Stones = (Color | null)[];

export interface Start {
  readonly size: Size;
  readonly rule: Rule;
  /** Stones that are on the board before the first move. */
  readonly setup?: readonly Stone[];
  /** The side that moves first; Black if nothing is said, or White if there is one black stone more. */
  readonly first?: Color | undefined;
}

/** A place in a tree with its stones. Going from node to node in the order of a file is quick, however large the tree is. */
export class Walker {
  private node: Node;
  private readonly stones: Stones;

  constructor(game: GameTree) {
    this.node = game.root;
    this.stones = game.stones(game.root);
  }

  /** The stones at a node; they change when the walker goes on. */
  at(node: Node): Stones {
    const down: Node[] = [];
    let to = node;
    while (this.node !== to) {
      if (to.number > this.node.number) {
        down.push(to);
        to = to.parent!;
      } else {
        const point = this.node.move?.point;
        if (point != null) this.stones[point] = null;
        this.node = this.node.parent!;
      }
    }
    for (const { move } of down) if (move?.point != null) this.stones[move.point] = move.color;
    this.node = node;
    return this.stones;
  }
}

/** A move that cannot be played. */
export class IllegalMove extends Error {}

export class GameTree {
  readonly size: Size;
  readonly rule: Rule;
  readonly setup: readonly Stone[];
  readonly first: Color;
  readonly root = new Node(null, null, 0);
  players: Record<Color, string> = { black: "", white: "" };
  title = "";
  event = "";
  date = "";
  /** How the game ended as SGF has it, such as `W+R`; empty if that is not known. */
  result = "";
  /** The number of the game in the library; null if it is not from there. */
  entry: number | null = null;
  /** The hash of the text that the library had when the game came from there or was kept; null if it is not known. */
  keptHash: number | null = null;
  /** Whether it has changed since it was kept in the library or came from there. */
  hasChanged = false;
  /** Number of nodes, the root included. */
  count = 1;

  constructor({ size, rule, setup = [], first }: Start) {
    this.size = size;
    this.rule = rule;
    this.setup = setup;
    const lead = setup.reduce((sum, stone) => sum + (stone.color === "black" ? 1 : -1), 0);
    this.first = first ?? (lead === 1 ? "white" : "black");
  }

  /** Whether nothing was ever put on the board. */
  get isBlank(): boolean {
    return this.count === 1 && this.setup.length === 0;
  }

  /** The side to move at a node. */
  turn(node: Node): Color {
    return node.move ? other(node.move.color) : this.first;
  }

  /** Whether a node is in the tree: neither it nor one before it was removed. */
  has(node: Node): boolean {
    const path = node.path();
    return path[0] === this.root && path.every((each) => each.parent?.children.includes(each) ?? true);
  }

  /** The stones at a node. */
  stones(node: Node): Stones {
    const stones: Stones = new Array(this.size.width * this.size.height).fill(null);
    for (const { color, point } of this.setup) stones[point] = color;
    for (const { move } of node.path()) if (move?.point != null) stones[move.point] = move.color;
    return stones;
  }

  /** The end of the game at a node, whose stones may be known; null if it goes on. */
  end(node: Node, stones: Stones = this.stones(node)): End | null {
    const candidates = node.move ? [node.move.point] : this.setup.map(({ point }) => point);
    for (const point of candidates) {
      if (point === null) continue;
      const row = winningRow(stones, this.size, this.rule, point);
      if (row.length > 0) return { kind: "five", winner: stones[point]!, row };
    }
    return stones.includes(null) ? null : { kind: "full" };
  }

  /**
   * The node after a move, which is made if it is not there yet. Colours take turns unless one is given. The stones before
   * it may be known.
   */
  play(node: Node, point: Point | null, color: Color = this.turn(node), stones?: Stones): Node {
    const known = node.children.find(({ move }) => move!.point === point && move!.color === color);
    if (known) return known;
    const before = stones ?? this.stones(node);
    if (point !== null && before[point] !== null) throw new IllegalMove("taken");
    if (point !== null && this.end(node, before)) throw new IllegalMove("over");
    if (this.count >= MAX_NODES) throw new IllegalMove("crowded");
    const child = new Node(node, { color, point }, node.number + 1);
    node.children.push(child);
    this.count++;
    return child;
  }

  /** Removes a node and all after it; returns the node before it. The root stays. */
  remove(node: Node): Node {
    if (!node.parent) return node;
    let size = 0;
    for (const _ of this.nodes(node)) size++;
    this.count -= size;
    node.parent.remove(node);
    return node.parent;
  }

  /** Puts a node that was removed back, with all after it, before the child with that number. */
  restore(node: Node, index: number): void {
    if (!node.parent) return;
    node.parent.children.splice(index, 0, node);
    for (const _ of this.nodes(node)) this.count++;
  }

  /** The last node of the line that "forward" follows from a node. */
  last(node: Node = this.root): Node {
    while (node.next) node = node.next;
    return node;
  }

  /** The line through a node, from the root to its end. Passes are left out: no analysis has a place for them. */
  lineWithoutPasses(node: Node): Node[] {
    return this.last(node)
      .path()
      .filter(({ move }) => move?.point !== null);
  }

  /** A node and all after it. */
  *nodes(from: Node = this.root): Generator<Node> {
    const waiting = [from];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      yield node;
      waiting.push(...[...node.children].reverse());
    }
  }
}
