/** The panel of the live analysis: its lines, and the question for a forced win. */

import type { Analysis } from "../app/analysis";
import type { App } from "../app/app";
import { MAX_LINES, MEMORY, OVERLAYS, THREADS, type Settings, mayEquip, otherNumbers } from "../app/settings";
import { type Key, count as number, t } from "../i18n";
import { button, choice, h, replace, setText, toggle } from "./dom";
import { limitFields } from "./limit-fields";
import { lineItem } from "./line-item";
import { movesText, worthText } from "./words";

export function analysisPanel(app: App, analysis: Analysis): HTMLElement {
  const start = button("analysis.start", () => (analysis.isOn ? analysis.stop() : analysis.start()), {
    class: "primary",
  });
  /** A button that asks the engine something, and stops it while it looks for the answer. */
  const question = (what: Key, name: Key, ask: () => Promise<void>) => {
    const asking = () => app.work.running?.what === what;
    const asks = button(name, () => (asking() ? app.work.stop() : void ask()));
    app.on(["work"], () => setText(asks, "text", asking() ? "analysis.stop" : name));
    return asks;
  };
  const prove = question("analysis.proving", "analysis.prove", () => analysis.prove());
  const facts = h("p", { class: "quiet facts" });
  const list = h("ol", { class: "lines" });
  const count = h("div", {});
  const shown = h("div", {});
  const balance = question("analysis.balancing", "analysis.balance", () => analysis.balance());
  const threats = toggle(
    "analysis.threats",
    () => app.settings.showsThreats,
    () => {
      const { showsThreats } = app.settings;
      if (showsThreats || app.mayAsk()) app.set({ showsThreats: !showsThreats });
    },
  );
  const numbers = toggle(
    "nav.numbers",
    () => app.settings.numbered !== "none",
    () => app.set(otherNumbers(app.settings)),
  );
  let drawn = "";

  const drawShown = () =>
    shown.replaceChildren(
      choice(
        "analysis.show",
        OVERLAYS.map((overlay) => [overlay, { key: `overlay.${overlay}` satisfies Key }] as const),
        app.settings.overlay,
        (overlay) => app.set({ overlay }),
      ),
    );
  const drawCount = () => {
    const options = Array.from({ length: MAX_LINES }, (_, index) => [index + 1, String(index + 1)] as const);
    count.replaceChildren(
      choice("analysis.lines", options, app.settings.lines, (lines) => {
        app.set({ lines });
        if (analysis.isOn) analysis.start();
      }),
    );
  };
  const limits = limitFields(
    "analysis.limits",
    () => app.settings.analysisLimits,
    (analysisLimits) => {
      app.set({ analysisLimits });
      if (analysis.isOn) analysis.start();
    },
  );
  const equip = (changes: Partial<Settings>) => {
    app.set(changes);
    void analysis.equip();
  };
  const means = h("div", { class: "pair" });
  const drawMeans = () => {
    const { threads, memory } = app.settings;
    const offered = THREADS.filter(
      (number) => number <= Math.max(navigator.hardwareConcurrency, 2) || number <= threads,
    );
    means.replaceChildren(
      choice(
        "analysis.threads",
        offered.map((number) => [number, String(number)] as const),
        threads,
        (threads) => equip({ threads }),
      ),
      choice(
        "analysis.memory",
        MEMORY.map((number) => [number, t("analysis.memoryValue", { n: number })] as const),
        memory,
        (memory) => equip({ memory }),
      ),
    );
  };
  const show = (line: readonly number[]) => {
    app.line = line;
    app.changed("analysis");
  };
  const draw = () => {
    setText(start, "text", analysis.isOn ? "analysis.stop" : "analysis.start");
    const { lines } = analysis;
    const report = lines.length > 0 ? analysis.report : null;
    facts.textContent = report
      ? t(analysis.isDone ? "analysis.doneFacts" : "analysis.facts", {
          depth: report.depth,
          nodes: number(report.nodes),
          speed: number(Math.round((report.nodes / Math.max(report.timeMs, 1)) * 1000)),
        })
      : t(app.game.end(app.node) ? "say.over" : !analysis.isOn ? "analysis.idle" : waiting());
    // The buttons stay while they say the same, so that the focus is not lost.
    const texts = lines.map(
      (line) => `${worthText(line.worth, app.game.turn(app.node))}|${movesText(app.game.size, line.moves)}`,
    );
    if (texts.join() === drawn) return;
    drawn = texts.join();
    replace(
      list,
      ...lines.map((line, index) => {
        const [worth = "", moves = ""] = texts[index]!.split("|");
        return lineItem([worth], moves, {
          onpointerenter: () => show(line.moves),
          onpointerleave: () => show([]),
          onfocus: () => show(line.moves),
          onblur: () => show([]),
          onclick: () => {
            const first = line.moves[0];
            if (first !== undefined) void app.tap(first);
          },
        });
      }),
    );
  };
  const waiting = (): Key => (app.loadError === null ? "analysis.waiting" : "engine.none");
  app.on(["analysis", "position", "language", "activity", "engine"], draw);
  app.on(["settings"], () => {
    threats.draw();
    numbers.draw();
  });
  app.on(["language"], () => {
    drawShown();
    drawCount();
    drawMeans();
    limits.draw();
  });
  drawShown();
  drawCount();
  drawMeans();
  draw();
  return h(
    "div",
    {},
    h("div", { class: "headed" }, start, facts),
    list,
    h("div", { class: "actions" }, prove, balance),
    h("div", { class: "actions" }, shown, count),
    h("div", { class: "switches" }, threats.element, numbers.element),
    limits.element,
    mayEquip() && means,
  );
}
