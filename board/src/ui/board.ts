/**
 * The board as a picture that can be clicked, touched and walked with the arrow keys.
 *
 * For a screen reader it is one control: the arrow keys move a cursor, and a live region says what is there.
 */

import { markText } from "../app/editor";
import { CELL, EDGE, extentOf } from "../core/drawing";
import { type Color, type Point, type Size, pointAt, xOf, yOf } from "../core/geometry";
import { stoneLights } from "../core/look";
import type { Mark } from "../core/marks";
import { notesOf } from "../core/note-drawing";
import type { Foul } from "../engine/brain";
import { t } from "../i18n";

import { nameOf } from "../i18n/points";
import { type Scene, made } from "./board-picture";
import { h, svg } from "./dom";
import { FallingPicture } from "./falling";
import { Loupe } from "./loupe";
import { type ShownRow, rowsOf } from "./row-drawing";

/** What is shown where stones can be played. */
export interface PlayableScene extends Scene {
  /** Marks that a person has put on it. */
  readonly notes: readonly Mark[];
  /** The colour of a stone played now; null if none can be. */
  readonly turn: Color | null;
  /** Rows that threaten. */
  readonly rows: readonly ShownRow[];
  /** Why points are forbidden. The rows of the one that is pointed at are shown. */
  readonly fouls: readonly Foul[];
  /** The forbidden point that is shown while none is pointed at, also over a line. */
  readonly foul: Foul | null;
}

/** What the board does for the player. */
export interface BoardPlayer {
  played(point: Point): void;
  /** Does what a key means that is not the board's own; returns false if it means nothing. */
  keyed(event: KeyboardEvent): boolean;
  /** Says something to a screen reader. */
  announce(text: string): void;
  /** Whether a stone is played by a second touch only. */
  isCareful(): boolean;
  /** Called after the first of two touches. */
  asked(point: Point): void;
}

/** Cells that are smaller, in pixels, are shown enlarged above a finger. */
const SMALL_CELL = 32;
/** Milliseconds after which a finger that rests sees the loupe. */
const LOUPE_DELAY = 140;

