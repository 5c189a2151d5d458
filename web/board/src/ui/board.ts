/**
 * The board as a picture that can be clicked, touched and walked with the arrow keys.
 *
 * For a screen reader it is one control: the arrow keys move a cursor, and a live region says what is there.
 */

import { type Color, type Point, type Size, columnName, label, pointAt, xOf, yOf } from "../core/geometry";
import { t } from "../i18n";
import { h, svg } from "./dom";

export interface BoardMark {
  readonly point: Point;
  /** `best` and `option`: moves that are looked at; `try`: a line that is shown; `forbidden`: may not be taken. */
  readonly kind: "best" | "option" | "hint" | "forbidden" | "variation" | "wrong" | "right";
  readonly text?: string;
}

/** All that the board shows. */
export interface Scene {
  readonly size: Size;
  readonly stones: readonly (Color | null)[];
  /** Numbers on stones, by point. */
  readonly numbers: ReadonlyMap<Point, number>;
  readonly last: Point | null;
  readonly row: readonly Point[];
  readonly marks: readonly BoardMark[];
  /** Stones of a line that is shown, with their numbers. */
  readonly line: readonly { readonly point: Point; readonly color: Color }[];
  /** The colour of a stone played now; null if none can be. */
  readonly turn: Color | null;
}

const CELL = 40;
const EDGE = 46;

export class Board {
  readonly element: HTMLElement;
  private readonly picture = svg("svg", { "aria-hidden": "true", focusable: "false" });
  private readonly grid = svg("g");
  private readonly stones = svg("g");
  private readonly marks = svg("g");
  private readonly aim = svg("g", { class: "aim" });
  private scene: Scene | null = null;
  private size: Size | null = null;
  private cursor: Point | null = null;
  private aimed: Point | null = null;

