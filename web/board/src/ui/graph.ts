/** The graph of Black's chance of winning over the moves of a line, as a picture that leads to its positions. */

import { label } from "../core/geometry";
import type { GameTree, Node } from "../core/tree";
import type { Judgement } from "../engine/brain";
import { percent, t } from "../i18n";
import { h, svg } from "./dom";

const WIDTH = 600;
const HEIGHT = 150;
const LEFT = 6;

export interface GraphContent {
  readonly game: GameTree;
  readonly line: readonly Node[];
  readonly shown: Node;
  readonly judgements: ReadonlyMap<Node, Judgement>;
}

export class Graph {
  private readonly picture = svg("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
    preserveAspectRatio: "none",
  });
  readonly element = h("div", { class: "graph" }, this.picture, h("p", { class: "quiet", text: "graph.caption" }));
  private line: readonly Node[] = [];

  constructor(chosen: (node: Node) => void) {
    this.picture.addEventListener("click", (event) => {
      const { left, width } = this.picture.getBoundingClientRect();
      const share = ((event.clientX - left) / width) * WIDTH - LEFT;
      const index = Math.round((share / (WIDTH - 2 * LEFT)) * Math.max(1, this.line.length - 1));
      const node = this.line[Math.min(this.line.length - 1, Math.max(0, index))];
      if (node) chosen(node);
    });
  }

  show({ game, line, shown, judgements }: GraphContent): void {
    this.line = line;
    const x = (index: number) => LEFT + (index / Math.max(1, line.length - 1)) * (WIDTH - 2 * LEFT);
    const y = (rate: number) => 4 + (1 - rate) * (HEIGHT - 8);
    const known = line.flatMap((node, index) => (node.worth ? [{ node, index, rate: node.worth.black }] : []));
    const parts: SVGElement[] = [svg("rect", { class: "ground", x: 0, y: 0, width: WIDTH, height: HEIGHT })];
    if (known.length > 0) {
      const top = known.map(({ index, rate }) => `L${x(index).toFixed(1)} ${y(rate).toFixed(1)}`).join("");
      const [first, last] = [known[0]!, known[known.length - 1]!];
      parts.push(svg("path", { class: "area", d: `M${x(first.index)} ${HEIGHT}${top}L${x(last.index)} ${HEIGHT}Z` }));
      parts.push(svg("path", { class: "edge", d: `M${top.slice(1)}` }));
    }
    parts.push(svg("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }));
    const at = line.indexOf(shown);
    if (at >= 0) parts.push(svg("path", { class: "here", d: `M${x(at)} 0V${HEIGHT}` }));
    for (const { node, index, rate } of known) {
      const judgement = judgements.get(node);
      const kind = judgement?.mark ?? (judgement?.missedWin ? "missed" : null);
      if (kind || known.length === 1)
        parts.push(svg("circle", { class: `point ${kind ?? ""}`, cx: x(index), cy: y(rate), r: 5 }));
    }
    this.picture.replaceChildren(...parts);
    const words = known
      .slice(-12)
      .map(
        ({ node, rate }) => `${node.move?.point == null ? "0" : label(node.move.point, game.size)} ${percent(rate)}`,
      );
    this.picture.setAttribute(
      "aria-label",
      known.length > 0 ? `${t("graph.label")}: ${words.join(", ")}` : t("graph.none"),
    );
    this.element.toggleAttribute("data-empty", known.length === 0);
  }
}
