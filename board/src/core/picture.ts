/** Pictures of positions as text of SVG, which stands alone: no style sheet, no file, no script. */

import type { Names } from "./geometry";
import { type Position, type Shape, EDGE, TEXT, extentOf, gridOf, shape, stonesOf } from "./drawing";
import { type Look, groundOf, inLook, stoneLights } from "./look";
import type { Mark } from "./marks";
import { notesOf } from "./note-drawing";

/** The room around the lines of a picture without coordinates. */
const PLAIN_EDGE = 26;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);

/** Classes and data are for the style sheets and scripts of the page. */
const isOfPage = (name: string) => name === "class" || name.startsWith("data-");

function written({ tag, attributes, children }: Shape): string {
  const own = Object.entries(attributes).filter(([name]) => !isOfPage(name));
  const head = [tag, ...own.map(([name, value]) => `${name}="${escaped(String(value))}"`)].join(" ");
  const content = children.map((child) => (typeof child === "string" ? escaped(child) : written(child))).join("");
  return content ? `<${head}>${content}</${tag}>` : `<${head}/>`;
}

/** A picture of a position and its marks, with names of columns and rows around it or without them. */
export function pictureOf(position: Position, notes: readonly Mark[], names: Names | null, look: Look): string {
  const cut = names ? 0 : EDGE - PLAIN_EDGE;
  const extent = extentOf(position.size);
  const [width, height] = [extent.width - 2 * cut, extent.height - 2 * cut];
  const drawn = [...gridOf(position.size, names), ...stonesOf(position), ...notesOf(position, notes)];
  const children = [
    ...(look.stones === "shell" ? [stoneLights()] : []),
    shape("rect", { x: cut, y: cut, width, height, fill: groundOf(look) }),
    ...drawn.map((one) => inLook(one, look)),
  ];
  const viewBox = `${cut} ${cut} ${width} ${height}`;
  const attributes = { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox, ...TEXT };
  return `${written(shape("svg", attributes, ...children))}\n`;
}
