/** The panel for games: what the one on the board offers, and the next one. */

import type { App } from "../app/app";
import { Lesson } from "../app/lesson";
import { Match } from "../app/match";
import type { Review } from "../app/review";
import type { Training } from "../app/training";
import { button, h, replace } from "./dom";
import { faultsOf } from "./faults";
import { ladderPart } from "./ladder-part";
import { setUpFields } from "./set-up-fields";
import { TreeView } from "./tree-view";

export interface PlayPanel {
  readonly element: HTMLElement;
  /** Unfolds the options, and brings them into view. */
  unfold(): void;
}

/** `begin` starts the game that is set up. */
export function playPanel(app: App, review: Review, training: Training, begin: () => void): PlayPanel {
  const state = h("div", { class: "actions" });
  const start = button("play.new", begin, { class: "primary wide" });
  const touch = h("p", { class: "quiet touch", text: "play.touch" });
  const { players, options } = setUpFields(app);

  const actionsOf = (match: Match): (HTMLElement | false)[] => {
    const isOver = app.game.end(app.node) !== null;
    if (match.phase !== "play") return [];
    const { isThinking } = match;
    const hasEngine = !match.isPrivate && !isOver;
    return [
      // Two buttons, because a press on the first may come after the answer. It must not move for the user then.
      hasEngine && button("match.moveNow", () => match.moveNow(), { disabled: !isThinking }),
      hasEngine && button("match.engineMoves", () => match.moveNow(), { disabled: isThinking }),
      button("match.resign", () => match.resign(), { disabled: match.isFinished }),
      match.stake !== null && h("p", { class: "quiet", text: "match.counts" }),
    ];
  };
  const draw = () => {
    const match = app.activity instanceof Match ? app.activity : null;
    replace(state, ...(match ? actionsOf(match) : []).filter((one) => one !== false));
    // In a game its next move is what matters, and after it the bar of its end.
    start.classList.toggle("primary", !match);
    touch.hidden = app.settings.seat === "watch" || Boolean(app.activity) || !app.game.isBlank;
  };
  app.on(["activity", "position", "engine", "language", "settings"], draw);
  draw();

  const ladder = ladderPart(app, (level) => {
    const { seat } = app.settings;
    const isAlone = seat === "both" || seat === "people" || seat === "watch";
    app.set({ level, handicap: 0, ...(isAlone && { seat: "random" }) });
    begin();
  });
  const first = h(
    "div",
    { class: "first" },
    h("p", { class: "quiet", text: "lesson.about" }),
    button("lesson.begin", () => Lesson.start(app, training)),
  );
  const drawFirst = () => {
    first.hidden =
      app.activity instanceof Match || training.lesson.length > 0 || training.counts.tried > 0 || app.ladder.games > 0;
  };
  app.on(["training", "activity"], drawFirst);
  drawFirst();
  const moves = record(app, review);
  return {
    element: h("div", { class: "play" }, state, players, start, touch, options, moves, ladder, first),
    unfold() {
      options.open = true;
      options.scrollIntoView();
    },
  };
}

/** The moves of the game that is played, without variations. */
function record(app: App, review: Review): HTMLElement {
  const moves = new TreeView((node) => {
    app.go(node);
    app.sayMove();
  });
  const draw = () => {
    const isMatch = app.activity instanceof Match && !app.game.isBlank;
    moves.element.hidden = !isMatch;
    if (!isMatch) return;
    const line = new Set(app.game.last(app.node).path());
    moves.draw(app.game, faultsOf(review), ({ children }) => children.filter((child) => line.has(child)));
    mark();
  };
  const mark = () => moves.mark(app.node);
  app.on(["tree", "activity", "language", "review"], draw);
  app.on(["position"], mark);
  draw();
  return moves.element;
}