  constructor(
    private readonly played: (point: Point) => void,
    private readonly keyed: (event: KeyboardEvent) => boolean,
    private readonly announce: (text: string) => void,
  ) {
    this.picture.append(this.grid, this.stones, this.marks, this.aim);
    this.element = h(
      "div",
      { class: "board", role: "application", tabindex: 0, label: "board.label", "aria-describedby": "board-help" },
      this.picture,
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

  show(scene: Scene): void {
    this.scene = scene;
    if (scene.size.width !== this.size?.width || scene.size.height !== this.size.height) this.drawGrid(scene.size);
    this.drawStones(scene);
    this.drawMarks(scene);
    this.drawAim();
    this.element.toggleAttribute("data-waiting", scene.turn === null);
  }

  // --- Drawing -----------------------------------------------------------------------------------

  private place(point: Point): { x: number; y: number } {
    return { x: EDGE + xOf(point, this.size!) * CELL, y: EDGE + yOf(point, this.size!) * CELL };
  }

  private drawGrid(size: Size): void {
    this.size = size;
    this.cursor = null;
    const [right, bottom] = [EDGE + (size.width - 1) * CELL, EDGE + (size.height - 1) * CELL];
    this.picture.setAttribute("viewBox", `0 0 ${right + EDGE} ${bottom + EDGE}`);
    document.documentElement.style.setProperty("--ratio", String((right + EDGE) / (bottom + EDGE)));
    let path = "";
    for (let x = EDGE; x <= right; x += CELL) path += `M${x} ${EDGE}V${bottom}`;
    for (let y = EDGE; y <= bottom; y += CELL) path += `M${EDGE} ${y}H${right}`;
    this.grid.replaceChildren(svg("path", { class: "lines", d: path }));
    this.grid.append(svg("rect", { class: "frame", x: EDGE, y: EDGE, width: right - EDGE, height: bottom - EDGE }));
    const text = (x: number, y: number, content: string) =>
      this.grid.append(svg("text", { class: "name", x, y }, content));
    for (let x = 0; x < size.width; x++) {
      text(EDGE + x * CELL, 17, columnName(x));
      text(EDGE + x * CELL, bottom + EDGE - 15, columnName(x));
    }
    for (let y = 0; y < size.height; y++) {
      text(15, EDGE + y * CELL, String(size.height - y));
      text(right + EDGE - 15, EDGE + y * CELL, String(size.height - y));
    }
    for (const [x, y] of stars(size))
      this.grid.append(svg("circle", { class: "star", cx: EDGE + x * CELL, cy: EDGE + y * CELL, r: 4.5 }));
  }

  private drawStones(scene: Scene): void {
    const row = new Set(scene.row);
    const line = new Map(scene.line.map((stone, index) => [stone.point, { ...stone, number: index + 1 }]));
    const drawn: SVGElement[] = [];
    const draw = (point: Point, color: Color, kind: string, number: number | undefined) => {
      const { x, y } = this.place(point);
      const group = svg(
        "g",
        { class: `stone ${color} ${kind}` },
        svg("circle", { cx: x, cy: y + 1.5, r: 18, class: "shadow" }),
        svg("circle", { cx: x, cy: y, r: 18 }),
      );
      if (number !== undefined) group.append(svg("text", { x, y, class: number > 99 ? "small" : "" }, String(number)));
      else if (point === scene.last) group.append(svg("circle", { cx: x, cy: y, r: 5, class: "dot" }));
      if (row.has(point)) group.append(svg("circle", { cx: x, cy: y, r: 13, class: "ring" }));
      else if (point === scene.last && number !== undefined)
        group.append(svg("circle", { cx: x, cy: y, r: 16, class: "last" }));
      group.dataset["point"] = label(point, scene.size);
      drawn.push(group);
    };
    scene.stones.forEach((color, point) => {
      if (color && !line.has(point))
        draw(point, color, "", scene.line.length > 0 ? undefined : scene.numbers.get(point));
    });
    for (const { point, color, number } of line.values()) draw(point, color, "shown", number);
    this.stones.replaceChildren(...drawn);
  }

  private drawMarks(scene: Scene): void {
    const shown = scene.line.length > 0 ? [] : scene.marks;
    this.marks.replaceChildren(
      ...shown.map(({ point, kind, text }) => {
        const { x, y } = this.place(point);
        const group = svg("g", { class: `mark ${kind}` });
        group.dataset["point"] = label(point, scene.size);
        if (kind === "forbidden") group.append(svg("path", { d: `M${x - 8} ${y - 8}l16 16M${x + 8} ${y - 8}l-16 16` }));
        else group.append(svg("circle", { cx: x, cy: y, r: kind === "variation" ? 10 : 16 }));
        if (text) group.append(svg("text", { x, y, class: text.length > 2 ? "small" : "" }, text));
        return group;
      }),
    );
  }

  private drawAim(): void {
    const at = this.aimed ?? (this.element.matches(":focus-visible") ? this.cursor : null);
    this.aim.replaceChildren();
    if (at === null || !this.scene || !this.size) return;
    const { x, y } = this.place(at);
    const isFree = this.scene.stones[at] === null && this.scene.turn !== null;
    if (isFree) this.aim.append(svg("circle", { cx: x, cy: y, r: 18, class: `ghost ${this.scene.turn}` }));
    if (this.aimed === null || this.isTouched) {
      const [right, bottom] = [EDGE + (this.size.width - 1) * CELL, EDGE + (this.size.height - 1) * CELL];
      const cross = `M${EDGE - 20} ${y}H${right + 20}M${x} ${EDGE - 20}V${bottom + 20}`;
      this.aim.append(svg("path", { class: "cross", d: cross }));
      this.aim.append(svg("rect", { class: "cursor", x: x - 20, y: y - 20, width: 40, height: 40, rx: 6 }));
    }
  }

  // --- Mouse and touch ---------------------------------------------------------------------------

  /** Whether a finger is on the board: it aims by sliding, and the stone is played where it is lifted. */
  private isTouched = false;
  /** Where a button of the mouse was pressed. */
  private pressed: Point | null = null;

  private pointOf(event: PointerEvent): Point | null {
    const matrix = this.picture.getScreenCTM();
    if (!matrix || !this.size) return null;
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const [x, y] = [Math.round((place.x - EDGE) / CELL), Math.round((place.y - EDGE) / CELL)];
    if (x < 0 || y < 0 || x >= this.size.width || y >= this.size.height) return null;
    return pointAt(x, y, this.size);
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    this.isTouched = event.pointerType !== "mouse";
    // So that its end is heard when the finger has left the board.
    if (this.isTouched) this.element.setPointerCapture(event.pointerId);
    this.pressed = this.pointOf(event);
    this.aimAt(this.pressed);
  }

  private point(event: PointerEvent): void {
    if (event.isPrimary && (event.pointerType === "mouse" || this.isTouched)) this.aimAt(this.pointOf(event));
  }

  private release(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const point = this.pointOf(event);
    const isMeant = this.isTouched || point === this.pressed;
    if (this.isTouched) this.aimAt(null);
    this.isTouched = false;
    this.pressed = null;
    if (point === null || !isMeant) return;
    this.cursor = point;
    this.played(point);
  }

  private cancel(): void {
    this.isTouched = false;
    this.pressed = null;
    this.aimAt(null);
  }

  private aimAt(point: Point | null): void {
    if (point === this.aimed) return;
    this.aimed = point;
    this.drawAim();
  }

  // --- Keys --------------------------------------------------------------------------------------

  private key(event: KeyboardEvent): void {
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
      this.announce(this.describe(this.cursor));
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor !== null) {
      this.played(this.cursor);
    } else if (!this.keyed(event)) {
      return;
    }
    event.preventDefault();
  }

  /** What stands on a point, in words. */
  private describe(point: Point): string {
    const scene = this.scene!;
    const color = scene.stones[point];
    const words = [label(point, scene.size)];
    if (color) {
      words.push(t(color === "black" ? "color.black" : "color.white"));
      const number = scene.numbers.get(point);
      if (number !== undefined) words.push(String(number));
      if (point === scene.last) words.push(t("board.last"));
      if (scene.row.includes(point)) words.push(t("board.row"));
    } else {
      const mark = scene.marks.find((other) => other.point === point);
      words.push(mark?.kind === "forbidden" ? t("board.forbidden") : t("board.empty"));
      if (mark && mark.kind !== "forbidden")
        words.push(mark.text ? `${t("board.mark")} ${mark.text}` : t("board.mark"));
    }
    return words.join(", ");
  }
}

/** The points with a dot: the corners of the inner square and the centre. */
function stars({ width, height }: Size): [number, number][] {
  const inset = Math.min(width, height) >= 13 ? 3 : Math.min(width, height) >= 9 ? 2 : 0;
  const points: [number, number][] = [];
  if (inset)
    for (const x of [inset, width - 1 - inset]) for (const y of [inset, height - 1 - inset]) points.push([x, y]);
  if (width % 2 && height % 2) points.push([(width - 1) / 2, (height - 1) / 2]);
  return points;
}
