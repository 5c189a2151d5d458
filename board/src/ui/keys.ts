/** The keys of the page: what they do, wherever the focus is, and the list of them. */

import type { Key } from "../i18n";
import { h } from "./dom";

/** Keys as they are printed, and what they do. */
const LIST: readonly (readonly [keys: string, ...names: Key[]])[] = [
  ["← ↑ ↓ →", "keys.arrows"],
  ["Enter", "keys.enter"],
  ["Page Up, Page Down", "nav.back", "nav.forward"],
  ["Home, End", "nav.first", "nav.last"],
  ["U, R", "nav.undo", "nav.redo"],
  ["H", "nav.hint"],
  ["N", "nav.numbers"],
  ["E", "edit.open"],
  ["?", "settings.open"],
  ["Ctrl+Z, Ctrl+Y", "edit.undo", "edit.redo"],
];

export function keyList(): HTMLElement {
  return h(
    "dl",
    { class: "keys" },
    ...LIST.flatMap(([keys, ...names]) => [
      h("dt", {}, keys),
      h("dd", {}, ...names.flatMap((name, index) => [index > 0 && h("span", {}, ", "), h("span", { text: name })])),
    ]),
  );
}

export interface PageKeys {
  /** Whether arrows move the cursor on the board; otherwise they step through the game. */
  readonly movesCursor: () => boolean;
  /** Leads an arrow to the board. */
  readonly toBoard: (event: KeyboardEvent) => void;
  readonly back: () => void;
  readonly forward: () => void;
  /** Does what a letter means; returns false if it means nothing. */
  readonly letter: (event: KeyboardEvent) => boolean;
}

/** Lets keys work on the whole page, save where a field or a control has them. */
export function listenToKeys({ movesCursor, toBoard, back, forward, letter }: PageKeys): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const { target, key } = event;
    if (!(target instanceof Element) || target.closest("input, textarea, select, dialog")) return;
    const isVertical = key === "ArrowUp" || key === "ArrowDown";
    if (isVertical || key === "ArrowLeft" || key === "ArrowRight") {
      // A panel that has the focus is scrolled.
      if (isVertical && (!movesCursor() || target.matches("[role=tabpanel]"))) return;
      if (movesCursor()) toBoard(event);
      else if (key === "ArrowLeft") back();
      else forward();
    } else if (key.length !== 1 || key === " " || !letter(event)) {
      return;
    }
    event.preventDefault();
  });
}

/** How far the wheel turns for a step, in pixels, and how high a line is that some mice count. */
const NOTCH = 50;
const LINE = 20;

/** Lets the wheel go through the moves: down is forward. A page that the window does not hold is scrolled. */
export function listenToWheel(element: HTMLElement, step: (isForward: boolean) => void): void {
  let turned = 0;
  element.addEventListener(
    "wheel",
    (event) => {
      const { scrollHeight, clientHeight } = document.documentElement;
      if (event.ctrlKey || event.deltaY === 0 || scrollHeight > clientHeight + 1) return;
      event.preventDefault();
      if (Math.sign(turned) !== Math.sign(event.deltaY)) turned = 0;
      turned += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE);
      if (Math.abs(turned) < NOTCH) return;
      step(turned > 0);
      turned = 0;
    },
    { passive: false },
  );
}
