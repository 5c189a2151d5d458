/** What the pages share on which a game is stepped through: buttons, keys, and the stones at a move. */

import { type Color, type Point, other } from "../core/geometry";
import type { Node } from "../core/tree";
import type { LineStone } from "../core/drawing";
import { h, iconButton } from "../ui/dom";
import { BACK, FIRST, FORWARD, LAST } from "../ui/icons";

/** The buttons that step through a game, with the number of the move between them. */
export class StepButtons {
  readonly elements: readonly HTMLElement[];
  private readonly number = h("output", { class: "number" });
  private readonly backward: readonly HTMLButtonElement[];
  private readonly onward: readonly HTMLButtonElement[];
  private at = 0;

  /** `show` is asked for the position after so many moves; Infinity stands for the last one. */
  constructor(show: (to: number) => void) {
    this.backward = [
      iconButton(FIRST, "nav.first", () => show(0)),
      iconButton(BACK, "nav.back", () => show(this.at - 1)),
    ];
    this.onward = [
      iconButton(FORWARD, "nav.forward", () => show(this.at + 1)),
      iconButton(LAST, "nav.last", () => show(Infinity)),
    ];
    this.elements = [...this.backward, this.number, ...this.onward];
  }

  /** States that `at` of `count` moves are played. */
  mark(at: number, count: number): void {
    this.at = at;
    this.number.textContent = `${at} / ${count}`;
    for (const button of this.backward) button.disabled = at === 0;
    for (const button of this.onward) button.disabled = at === count;
  }
}

/** Does what a key stands for, unless it is meant for the browser, for a list, or for a table that it scrolls. */
export function listenForKeys(keys: Readonly<Record<string, () => void>>): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(keys, event.key)) return;
    if (event.target instanceof Element && event.target.closest("select, [role=region]")) return;
    event.preventDefault();
    keys[event.key]!();
  });
}

/** The stones of these moves, put among those that are there, and the numbers of the moves. */
export function play(moves: readonly Node[], stones: (Color | null)[]): Map<Point, number> {
  const numbers = new Map<Point, number>();
  for (const { move, number } of moves) {
    stones[move!.point!] = move!.color;
    numbers.set(move!.point!, number);
  }
  return numbers;
}

/** A line of moves of colours in turn, which `color` begins. */
export const inTurn = (moves: readonly Point[], color: Color): LineStone[] =>
  moves.map((point, index) => ({ point, color: index % 2 ? other(color) : color }));
