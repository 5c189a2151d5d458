/** The user's rating and the level that fits it, in the panel for games. */

import type { App } from "../app/app";
import { count, t } from "../i18n";
import { button, h } from "./dom";

export function ladderPart(app: App, play: (level: number) => void): HTMLElement {
  const text = h("p", { class: "quiet" });
  const next = h("button", { type: "button", onclick: () => play(suggested) });
  const forget = button("ladder.forget", () => ask(true));
  const sure = h(
    "div",
    { class: "actions" },
    h("p", { class: "quiet", text: "ladder.sure" }),
    button("device.yes", () => {
      app.ladder.forget();
      ask(false);
      draw();
    }),
    button("device.no", () => ask(false)),
  );
  const ask = (isAsked: boolean) => {
    sure.hidden = !isAsked;
    forget.hidden = isAsked;
    (isAsked ? sure.querySelector("button") : forget)?.focus();
  };
  const part = h("div", { class: "ladder" }, text, h("div", { class: "actions" }, next, forget), sure);
  sure.hidden = true;
  let suggested = 1;
  const draw = () => {
    const { ladder, brain } = app;
    part.hidden = ladder.games === 0 || !brain;
    if (!brain) return;
    const { value, deviation } = ladder.rating;
    suggested = ladder.suggestion(brain.ratings);
    text.textContent = t("ladder.rating", {
      rating: count(Math.round(value / 10) * 10),
      error: count(Math.round(deviation / 10) * 10),
      n: ladder.games,
    });
    next.textContent = t("ladder.next", { level: suggested });
  };
  app.on(["activity", "engine", "language", "training"], draw);
  draw();
  return part;
}
