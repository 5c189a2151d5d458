/** The buttons below the board for a game that is watched. */

import type { App } from "../app/app";
import { Exhibition } from "../app/exhibition";
import { button, h, setText } from "./dom";

export function watchBar(app: App): HTMLElement {
  const exhibition = () => (app.activity instanceof Exhibition ? app.activity : null);
  const toggle = button("watch.pause", () => {
    const now = exhibition();
    if (now?.kind === "paused") now.resume();
    else now?.pause();
  });
  const step = button("watch.step", () => exhibition()?.step());
  const bar = h("div", { class: "actions opening", role: "group", label: "seat.watch" }, toggle, step);
  const draw = () => {
    const now = exhibition();
    bar.hidden = !now;
    setText(toggle, "text", now?.kind === "paused" ? "watch.resume" : "watch.pause");
    toggle.disabled = step.disabled = app.game.end(app.node) !== null;
  };
  app.on(["activity", "position"], draw);
  draw();
  return bar;
}
