/** The buttons below the board that go through the moves, take back, and ask for a hint. */

import type { Analysis } from "../app/analysis";
import type { App } from "../app/app";
import { Match } from "../app/match";
import { h, iconButton } from "./dom";
import * as icons from "./icons";

/** What the buttons do, for the keys that do the same. */
export interface Navigation {
  readonly element: HTMLElement;
  readonly buttons: Readonly<Record<"hint" | "numbers", HTMLButtonElement>>;
  back(): void;
  forward(): void;
  first(): void;
  last(): void;
  undo(): void;
  redo(): void;
  step(node: App["node"]): void;
}

export function navigation(app: App, analysis: Analysis): Navigation {
  const { settings } = app;
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
    numbers: iconButton(icons.NUMBERS, "nav.numbers", () =>
      app.set({ numbered: settings.numbered === "none" ? "all" : "none" }),
    ),
  };

  const draw = () => {
    const { game, node } = app;
    number.textContent = `${node.number} / ${game.last(node).number}`;
    buttons.first.disabled = buttons.back.disabled = !node.parent;
    buttons.forward.disabled = buttons.last.disabled = !node.next;
    buttons.undo.disabled = !node.parent;
    buttons.redo.disabled = !node.next || match()?.phase === "opening";
    buttons.hint.disabled = game.end(node) !== null || app.activity?.isPrivate === true;
  };
  const applySettings = () => buttons.numbers.setAttribute("aria-pressed", String(settings.numbered !== "none"));
  app.on(["position", "analysis", "activity", "tree", "language", "review", "engine"], draw);
  app.on(["settings"], applySettings);
  draw();
  applySettings();
  const element = h(
    "div",
    { class: "nav", role: "toolbar", label: "nav.label" },
    buttons.undo,
    buttons.redo,
    buttons.hint,
    buttons.numbers,
    h("span", { class: "gap" }),
    buttons.first,
    buttons.back,
    number,
    buttons.forward,
    buttons.last,
  );
  return { element, buttons, back, forward, first, last, undo, redo, step };
}
