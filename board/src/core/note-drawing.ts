/** How the marks are drawn that a person puts on a board. */

import { type Position, type Shape, WOOD, placeOf, shape, textAt } from "./drawing";
import { label } from "./geometry";
import type { Mark } from "./marks";

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Half the side of a mark. */
const HALF = 9;
/** The colours of marks on the wood and on stones. */
const COLORS = { wood: "#2c1d09", black: "#fff", white: "#16171a" } as const;
const LINE = { fill: "none", "stroke-width": 2.5, "stroke-linejoin": "round", "stroke-linecap": "round" } as const;

/** What is drawn on the point of a mark. */
function signOf(mark: Exclude<Mark, { kind: "arrow" }>, { x, y }: Spot, color: string): Shape {
  const line = { ...LINE, stroke: color };
  const side = 2 * HALF - 2;
  switch (mark.kind) {
    case "triangle":
      return shape("path", { ...line, d: `M${x} ${y - HALF - 1}l${HALF} 16h${-2 * HALF}z` });
    case "circle":
      return shape("circle", { ...line, cx: x, cy: y, r: HALF });
    case "square":
      return shape("rect", { ...line, x: x - HALF + 1, y: y - HALF + 1, width: side, height: side });
    case "cross":
      return shape("path", { ...line, d: `M${x - 8} ${y - 8}l16 16M${x + 8} ${y - 8}l-16 16` });
    case "text":
      return textAt(x, y, mark.text.slice(0, 4), { fill: color, ...(mark.text.length > 2 && { "font-size": 12 }) });
  }
}

/** An arrow from one point to another, which leaves their middles free. */
function arrow(from: Spot, to: Spot): Shape {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const [x, y] = [to.x - ux * 6, to.y - uy * 6];
  const wing = (side: number) => `${x - 11 * ux + side * 7 * uy} ${y - 11 * uy - side * 7 * ux}`;
  const d = `M${from.x + ux * 8} ${from.y + uy * 8}L${x} ${y}M${wing(1)}L${x} ${y}L${wing(-1)}`;
  return shape("path", { ...LINE, d, stroke: "#0b4fa8", "stroke-width": 4 });
}

/** The marks of a position. */
export function notesOf({ size, stones }: Pick<Position, "size" | "stones">, notes: readonly Mark[]): Shape[] {
  return notes.map((mark) => {
    const spot = placeOf(mark.point, size);
    const ground = stones[mark.point] ?? "wood";
    const parts: Shape[] = [];
    if (mark.kind === "arrow") {
      parts.push(arrow(spot, placeOf(mark.to, size)));
    } else {
      if (ground === "wood")
        parts.push(shape("circle", { class: "ground", cx: spot.x, cy: spot.y, r: 13, fill: WOOD }));
      parts.push(signOf(mark, spot, COLORS[ground]));
    }
    return shape("g", { class: `note ${mark.kind} on-${ground}`, "data-point": label(mark.point, size) }, ...parts);
  });
}
