/** A part of the board, enlarged above the finger that covers it. */

import type { Size } from "../core/geometry";
import { svg } from "./dom";

/** The side of the part that is shown, in units of the drawing, and the side of the loupe, in pixels. */
const PART = 180;
const SIDE = 136;
/** How far the loupe is above the finger. */
const ABOVE = 34;

export class Loupe {
  readonly element = svg("svg", { class: "loupe", "aria-hidden": "true" });
  private readonly view: SVGElement;

  /** `drawing` is the name of the picture. */
  constructor(drawing: string) {
    this.view = svg("use", { href: `#${drawing}` });
    this.element.append(this.view);
    this.hide();
  }

  hide(): void {
    this.element.toggleAttribute("hidden", true);
  }

  /** Shows what is around a place of a picture of this extent; the finger is at `event`. */
  show({ x, y }: { x: number; y: number }, { width, height }: Size, event: PointerEvent): void {
    this.view.setAttribute("width", String(width));
    this.view.setAttribute("height", String(height));
    this.element.setAttribute("viewBox", `${x - PART / 2} ${y - PART / 2} ${PART} ${PART}`);
    const left = Math.min(Math.max(4, event.clientX - SIDE / 2), innerWidth - SIDE - 4);
    const above = event.clientY - ABOVE - SIDE;
    // Near the upper edge it is beside the finger.
    const beside = event.clientX < innerWidth / 2 ? event.clientX + ABOVE : event.clientX - ABOVE - SIDE;
    this.element.style.left = `${above < 4 ? beside : left}px`;
    this.element.style.top = `${Math.max(4, above)}px`;
    this.element.toggleAttribute("hidden", false);
  }
}
