/** The panel of the review: summary, mistakes, and the search for better moves. */

import type { App } from "../app/app";
import { Drill, type Review } from "../app/review";
import { REVIEW_NODES, type Settings } from "../app/settings";
import { label } from "../core/geometry";
import { type Key, percent, t } from "../i18n";
import { button, choice, h, replace } from "./dom";
import type { Graph } from "./graph";
import { colorName } from "./words";

export function reviewPanel(app: App, review: Review, graph: Graph): HTMLElement {
  const start = h("div", { class: "actions" });
  const meter = h("progress", { label: "review.progress", max: 1, value: 0 });
  const result = h("div", {});
  const drill = h("div", { class: "actions" });

  const drawStart = () => {
    const names: Key[] = ["review.quick", "review.normal", "review.thorough"];
    replace(
      start,
      review.progress
        ? button("review.stop", () => review.stop())
        : button("review.start", () => void review.run(app.settings.reviewNodes), { class: "primary" }),
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
      );
    } else {
      replace(drill);
    }
  };
  const drawResult = () => {
    const { summaries } = review;
    if (!summaries) return replace(result, h("p", { class: "quiet", text: "review.about" }));
    const columns: Key[] = [
      "review.moves",
      "review.best",
      "review.mistakes",
      "review.blunders",
      "review.missed",
      "review.loss",
    ];
    const table = h(
      "table",
      {},
      h("caption", { text: "review.summary" }),
      h("thead", {}, h("tr", {}, h("td", {}), ...columns.map((key) => h("th", { scope: "col", text: key })))),
      h(
        "tbody",
        {},
        ...(["black", "white"] as const).map((color) => {
          const { moves, best, mistakes, blunders, missedWins, meanLoss } = summaries[color];
          const cells = [moves, best, mistakes, blunders, missedWins, meanLoss === null ? "–" : percent(meanLoss, 1)];
          return h(
            "tr",
            {},
            h("th", { scope: "row" }, colorName(color)),
            ...cells.map((cell) => h("td", {}, String(cell))),
          );
        }),
      ),
    );
    const faults = review.mistakes.map((node) => {
      const judgement = review.judgements.get(node)!;
      const kind = judgement.mark ?? "missed";
      const remarks = [
        judgement.missedWin ? t("review.missesWin") : "",
        judgement.allowsWin ? t("review.allowsWin") : "",
        judgement.best !== null ? t("review.better", { move: label(judgement.best, app.game.size) }) : "",
      ];
      return h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "line",
            onclick: () => {
              app.go(node);
              app.tellMove();
            },
          },
          h(
            "b",
            {},
            h("span", { class: `disc ${node.move!.color}` }),
            `${node.number}. ${label(node.move!.point!, app.game.size)} `,
            h("span", { class: kind }, kind === "blunder" ? "??" : kind === "mistake" ? "?" : "!"),
          ),
          h("span", {}, [percent(-judgement.loss), ...remarks.filter(Boolean)].join(" · ")),
        ),
      );
    });
    replace(result, table, h("ol", { class: "lines" }, ...faults));
  };
  app.on(["review", "language"], draw);
  app.on(["language"], drawStart);
  app.on(["activity"], drawDrill);
  draw();
  return h("div", {}, start, meter, drill, graph.element, result);
}
