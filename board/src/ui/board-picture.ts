/** The picture of a board: the grid, the stones, marks, and a line of play. It reacts to nothing by itself. */

import {
  CELL,
  EDGE,
  type LineStone,
  type Position,
  type Shape,
  TEXT,
  extentOf,
  gridOf,
  placeOf,
  stonesOf,
  textAt,
} from "../core/drawing";
import { type Names, type Point, type Size, label, pointAt } from "../core/geometry";
import { svg } from "./dom";

export interface BoardMark {
  readonly point: Point;
  /**
   * `best` and `option`: moves that are looked at; `forbidden`: may not be taken; `offer`: a fifth stone that is offered;
   * `same`: one that would make the same position as another; `played`: a move of the explorer; `heat`: one of a map,
   * the warmer the larger its number.
   */
  readonly kind:
    | "best"
    | "option"
    | "hint"
    | "forbidden"
    | "variation"
    | "wrong"
    | "right"
    | "offer"
    | "same"
    | "played"
    | `heat shade-${number}`;
  readonly text?: string;
}

/** All that the board shows. */
export interface Scene extends Position {
  readonly marks: readonly BoardMark[];
  /** Stones of a line that is shown, with their numbers. */
  readonly line: readonly LineStone[];
  /** Where a stone may go, if that is not everywhere. */
  readonly area?: readonly Point[] | null;
  /** Cells that no one may play on, the same ones for all positions of a game. */
  readonly dead?: readonly Point[];
  /** How columns and rows are named around the board; null for not at all. */
  readonly names?: Names | null;
}

/** The element of a shape. */
export function made({ tag, attributes, children }: Shape): SVGElement {
  return svg(tag, attributes, ...children.map((child) => (typeof child === "string" ? child : made(child))));
}

export class BoardPicture {
  readonly element = svg("svg", TEXT);
  private readonly grid = svg("g");
  private readonly area = svg("path", { class: "area-allowed" });
  protected readonly stones = svg("g");
  private readonly marks = svg("g");
  private size: Size | null = null;
  private names: Names | null | undefined;

  constructor() {
    this.element.append(this.grid, this.area, this.stones, this.marks);
  }

  show(scene: Scene): void {
    this.drawGrid(scene);
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
    return placeOf(point, this.size!);
  }

  protected drawStones(scene: Scene): void {
    this.stones.replaceChildren(...stonesOf(scene, scene.line).map(made));
  }

  private drawGrid({ size, dead = [], names }: Scene): void {
    if (names === this.names && size.width === this.size?.width && size.height === this.size.height) return;
    this.names = names;
    this.size = size;
    const { width, height } = extentOf(size);
    this.element.setAttribute("viewBox", `0 0 ${width} ${height}`);
    document.documentElement.style.setProperty("--ratio", String(width / height));
    this.grid.replaceChildren(...gridOf(size, names).map(made));
    for (const point of dead) {
      const { x, y } = this.place(point);
      this.grid.append(svg("rect", { class: "dead", x: x - 16, y: y - 16, width: 32, height: 32 }));
    }
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
        if (text) group.append(made(textAt(x, y, text, { class: text.length > 2 ? "small" : "" })));
        return group;
      }),
    );
  }
}
