/** The panel of the review: summary, mistakes, and the search for better moves. */

import type { App } from "../app/app";
import { Drill } from "../app/drill";
import { verdictOf } from "../app/notes";
import type { Review } from "../app/review";
import { REVIEW_NODES, type Settings } from "../app/settings";
import { type Key, t } from "../i18n";
import { button, choice, h, replace } from "./dom";
import type { Graph } from "./graph";
import { lineItem } from "./line-item";
import { summaryTable } from "./summary";
import { SIGNS, colorName, faultOf, moveText } from "./words";

export function reviewPanel(app: App, review: Review, graph: Graph): HTMLElement {
  const start = h("div", { class: "actions" });
  const meter = h("progress", { label: "review.progress", max: 1, value: 0 });
  const result = h("div", {});
  const drill = h("div", { class: "actions" });
  const mistakes = h("ol", { class: "lines" });
  const panel = h("div", {});

  /** What was found comes before what finds it, and what there is to do in the search for better moves before that. */
  const arrange = () => {
    const found = [graph.element, result, drill, mistakes];
    const isDrill = app.activity instanceof Drill;
    const parts = isDrill
      ? [drill, graph.element, result, mistakes, start]
      : review.summaries && !review.progress
        ? [...found, start]
        : [start, meter, ...found];
    if (parts.every((part, index) => panel.children[index] === part)) return;
    const focused = document.activeElement;
    panel.replaceChildren(...parts);
    if (focused instanceof HTMLElement && panel.contains(focused)) focused.focus({ preventScroll: true });
  };
  const drawStart = () => {
    const names: Key[] = ["review.quick", "review.normal", "review.thorough"];
    replace(
      start,
      review.progress
        ? button("review.stop", () => review.stop())
        : button("review.start", () => void review.run(app.settings.reviewNodes), {
            class: review.summaries ? "" : "primary",
          }),
      choice(
        "review.quality",
        REVIEW_NODES.map((nodes, index) => [nodes, { key: names[index]! }] as const),
        app.settings.reviewNodes,
        (reviewNodes) => app.set({ reviewNodes: reviewNodes as Settings["reviewNodes"] }),
      ),
    );
  };
  let wasRunning: boolean | null = null;
  const draw = () => {
    const isRunning = review.progress !== null;
    if (isRunning !== wasRunning) drawStart();
    wasRunning = isRunning;
    meter.hidden = !isRunning;
    if (review.progress) meter.value = review.progress.done / Math.max(1, review.progress.total);
    drawResult();
    drawDrill();
    arrange();
  };
  const drawDrill = () => {
    const { activity } = app;
    if (activity instanceof Drill) {
      replace(
        drill,
        button("drill.solve", () => activity.solve()),
        button("drill.next", () => activity.next(), { class: "primary", disabled: !activity.canGoOn }),
        button("drill.end", () => app.begin(null)),
      );
    } else if (review.mistakes.length > 0) {
      replace(
        drill,
        button("drill.black", () => review.drill("black")),
        button("drill.white", () => review.drill("white")),
        button("review.write", () => review.write()),
      );
    } else {
      replace(drill);
    }
  };
  const drawResult = () => {
    const { summaries } = review;
    if (!summaries) {
      replace(mistakes);
      return replace(result, h("p", { class: "quiet", text: "review.about" }));
    }
    const table = summaryTable(summaries, { black: colorName("black"), white: colorName("white") });
    const faults = review.mistakes.map((node) => {
      const judgement = review.judgements.get(node)!;
      const fault = faultOf(judgement)!;
      const head = [
        h("span", { class: `disc ${node.move!.color}` }),
        `${moveText(node, app.game.size)} `,
        h("span", { class: fault }, SIGNS[fault]),
      ];
      return lineItem(head, verdictOf(judgement, app.game.size), {
        onclick: () => {
          app.go(node);
          app.sayMove();
        },
      });
    });
    const { defeat } = review;
    const lost = defeat?.number ? review.line[defeat.number] : undefined;
    const told =
      defeat && lost
        ? [h("p", {}, t("review.defeat", { side: colorName(defeat.loser), move: moveText(lost, app.game.size) }))]
        : [];
    replace(result, ...told, table);
    replace(mistakes, ...faults);
  };
  app.on(["review", "language"], draw);
  app.on(["language"], drawStart);
  app.on(["activity"], () => {
    drawDrill();
    arrange();
  });
  draw();
  return panel;
}
