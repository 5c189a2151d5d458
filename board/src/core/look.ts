/** What the board is made of and how its stones look. Pictures have the colours that `look.css` gives the light page. */

import { type Shape, WOOD, WOOD_LINE, shape } from "./drawing";
import type { Color } from "./geometry";

export const SURFACES = ["wood", "paper", "slate"] as const;
export const STONES = ["flat", "shell", "print"] as const;
export type Surface = (typeof SURFACES)[number];

export interface Look {
  readonly surface: Surface;
  readonly stones: (typeof STONES)[number];
}

/** The ground, and the lines on it. */
const COLORS: Readonly<Record<Surface, { readonly ground: string; readonly line: string }>> = {
  wood: { ground: WOOD, line: WOOD_LINE },
  paper: { ground: "#f6f0e0", line: "#3b3a37" },
  slate: { ground: "#5a666f", line: "#f1f4f5" },
};
/** Arrows, and the edge of black stones, on slate. */
const SLATE_ARROW = "#a9d1ff";
const SLATE_EDGE = "#a3acb3";

/** The light on stones of slate and shell. */
const LIGHTS: Readonly<Record<Color, readonly (readonly [offset: number, color: string])[]>> = {
  black: [
    [0, "#6a6e75"],
    [0.35, "#2c2e32"],
    [1, "#0c0d0f"],
  ],
  white: [
    [0, "#ffffff"],
    [0.6, "#f3efe4"],
    [1, "#cbc3b0"],
  ],
};
const COLOR_NAMES = ["black", "white"] as const;

export const groundOf = ({ surface }: Look): string => COLORS[surface].ground;

/** What stones of slate and shell refer to. */
export function stoneLights(): Shape {
  const gradients = COLOR_NAMES.map((color) =>
    shape(
      "radialGradient",
      { id: `stone-${color}`, cx: 0.36, cy: 0.3, r: 0.75 },
      ...LIGHTS[color].map(([offset, shade]) => shape("stop", { offset, "stop-color": shade })),
    ),
  );
  return shape("defs", {}, ...gradients);
}

/** A shape in the colours of a look. */
export function inLook({ tag, attributes, children }: Shape, look: Look, outer: readonly string[] = []): Shape {
  const names = String(attributes["class"] ?? "").split(" ");
  const inner = tag === "g" ? names : outer;
  const parts = children.flatMap((child): readonly (Shape | string)[] => {
    if (typeof child === "string") return [child];
    const isShadow = look.stones === "print" && child.attributes["class"] === "shadow";
    return isShadow ? [] : [inLook(child, look, inner)];
  });
  return shape(tag, { ...attributes, ...changes(names, outer, attributes, look) }, ...parts);
}

/** What a look changes of a shape, which is known by its own classes and those of its group. */
function changes(
  names: readonly string[],
  outer: readonly string[],
  attributes: Shape["attributes"],
  { surface, stones }: Look,
): Shape["attributes"] {
  const { ground, line } = COLORS[surface];
  const isSlate = surface === "slate";
  const inked = (color: string) => ("stroke" in attributes ? { stroke: color } : { fill: color });
  if (names.includes("lines")) return { stroke: line };
  if (names.includes("name") || names.includes("star")) return { fill: line };
  if (names.includes("ground")) return { fill: ground };
  if (outer.includes("note") && isSlate)
    return outer.includes("arrow") ? { stroke: SLATE_ARROW } : outer.includes("on-wood") ? inked(line) : {};
  if (!names.includes("body")) return {};
  const color = COLOR_NAMES.find((color) => outer.includes(color))!;
  return {
    ...(isSlate && color === "black" && { stroke: SLATE_EDGE }),
    ...(stones === "shell" && { fill: `url(#stone-${color})` }),
    ...(stones === "print" && color === "white" && { fill: "#fff", stroke: "#16171a", "stroke-width": 2 }),
  };
}
