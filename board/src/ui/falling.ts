/** The picture of a board on which a stone that is added falls. */

import { stonesOf } from "../core/drawing";
import { type Color, label } from "../core/geometry";
import { BoardPicture, type Scene, made } from "./board-picture";

export class FallingPicture extends BoardPicture {
  /** The shapes that are drawn: the same ones are not drawn again, so that a stone ends its fall. */
  private drawn = "";
  private before: readonly (Color | null)[] = [];

  /** Draws the stones. A single one that was added last has a class of its own. */
  protected override drawStones(scene: Scene): void {
    const shapes = stonesOf(scene, scene.line);
    const text = JSON.stringify(shapes);
    const [point, ...others] = scene.stones.flatMap((stone, at) => (stone === this.before[at] ? [] : [at]));
    this.before = scene.stones;
    if (text === this.drawn) return;
    this.drawn = text;
    this.stones.replaceChildren(...shapes.map(made));
    if (point !== undefined && point === scene.last && others.length === 0)
      this.stones.querySelector(`[data-point=${label(point, scene.size)}]`)?.classList.add("fallen");
  }
}
