/** The graph of Black's chance of winning over the moves of a line, as a picture that leads to its positions. */

import type { Size } from "../core/geometry";
import type { Node } from "../core/tree";
import { chancePercent, percent, t } from "../i18n";
import { h, svg } from "./dom";
import { type FaultsOf, SIGNS, moveText } from "./words";

const [WIDTH, HEIGHT] = [600, 190];
/** Where the curve is: beside it stand chances, below it numbers of moves. */
const [LEFT, RIGHT, TOP, BOTTOM] = [60, 590, 9, 164];
/** The most steps between the numbers, and how many moves a step may have. */
const MOST_STEPS = 12;
const STEPS = [1, 2, 5, 10, 20, 50, 100];

export interface GraphContent {
  readonly game: { readonly size: Size };
  readonly line: readonly Node[];
  readonly shown: Node;
  readonly faultAt: FaultsOf;
}

export class Graph {
  private readonly picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  readonly element = h("div", { class: "graph" }, this.picture, h("p", { class: "quiet", text: "graph.caption" }));
  private line: readonly Node[] = [];

  constructor(chosen: (node: Node) => void) {
    this.picture.addEventListener("click", (event) => {
      const { left, width } = this.picture.getBoundingClientRect();
      const share = (((event.clientX - left) / width) * WIDTH - LEFT) / (RIGHT - LEFT);
      const last = this.line.length - 1;
      const node = this.line[Math.min(last, Math.max(0, Math.round(share * last)))];
      if (node) chosen(node);
    });
  }

  show({ game: { size }, line, shown, faultAt }: GraphContent): void {
    this.line = line;
    const moves = line.length - 1;
    const x = (index: number) => round(LEFT + (index / Math.max(1, moves)) * (RIGHT - LEFT));
    const y = (rate: number) => round(BOTTOM - rate * (BOTTOM - TOP));
    const parts: SVGElement[] = [];
    const path = (kind: string, d: string) => parts.push(svg("path", { class: kind, d }));
    const text = (kind: string, x: number, y: number, content: string) =>
      parts.push(svg("text", { class: kind, x, y }, content));

    path("ground", `M${LEFT} ${TOP}H${RIGHT}V${BOTTOM}H${LEFT}Z`);
    // What was not analysed leaves gaps.
    let run: string[] = [];
    let from = 0;
    const runs: string[] = [];
    line.forEach(({ worth }, index) => {
      if (!worth) return;
      if (run.length === 0) from = index;
      run.push(`${x(index)} ${y(worth.black)}`);
      if (line[index + 1]?.worth) return;
      path("area", `M${x(from)} ${BOTTOM}L${run.join("L")}V${BOTTOM}Z`);
      runs.push(`M${run.join("L")}`);
      run = [];
    });
    for (const rate of [0, 0.25, 0.5, 0.75, 1]) {
      path(rate === 0.5 ? "middle" : "grid", `M${LEFT} ${y(rate)}H${RIGHT}`);
      if ((rate * 2) % 1 === 0) text("rate", LEFT - 6, y(rate), percent(rate));
    }
    path("edge", runs.join(""));
    const step = STEPS.find((step) => moves <= step * MOST_STEPS) ?? Math.max(1, moves);
    for (let index = 0; index <= moves; index += step) text("move-number", x(index), BOTTOM + 15, String(index));
    const at = line.indexOf(shown);
    if (at >= 0) path("here", `M${x(at)} ${TOP}V${BOTTOM}`);

    const known = line.flatMap((node, index) => (node.worth ? [{ node, index, rate: node.worth.black }] : []));
    for (const { node, index, rate } of known) {
      const fault = faultAt(node);
      if (!fault && known.length > 1) continue;
      const title = svg("title", {}, `${moveText(node, size)} ${fault ? SIGNS[fault] : ""}`);
      parts.push(svg("circle", { class: `point ${fault ?? ""}`, cx: x(index), cy: y(rate), r: 6 }, title));
    }
    this.picture.replaceChildren(...parts);
    const words = known.slice(-12).map(({ node, rate }) => `${moveText(node, size)} ${chancePercent(rate)}`);
    this.picture.setAttribute(
      "aria-label",
      known.length > 0 ? `${t("graph.label")}: ${words.join(", ")}` : t("graph.none"),
    );
    this.element.toggleAttribute("data-empty", known.length === 0);
  }
}

const round = (value: number): number => Math.round(value * 100) / 100;
