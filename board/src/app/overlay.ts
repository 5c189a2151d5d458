/** What the analysis shows on the board: its lines, where it looks, what looks good at first sight, or nothing. */

import type { Point } from "../core/geometry";
import { type Node, wholePercent } from "../core/tree";
import type { Analysis } from "./analysis";
import type { App } from "./app";

/** Shades of a heat map. */
export const SHADES = 5;
/** Moves whose share is smaller are not shown, so that the board can still be seen. */
const LEAST_SHARE = 0.005;

/** A mark on an empty point. */
export interface OverlayMark {
  readonly point: Point;
  readonly kind: "best" | "option" | "heat";
  readonly text: string;
  /** Of `heat`, from 0 for the coldest to `SHADES` - 1. */
  readonly shade?: number;
}

/** The shade of a share of the largest one. Small shares differ as well: half a shade is a quarter of the share. */
export const shadeOf = (share: number, largest: number): number =>
  Math.min(SHADES - 1, Math.floor(SHADES * Math.sqrt(share / Math.max(largest, Number.MIN_VALUE))));

const inPercent = (share: number): string => String(Math.round(share * 100));

export class Overlay {
  private policy: { readonly node: Node; readonly moves: ReadonlyMap<Point, number> } | null = null;
  private about: Node | null = null;

  constructor(
    private readonly app: App,
    private readonly analysis: Analysis,
  ) {
    app.on(["position", "analysis", "settings", "engine"], () => void this.look());
  }

  get marks(): readonly OverlayMark[] {
    if (!this.analysis.isOn || this.app.isHidden) return [];
    switch (this.app.settings.overlay) {
      case "none":
        return [];
      case "lines":
        return this.lines();
      case "heat":
        return this.heat();
      case "policy":
        return this.policy?.node === this.app.node ? shades(this.policy.moves, inPercent) : [];
    }
  }

  /** The chances of the lines by their first moves, in percent for the side to move. */
  private lines(): OverlayMark[] {
    const { app, analysis } = this;
    const isBlack = app.game.turn(app.node) === "black";
    return analysis.lines.flatMap(({ moves, worth }, index) => {
      const [point] = moves;
      const kind = index === 0 ? "best" : "option";
      const chance = wholePercent(isBlack ? worth.black : 1 - worth.black);
      return point === undefined ? [] : [{ point, kind, text: String(chance) }];
    });
  }

  /** All moves that the search looked at, by what it spent on them, with the chances that are known. */
  private heat(): OverlayMark[] {
    const lines = this.lines();
    const { report } = this.analysis;
    if (report?.node !== this.app.node || report.efforts.size === 0) return lines;
    const all = [...report.efforts.values()].reduce((sum, nodes) => sum + nodes, 0);
    const spent = new Map([...report.efforts].map(([point, nodes]) => [point, nodes / all]));
    const chances = new Map(lines.map(({ point, text }) => [point, text]));
    for (const point of chances.keys()) spent.set(point, spent.get(point) ?? 0);
    return shades(
      spent,
      (_, point) => chances.get(point) ?? "",
      (point) => chances.has(point),
    );
  }

  /** Asks for the policy of the position that is shown, if it is wanted. */
  private async look(): Promise<void> {
    const { app, analysis } = this;
    const { brain, game, node } = app;
    if (app.settings.overlay !== "policy" || !analysis.isOn || !brain || game.end(node) || this.about === node) return;
    this.about = node;
    try {
      const moves = await brain.policy(game, node);
      this.policy = { node, moves };
      app.changed("overlay");
    } catch {
      // The game is over by a rule that the page does not know. There is nothing to show.
    }
  }
}

function shades(
  shares: ReadonlyMap<Point, number>,
  text: (share: number, point: Point) => string,
  isKept: (point: Point) => boolean = () => false,
): OverlayMark[] {
  const largest = Math.max(...shares.values());
  const shown = [...shares].filter(([point, share]) => share >= LEAST_SHARE || share === largest || isKept(point));
  return shown.map(([point, share]) => ({
    point,
    kind: "heat",
    text: text(share, point),
    shade: shadeOf(share, largest),
  }));
}
