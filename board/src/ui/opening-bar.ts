/** The buttons below the board for the steps of an opening that are not made on the board alone. */

import type { App } from "../app/app";
import { Match } from "../app/match";
import { other } from "../core/geometry";
import type { OpeningChoice } from "../engine/brain";
import { t } from "../i18n";
import { nameOf } from "../i18n/points";
import { h, replace } from "./dom";
import { colorName } from "./words";

export function openingBar(app: App): HTMLElement {
  const bar = h("div", { class: "actions opening", role: "group", label: "step.label" });
  let drawn = "";
  const draw = () => {
    const match = app.activity instanceof Match ? app.activity : null;
    const buttons = match && !match.hasFailed ? buttonsOf(app, match) : [];
    // The buttons stay while they say the same, so that the focus is not lost.
    const texts = buttons.map(({ text, name }) => `${text} ${name ?? ""}`).join("|");
    bar.hidden = buttons.length === 0;
    if (texts === drawn) return;
    drawn = texts;
    replace(
      bar,
      ...buttons.map(({ text, name, press, isQuiet }) =>
        h("button", { type: "button", class: isQuiet ? "" : "primary", "aria-label": name, onclick: press }, text),
      ),
    );
  };
  app.on(["activity", "position", "language"], draw);
  draw();
  return bar;
}

interface Button {
  readonly text: string;
  readonly name?: string;
  readonly isQuiet?: boolean;
  readonly press: () => void;
}

function buttonsOf(app: App, match: Match): Button[] {
  // What is pressed is what is there now, even if the button is older.
  const now = (press: (match: Match) => void) => () => {
    if (app.activity instanceof Match) press(app.activity);
  };
  const opening = match.current;
  if (!opening?.state?.turn) return [];
  if (match.isThinking) return [{ text: t("match.moveNow"), isQuiet: true, press: now((match) => match.moveNow()) }];
  const engineDecides = { text: t("step.engineDecides"), isQuiet: true, press: now((match) => match.moveNow()) };
  if (!opening.isPersons) return [engineDecides];
  const { turn, holders } = opening.state;
  const color = holders.black === turn.player ? "black" : "white";
  const choose = (choice: OpeningChoice, text: string): Button => ({
    text,
    press: now((match) => match.choose(choice)),
  });
  const buttons = opening.choices.flatMap((choice): Button[] => {
    switch (choice.kind) {
      case "swap":
        return [choose(choice, t("step.toSwap", { color: colorName(other(color)) }))];
      case "stay":
        return [choose(choice, t("step.toStay", { color: colorName(color) }))];
      case "count":
        return Array.from({ length: choice.most }, (_, index) => ({
          text: String(index + 1),
          name: t("step.fifths", { n: index + 1 }),
          press: now((match) => match.choose(choice, index + 1)),
        }));
      case "place":
        return opening.choices.length > 1 ? [choose(choice, t("step.toPut", { n: choice.stones.length }))] : [];
      case "offer":
        return opening.choices.length > 1 ? [choose(choice, t("step.toOffer", { n: choice.count }))] : [];
      case "choose":
        return choice.points.map((point) => ({
          text: nameOf(point, app.game.size),
          press: now((match) => match.keep(point)),
        }));
    }
  });
  // What is being done on the board needs no other button.
  const isOnBoard = opening.onBoard !== null && opening.onBoard.kind !== "choose";
  return [...(isOnBoard ? [] : buttons), engineDecides];
}
