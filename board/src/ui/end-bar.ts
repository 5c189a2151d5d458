/** The buttons below the board when a game is over. Where the panels stand beside it, they have these buttons. */

import type { App } from "../app/app";
import { Match } from "../app/match";
import { button, h } from "./dom";

export function endBar(app: App, again: () => void, review: () => void): HTMLElement {
  const bar = h(
    "div",
    { class: "actions opening ended", role: "group", label: "match.after", hidden: true },
    button("play.new", again, { class: "primary" }),
    button("review.start", review),
  );
  const draw = () => {
    const { activity, game, node } = app;
    // Who steps back through the game finds its buttons where they were.
    bar.hidden = !(activity instanceof Match && (activity.isOver || game.end(game.last(node))));
  };
  app.on(["activity", "position"], draw);
  draw();
  return bar;
}
