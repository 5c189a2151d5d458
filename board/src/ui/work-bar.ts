/** The button below the board that stops what the user waits for, or tries again what has failed. */

import type { App } from "../app/app";
import { Match } from "../app/match";
import { button, h } from "./dom";

/** Milliseconds after which the user wants to stop something. What is done sooner shows no button. */
const PATIENCE = 700;

/** `leave` takes the focus of a button that goes. */
export function workBar(app: App, leave: () => void): HTMLElement {
  const { work } = app;
  const stop = button("analysis.stop", () => work.stop());
  const failedMatch = () => (app.activity instanceof Match && app.activity.hasFailed ? app.activity : null);
  const retry = button("engine.retry", () => (failedMatch() ?? work).retry(), { class: "primary" });
  const bar = h("div", { class: "actions opening", role: "group", label: "work.label" }, stop, retry);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (isRunning: boolean) => {
    const focused = document.activeElement;
    stop.hidden = !isRunning;
    retry.hidden = isRunning || !(failedMatch() || work.hasFailed);
    bar.hidden = stop.hidden && retry.hidden;
    if (focused?.closest("[hidden]") && bar.contains(focused)) leave();
  };
  const draw = () => {
    clearTimeout(timer);
    if (work.running) timer = setTimeout(() => show(true), PATIENCE);
    if (!work.running || stop.hidden) show(false);
  };
  app.on(["work", "engine", "activity"], draw);
  draw();
  return bar;
}
