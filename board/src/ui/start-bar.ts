/** Below an empty board, where no panel is beside it: the game that is set up, and the button that starts it. */

import type { App } from "../app/app";
import { optionsText } from "../app/match/set-up";
import { button, h } from "./dom";

export interface StartBar {
  readonly element: HTMLElement;
  draw(): void;
}

/** `isOffered` says whether a stone on the board would start a game. */
export function startBar(app: App, isOffered: () => boolean, begin: () => void, setUp: () => void): StartBar {
  const chosen = h("span", { class: "chosen" });
  const touch = h("p", { class: "quiet touch", text: "play.touch" });
  const element = h(
    "div",
    { class: "start" },
    button("play.new", begin, { class: "primary wide" }),
    touch,
    h("button", { type: "button", class: "fold", onclick: setUp }, h("b", { text: "play.options" }), chosen),
  );
  const draw = () => {
    element.hidden = !isOffered();
    touch.hidden = app.settings.seat === "watch";
    chosen.textContent = optionsText(app.settings);
  };
  app.on(["activity", "position", "tree", "settings", "language", "editor"], draw);
  return { element, draw };
}
