/** The buttons below the board: those of a game on one side, those that go through the moves on the other. */

import type { Analysis } from "../app/analysis";
import type { App } from "../app/app";
import { Match } from "../app/match";
import { h, iconButton } from "./dom";
import * as icons from "./icons";

/** What the buttons do, for the keys that do the same. */
export interface Navigation {
  readonly element: HTMLElement;
  readonly hint: HTMLButtonElement;
  back(): void;
  forward(): void;
  first(): void;
  last(): void;
  undo(): void;
  redo(): void;
  step(node: App["node"]): void;
}

export function navigation(app: App, analysis: Analysis): Navigation {
  const match = () => (app.activity instanceof Match ? app.activity : null);
  const back = () => app.node.parent && step(app.node.parent);
  const forward = () => app.node.next && step(app.node.next);
  const step = (node: typeof app.node) => {
    if (node === app.node) return;
    app.go(node);
    app.sayMove();
  };
  const undo = () => (match() ? match()!.undo() : back());
  const redo = () => (match() ? match()!.redo() : forward());
  const first = () => step(app.game.root);
  const last = () => step(app.game.last(app.node));
  const number = h("output", { class: "number" });
  const buttons = {
    first: iconButton(icons.FIRST, "nav.first", first),
    back: iconButton(icons.BACK, "nav.back", back),
    forward: iconButton(icons.FORWARD, "nav.forward", forward),
    last: iconButton(icons.LAST, "nav.last", last),
    undo: iconButton(icons.UNDO, "nav.undo", undo),
    redo: iconButton(icons.REDO, "nav.redo", redo),
    hint: iconButton(icons.HINT, "nav.hint", () => void analysis.hint()),
  };

  const draw = () => {
    const { game, node } = app;
    number.textContent = `${node.number} / ${game.last(node).number}`;
    buttons.first.disabled = buttons.back.disabled = !node.parent;
    buttons.forward.disabled = buttons.last.disabled = !node.next;
    // Outside a game they would do the same as one step.
    buttons.undo.hidden = !match();
    buttons.redo.hidden = !match() || !node.next || match()!.phase === "opening";
    buttons.undo.disabled = match()?.canUndo !== true;
    element.toggleAttribute("data-full", !buttons.redo.hidden);
    buttons.hint.disabled = game.end(node) !== null || app.activity?.isPrivate === true;
  };
  const { first: toFirst, last: toLast } = buttons;
  const tools = h("div", {}, buttons.undo, buttons.redo, buttons.hint);
  const steps = h("div", {}, toFirst, buttons.back, number, buttons.forward, toLast);
  const element = h("div", { class: "nav", role: "toolbar", label: "nav.label" }, tools, steps);
  app.on(["position", "analysis", "activity", "tree", "language", "review", "engine"], draw);
  draw();
  return { element, hint: buttons.hint, back, forward, first, last, undo, redo, step };
}
