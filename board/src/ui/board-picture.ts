/** The picture of a board: the grid, the stones, marks, and a line of play. It reacts to nothing by itself. */

import { type Color, type Point, type Size, columnName, label, pointAt, xOf, yOf } from "../core/geometry";
import { svg } from "./dom";

export interface BoardMark {
  readonly point: Point;
  /**
   * `best` and `option`: moves that are looked at; `forbidden`: may not be taken; `offer`: a fifth stone that is offered;
   * `same`: one that would make the same position as another; `played`: a move of the explorer.
   */
  readonly kind:
    "best" | "option" | "hint" | "forbidden" | "variation" | "wrong" | "right" | "offer" | "same" | "played";
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
  /** Where a stone may go, if that is not everywhere. */
  readonly area?: readonly Point[] | null;
  /** Cells that no one may play on, the same ones for all positions of a game. */
  readonly dead?: readonly Point[];
}

/** The distance of two lines, and the room around them, in units of the picture. */
const CELL = 40;
export const EDGE = 46;

export class BoardPicture {
  readonly element = svg("svg");
  private readonly grid = svg("g");
  private readonly area = svg("path", { class: "area-allowed" });
  private readonly stones = svg("g");
  private readonly marks = svg("g");
  private size: Size | null = null;

  constructor() {
    this.element.append(this.grid, this.area, this.stones, this.marks);
  }

  show(scene: Scene): void {
    if (scene.size.width !== this.size?.width || scene.size.height !== this.size.height) this.drawGrid(scene);
    this.drawArea(scene);
    this.drawStones(scene);
    this.drawMarks(scene);
  }

  /** The point nearest to a place in the window; null if that is off the board. */
  pointOf(event: MouseEvent): Point | null {
    const matrix = this.element.getScreenCTM();
    if (!matrix || !this.size) return null;
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const [x, y] = [Math.round((place.x - EDGE) / CELL), Math.round((place.y - EDGE) / CELL)];
    if (x < 0 || y < 0 || x >= this.size.width || y >= this.size.height) return null;
    return pointAt(x, y, this.size);
  }

  /** The centre of a point. */
  place(point: Point): { x: number; y: number } {
    return { x: EDGE + xOf(point, this.size!) * CELL, y: EDGE + yOf(point, this.size!) * CELL };
  }

  private drawGrid({ size, dead = [] }: Scene): void {
    this.size = size;
    const [right, bottom] = [EDGE + (size.width - 1) * CELL, EDGE + (size.height - 1) * CELL];
    this.element.setAttribute("viewBox", `0 0 ${right + EDGE} ${bottom + EDGE}`);
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
    for (const point of dead) {
      const { x, y } = this.place(point);
      this.grid.append(svg("rect", { class: "dead", x: x - 16, y: y - 16, width: 32, height: 32 }));
    }
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

  private drawArea({ area }: Scene): void {
    const half = CELL / 2;
    const cells = (area ?? []).map((point) => {
      const { x, y } = this.place(point);
      return `M${x - half} ${y - half}h${CELL}v${CELL}h-${CELL}z`;
    });
    this.area.setAttribute("d", cells.join(""));
  }

  private drawMarks(scene: Scene): void {
    const shown = scene.line.length > 0 ? [] : scene.marks;
    this.marks.replaceChildren(
      ...shown.map(({ point, kind, text }) => {
        const { x, y } = this.place(point);
        const group = svg("g", { class: `mark ${kind}` });
        group.dataset["point"] = label(point, scene.size);
        if (kind === "forbidden") group.append(svg("path", { d: `M${x - 8} ${y - 8}l16 16M${x + 8} ${y - 8}l-16 16` }));
        else group.append(svg("circle", { cx: x, cy: y, r: kind === "variation" || kind === "same" ? 10 : 16 }));
        if (text) group.append(svg("text", { x, y, class: text.length > 2 ? "small" : "" }, text));
        return group;
      }),
    );
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