export class Board {
  readonly element: HTMLElement;
  private readonly picture = new FallingPicture();
  private readonly rows = svg("g");
  private readonly notes = svg("g");
  private readonly aim = svg("g", { class: "aim" });
  private scene: PlayableScene | null = null;
  private size: Size | null = null;
  private cursor: Point | null = null;
  private aimed: Point | null = null;
  /** Where a finger has asked for a stone that a second touch plays. */
  private asked: Point | null = null;
  private readonly loupe = new Loupe("board-drawing");
  private loupeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly player: BoardPlayer) {
    const { element: drawn } = this.picture;
    drawn.id = "board-drawing";
    drawn.setAttribute("aria-hidden", "true");
    drawn.setAttribute("focusable", "false");
    drawn.append(made(stoneLights()), this.rows, this.notes, this.aim);
    this.element = h(
      "div",
      { class: "board", role: "application", tabindex: 0, label: "board.label", "aria-describedby": "board-help" },
      drawn,
      this.loupe.element,
    );
    const { element } = this;
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("pointermove", (event) => this.point(event));
    element.addEventListener("pointerup", (event) => this.release(event));
    element.addEventListener("pointercancel", () => this.cancel());
    element.addEventListener("pointerleave", () => this.cancel());
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("focus", () => this.drawAim());
    element.addEventListener("blur", () => this.drawAim());
  }

  show(scene: PlayableScene): void {
    const { width, height } = scene.size;
    if (width !== this.size?.width || height !== this.size.height) this.cursor = null;
    if (scene.last !== this.scene?.last || scene.turn === null) this.asked = null;
    this.scene = scene;
    this.size = scene.size;
    this.picture.show(scene);
    // A line that is shown hides them, as it hides the other marks.
    this.notes.replaceChildren(...(scene.line.length > 0 ? [] : notesOf(scene, scene.notes).map(made)));
    this.drawAim();
    this.element.toggleAttribute("data-waiting", scene.turn === null);
  }

  // --- The place that is aimed at ----------------------------------------------------------------

  private drawAim(): void {
    const at = this.aimed ?? this.asked ?? (this.element.matches(":focus-visible") ? this.cursor : null);
    this.aim.replaceChildren();
    this.drawRows(at ?? this.touched);
    if (at === null || !this.scene || !this.size) return;
    const { x, y } = this.picture.place(at);
    if (this.isFree(at)) this.aim.append(svg("circle", { cx: x, cy: y, r: 18, class: `ghost ${this.scene.turn}` }));
    if (this.aimed === null || this.isTouched) {
      const { x: right, y: bottom } = this.picture.place(this.scene.stones.length - 1);
      const cross = `M${EDGE - 20} ${y}H${right + 20}M${x} ${EDGE - 20}V${bottom + 20}`;
      this.aim.append(svg("path", { class: "cross", d: cross }));
      this.aim.append(svg("rect", { class: "cursor", x: x - 20, y: y - 20, width: 40, height: 40, rx: 6 }));
    }
  }

  /** Draws the rows that make a point forbidden, if it is, or else those that threaten. */
  private drawRows(at: Point | null): void {
    if (!this.scene) return;
    const { size, rows, fouls, line, marks } = this.scene;
    const foul = fouls.find(({ point }) => point === at) ?? this.scene.foul;
    const isMarked = new Set(marks.map(({ point }) => point));
    const clear = (row: ShownRow) => ({ ...row, next: row.next.filter((point) => !isMarked.has(point)) });
    const caption = foul ? { point: foul.point, text: t(`foul.${foul.reason}`) } : null;
    const isHidden = line.length > 0 && this.scene.foul === null;
    const shown = isHidden ? [] : rowsOf(size, (foul?.rows ?? rows).map(clear), caption);
    this.rows.replaceChildren(...shown.map(made));
  }

  // --- Mouse and touch ---------------------------------------------------------------------------

  /** Whether a finger is on the board: it aims by sliding, and the stone is played where it is lifted. */
  private isTouched = false;
  /** Where a finger was lifted last. */
  private touched: Point | null = null;
  /** Where a button of the mouse was pressed. */
  private pressed: Point | null = null;

  private press(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    this.isTouched = event.pointerType !== "mouse";
    this.touched = null;
    // So that its end is noticed when the finger has left the board.
    if (this.isTouched) this.element.setPointerCapture(event.pointerId);
    this.pressed = this.picture.pointOf(event);
    this.aimAt(this.pressed);
    if (this.isTouched) this.loupeTimer = setTimeout(() => this.enlarge(event), LOUPE_DELAY);
  }

  /** Shows the loupe, if cells are small. */
  private enlarge(event: PointerEvent): void {
    clearTimeout(this.loupeTimer);
    if (!this.size) return;
    const extent = extentOf(this.size);
    const cell = (this.element.clientWidth / extent.width) * CELL;
    if (this.aimed === null || cell >= SMALL_CELL) this.loupe.hide();
    else this.loupe.show(this.picture.place(this.aimed), extent, event);
  }

  private point(event: PointerEvent): void {
    if (!event.isPrimary || (event.pointerType !== "mouse" && !this.isTouched)) return;
    const before = this.aimed;
    this.aimAt(this.picture.pointOf(event));
    if (this.isTouched && this.aimed !== before) this.enlarge(event);
  }

  private release(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const point = this.picture.pointOf(event);
    const { isTouched } = this;
    const isMeant = isTouched || point === this.pressed;
    if (isTouched) {
      this.touched = point;
      this.cancel();
    }
    this.pressed = null;
    if (point === null || !isMeant) return;
    this.cursor = point;
    if (isTouched && this.player.isCareful() && this.isFree(point) && point !== this.asked) {
      this.asked = point;
      this.player.asked(point);
    } else {
      this.asked = null;
      this.player.played(point);
    }
    this.drawAim();
  }

  private cancel(): void {
    clearTimeout(this.loupeTimer);
    this.loupe.hide();
    this.isTouched = false;
    this.pressed = null;
    this.aimAt(null);
  }

  /** Whether a stone may go on a point. */
  private isFree(point: Point): boolean {
    return this.scene?.stones[point] === null && this.scene.turn !== null;
  }

  private aimAt(point: Point | null): void {
    if (point === this.aimed) return;
    this.aimed = point;
    this.drawAim();
  }

  // --- Keys --------------------------------------------------------------------------------------

  /** Does what a key means on the board. */
  key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.size || !this.scene) return;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (step) {
      const from =
        this.cursor ??
        this.scene.last ??
        pointAt(Math.floor(this.size.width / 2), Math.floor(this.size.height / 2), this.size);
      const move = (at: number, by: number, side: number) => Math.min(side - 1, Math.max(0, at + by));
      const isFirst = this.cursor === null;
      this.cursor = isFirst
        ? from
        : pointAt(
            move(xOf(from, this.size), step[0], this.size.width),
            move(yOf(from, this.size), step[1], this.size.height),
            this.size,
          );
      this.aimed = null;
      this.drawAim();
      this.player.announce(this.describe(this.cursor));
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor !== null) {
      this.player.played(this.cursor);
    } else if (!this.player.keyed(event)) {
      return;
    }
    event.preventDefault();
  }

  /** What stands on a point, in words. */
  private describe(point: Point): string {
    const scene = this.scene!;
    const color = scene.stones[point];
    const words = [nameOf(point, scene.size)];
    if (color) {
      words.push(t(color === "black" ? "color.black" : "color.white"));
      const number = scene.numbers.get(point);
      if (number !== undefined) words.push(String(number));
      if (point === scene.last) words.push(t("board.last"));
      if (scene.row.includes(point)) words.push(t("board.row"));
      for (const kind of ["four", "three"] as const)
        if (scene.rows.some((row) => row.kind === kind && row.stones.includes(point))) words.push(t(`row.${kind}`));
    } else {
      const mark = scene.marks.find((other) => other.point === point);
      const foul = scene.fouls.find((other) => other.point === point);
      words.push(mark?.kind === "forbidden" ? t("board.forbidden") : t("board.empty"));
      if (foul) words.push(t(`foul.${foul.reason}`));
      if (mark?.kind === "offer") words.push(t("board.offer"));
      else if (mark?.kind === "same") words.push(t("board.same"));
      else if (mark && mark.kind !== "forbidden")
        words.push(mark.text ? `${t("board.mark")} ${mark.text}` : t("board.mark"));
      if (scene.area && !scene.area.includes(point)) words.push(t("board.outside"));
    }
    for (const note of scene.notes) if (note.point === point) words.push(markText(note, scene.size));
    return words.join(", ");
  }
}
