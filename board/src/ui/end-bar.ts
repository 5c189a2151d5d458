/** Below the board when a game is over: its result, the move that decided it, and what can be done next. */

import type { Aftermath } from "../app/aftermath";
import type { App } from "../app/app";
import type { Rematch } from "../app/rematch";
import { type TurningPoint, winnerOf } from "../app/turning-point";
import { chancePercent, t } from "../i18n";
import { button, h } from "./dom";
import { colorName, moveText, movesText } from "./words";

export interface EndActions {
  review(): void;
  share(): void;
}

/** Moves of the better line that are named. */
const NAMED = 1;

export function endBar(app: App, aftermath: Aftermath, { review, share }: EndActions): HTMLElement {
  const result = h("b", {});
  const moment = h("span", { role: "status" });
  const show = button("end.show", () => aftermath.showMoment());
  const next = h("button", { type: "button", class: "primary", onclick: () => aftermath.startRematch() });
  const bar = h(
    "section",
    { class: "opening ended", label: "match.after", hidden: true },
    h("p", {}, result, moment),
    h("div", { class: "actions" }, next, show, button("review.start", review), button("end.share", share)),
  );
  const draw = () => {
    const { match, moment: found } = aftermath;
    // Who steps back through the game finds its buttons where they were.
    bar.hidden = !match;
    if (!match) return;
    const winner = winnerOf(app.game, app.node);
    result.textContent = t(winner ? (`library.${winner}` as const) : "library.draw");
    const text = found ? momentText(app, found) : momentless(found, aftermath.isLooking);
    if (moment.textContent !== text) moment.textContent = text;
    moment.hidden = text === "";
    show.hidden = !found;
    next.textContent = rematchText(aftermath.rematch);
  };
  app.on(["activity", "position", "review", "engine", "language"], draw);
  draw();
  return bar;
}

/** The move that decided the game, in chances of its side. */
function momentText({ game }: App, { node, before, after, better }: TurningPoint): string {
  return t("end.moment", {
    move: moveText(node, game.size),
    color: colorName(node.move!.color),
    before: chancePercent(before),
    after: chancePercent(after),
    better: movesText(game.size, better.slice(0, NAMED)),
  });
}

/** What is said where no move decided the game, or none is found yet. */
function momentless(found: null | undefined, isLooking: boolean): string {
  if (found === null) return t("end.noMoment");
  return isLooking ? t("end.looking") : "";
}

function rematchText(rematch: Rematch): string {
  switch (rematch.kind) {
    case "level":
      return t("ladder.next", { level: rematch.level });
    case "sides":
      return t(rematch.seat === "black" ? "end.asBlack" : "end.asWhite");
    case "again":
      return t("play.new");
  }
}
