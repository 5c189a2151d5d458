/** Above the board: both sides with their clocks, and the chance of winning between them. */

import type { App } from "../app/app";
import { Exercise } from "../app/exercise";
import { Lesson } from "../app/lesson";
import { Match } from "../app/match";
import { setUpNames } from "../app/match/set-up";
import { clockText } from "../core/clock";
import type { Color } from "../core/geometry";
import { chancePercent, t } from "../i18n";
import { ChanceBar } from "./chance-bar";
import { h } from "./dom";
import type { Sounds } from "./sounds";
import { colorName, worthText } from "./words";

/** `isSetUp` says whether the players of the game that is set up are named. */
export function sides(
  app: App,
  sounds: Sounds,
  isSetUp: () => boolean,
): { readonly element: HTMLElement; draw(): void } {
  const names: Record<Color, HTMLElement> = {
    black: h("span", { class: "player" }),
    white: h("span", { class: "player" }),
  };
  const clocks: Record<Color, HTMLElement> = {
    black: h("span", { class: "clock" }),
    white: h("span", { class: "clock" }),
  };
  const chance = new ChanceBar();
  const chanceText = h("span", { class: "chance-text" });
  const named = h("span", { class: "chance-text named" });
  const middle = h("div", { class: "middle" }, chance.element, chanceText, named);
  const side = (which: Color) =>
    h("div", { class: `side ${which}` }, h("span", { class: `disc ${which}` }), names[which], clocks[which]);
  const element = h("div", { class: "sides" }, side("black"), middle, side("white"));

  const match = () => (app.activity instanceof Match ? app.activity : null);
  const drawFacts = () => {
    const { game, node } = app;
    const end = game.end(node);
    const isPrivate = app.activity?.isPrivate === true;
    middle.toggleAttribute("data-private", isPrivate);
    // A task says nothing of chances, and needs the room.
    middle.toggleAttribute("data-task", app.activity instanceof Exercise || app.activity instanceof Lesson);
    const players = isSetUp() ? setUpNames(app.settings) : game.players;
    for (const which of ["black", "white"] as const) {
      names[which].textContent = players[which] || colorName(which);
      names[which].parentElement!.toggleAttribute("data-turn", !end && !match()?.isOver && game.turn(node) === which);
    }
    const worth = end ? { black: end.kind === "full" ? 0.5 : end.winner === "black" ? 1 : 0 } : node.worth;
    const text = worth
      ? `${colorName("black")} ${worth.plies === undefined || end ? chancePercent(worth.black) : worthText(worth, "black")}`
      : t("chance.unknown");
    chance.show(worth?.black ?? null, text);
    chance.element.hidden = !worth;
    if (worth || app.brain) chanceText.textContent = worth ? text : "";
    else chanceText.textContent = t(app.loadError === null ? "engine.loading" : "engine.none");
    named.textContent = app.opening && game.rule === "renju" ? t("opening.named", { ...app.opening }) : "";
    middle.toggleAttribute("data-empty", !middle.textContent);
    drawClocks();
  };
  const drawClocks = () => {
    const times = match()?.times ?? app.node.clocks;
    const shown = match()?.shownTimes ?? times;
    for (const which of ["black", "white"] as const) {
      const isLow = Boolean(times && times[which] < 10_000);
      if (isLow && match()?.phase === "play" && !clocks[which].hasAttribute("data-low")) sounds.play("low");
      clocks[which].textContent = shown ? clockText(shown[which]) : "";
      clocks[which].toggleAttribute("data-low", isLow);
    }
  };
  app.on(["position", "analysis", "activity", "tree", "language", "review", "engine", "settings", "editor"], drawFacts);
  app.on(["clock"], drawClocks);
  drawFacts();
  return { element, draw: drawFacts };
}
