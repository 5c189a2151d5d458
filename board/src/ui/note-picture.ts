/** The picture of the marks that a person puts on a board. */

import { type Point, label } from "../core/geometry";
import type { Mark } from "../core/marks";
import type { Scene } from "./board-picture";
import { svg } from "./dom";

/** What a board shows, with marks that a person has put on it. */
export interface NotedScene extends Scene {
  readonly notes: readonly Mark[];
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Half the side of a shape. */
const HALF = 9;

/** What is drawn on the point of a mark. */
function shape(mark: Exclude<Mark, { kind: "arrow" }>, { x, y }: Spot): SVGElement {
  switch (mark.kind) {
    case "triangle":
      return svg("path", { d: `M${x} ${y - HALF - 1}l${HALF} 16h${-2 * HALF}z` });
    case "circle":
      return svg("circle", { cx: x, cy: y, r: HALF });
    case "square":
      return svg("rect", { x: x - HALF + 1, y: y - HALF + 1, width: 2 * HALF - 2, height: 2 * HALF - 2 });
    case "cross":
      return svg("path", { d: `M${x - 8} ${y - 8}l16 16M${x + 8} ${y - 8}l-16 16` });
    case "text":
      return svg("text", { x, y, class: mark.text.length > 2 ? "small" : "" }, mark.text.slice(0, 4));
  }
}

/** An arrow from one point to another, which leaves their middles free. */
function arrow(from: Spot, to: Spot): SVGElement {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const [x, y] = [to.x - ux * 6, to.y - uy * 6];
  const wing = (side: number) => `${x - 11 * ux + side * 7 * uy} ${y - 11 * uy - side * 7 * ux}`;
  return svg("path", {
    d: `M${from.x + ux * 8} ${from.y + uy * 8}L${x} ${y}M${wing(1)}L${x} ${y}L${wing(-1)}`,
  });
}

/** Draws the marks of a board. A line that is shown hides them, as it hides the other marks. */
export function drawNotes({ notes, stones, line, size }: NotedScene, place: (point: Point) => Spot): SVGElement[] {
  if (line.length > 0) return [];
  return notes.map((mark) => {
    const spot = place(mark.point);
    const ground = stones[mark.point] ?? "wood";
    const group = svg("g", { class: `note ${mark.kind} on-${ground}` });
    if (mark.kind === "arrow") {
      group.append(arrow(spot, place(mark.to)));
    } else {
      if (ground === "wood") group.append(svg("circle", { class: "ground", cx: spot.x, cy: spot.y, r: 13 }));
      group.append(shape(mark, spot));
    }
    group.dataset["point"] = label(mark.point, size);
    return group;
  });
}
