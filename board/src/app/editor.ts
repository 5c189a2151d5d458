/** The tools that change the game on the board: marks, set-up stones, and the board as a whole. */

import { type Shown, annotation, replacement } from "../core/edit";
import type { Color, Point, Size } from "../core/geometry";
import { type Mark, type Shape, cleared, marksOf, nextLetter, toggled } from "../core/marks";
import { begunAt, mirrored, shifted, turned, withOtherFirst, withStone } from "../core/transform";
import { t } from "../i18n";
import { nameOf } from "../i18n/points";
import type { App } from "./app";

/** What a press on the board does. `play` leaves it to the game. */
export const TOOLS = [
  "play",
  "triangle",
  "circle",
  "square",
  "cross",
  "letter",
  "arrow",
  "black",
  "white",
  "clear",
] as const;
export type Tool = (typeof TOOLS)[number];

/** What a mark is, in words. */
export function markText(mark: Mark, size: Size): string {
  if (mark.kind === "text") return mark.text;
  if (mark.kind === "arrow") return t("edit.arrowTo", { point: nameOf(mark.to, size) });
  return t(`tool.${mark.kind}`);
}

export class Editor {
  isOpen = false;
  tool: Tool = "play";
  /** Where an arrow begins whose end is not chosen yet. */
  from: Point | null = null;

  constructor(private readonly app: App) {
    app.on(["position", "tree"], () => (this.from = null));
  }

  /** The colour of the stone that the tool sets up; null if it sets up none. */
  get stone(): Color | null {
    return this.tool === "black" || this.tool === "white" ? this.tool : null;
  }

  open(isOpen: boolean): void {
    this.isOpen = isOpen;
    this.choose("play");
  }

  choose(tool: Tool): void {
    this.tool = tool;
    this.from = null;
    this.app.changed("editor");
  }

  undo(): void {
    this.app.say(this.app.undoEdit() ? "edit.undone" : "edit.nothing");
  }

  redo(): void {
    this.app.say(this.app.redoEdit() ? "edit.redone" : "edit.nothing");
  }

  /** Uses the tool on a point. Returns false if a stone is to be played there. */
  tapped(point: Point): boolean {
    const { tool } = this;
    if (tool === "play") return false;
    if (tool === "black" || tool === "white") this.setUp(point, tool);
    else if (tool === "clear") this.clear(point);
    else if (tool === "letter") this.letter(point);
    else if (tool === "arrow") this.arrow(point);
    else this.mark({ kind: tool satisfies Shape, point });
    return true;
  }

  // --- Marks -------------------------------------------------------------------------------------

  private mark(mark: Mark): void {
    const { game, node } = this.app;
    const { length } = marksOf(node, game.size);
    this.app.edit(annotation(game, node, { kept: toggled(node, mark, game.size) }));
    const isGone = marksOf(node, game.size).length < length;
    this.app.say(isGone ? "edit.unmarked" : "edit.marked", () => ({
      mark: markText(mark, game.size),
      point: nameOf(mark.point, game.size),
    }));
  }

  /** Puts the next letter on a point, or takes the text there away. */
  private letter(point: Point): void {
    const { game, node } = this.app;
    const marks = marksOf(node, game.size);
    const text = nextLetter(marks);
    const there = marks.find((mark) => mark.kind === "text" && mark.point === point);
    if (there) this.mark(there);
    else if (text !== null) this.mark({ kind: "text", point, text });
  }

  private arrow(point: Point): void {
    const { app, from } = this;
    if (from === null) {
      this.from = point;
      app.say("edit.arrowFrom", { point: nameOf(point, app.game.size) });
      app.changed("editor");
    } else {
      this.from = null;
      app.changed("editor");
      if (from !== point) this.mark({ kind: "arrow", point: from, to: point });
    }
  }

  /** Takes away the marks on a point, or else the stone that was set up there. */
  private clear(point: Point): void {
    const { game, node } = this.app;
    const kept = cleared(node, point, game.size);
    if (kept) {
      this.app.edit(annotation(game, node, { kept }));
      this.app.say("edit.cleared", { point: nameOf(point, game.size) });
    } else if (game.setup.some((stone) => stone.point === point)) {
      this.setUp(point, null);
    }
  }

  // --- The beginning and the whole board ---------------------------------------------------------

  private get place(): Shown {
    const { game, node } = this.app;
    return { game, node };
  }

  private replace(after: Shown | null): boolean {
    return this.app.edit(after && replacement(this.place, after));
  }

  /** Sets up a stone, or takes it away if it is there. */
  private setUp(point: Point, color: Color | null): void {
    const { app } = this;
    if (app.node.parent) return app.say("edit.notStart");
    const there = app.game.setup.find((stone) => stone.point === point);
    const wanted = there?.color === color ? null : color;
    if (this.replace(withStone(this.place, point, wanted))) app.sayMove();
    else app.say("edit.inUse", { point: nameOf(point, app.game.size) });
  }

  /** The position that is shown becomes the beginning. */
  begin(): void {
    if (this.replace(begunAt(this.place))) this.app.say("edit.begun");
  }

  /** The other side moves first. */
  otherFirst(): void {
    if (this.replace(withOtherFirst(this.place))) this.app.sayMove();
  }

  turn(): void {
    if (this.replace(turned(this.place))) this.app.say("edit.turned");
  }

  mirror(): void {
    if (this.replace(mirrored(this.place))) this.app.say("edit.mirrored");
  }

  shift(right: number, down: number): void {
    if (this.replace(shifted(this.place, right, down))) this.app.say("edit.shifted");
    else this.app.say("edit.noRoom");
  }
}
