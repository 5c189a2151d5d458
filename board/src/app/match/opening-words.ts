/** What the page says in an opening. */

import { type Color, type Point, type Size, other } from "../../core/geometry";
import type { Area } from "../../engine/brain";
import { t } from "../../i18n";
import { nameOf } from "../../i18n/points";
import type { Negotiation, Refusal } from "./negotiation";
import type { DoneStep } from "./state";

const colorName = (color: Color): string => t(color === "black" ? "color.black" : "color.white");

/** What the engine has done, and what there is to do. */
export function promptText(negotiation: Negotiation, done: readonly DoneStep[]): string {
  const said = done.map((each) => stepText(each, negotiation.size)).join(" ");
  return t("step.both", { done: said, prompt: taskPrompt(negotiation) });
}

/** Why a stone cannot go to a point. */
export function refusalText(point: Point, refusal: Refusal, size: Size): string {
  const move = nameOf(point, size);
  if (refusal.kind === "area") return t("step.notThere", { move, area: areaText(refusal.area) });
  if (refusal.kind === "same") return t("step.same", { move, as: nameOf(refusal.as, size) });
  return t("step.notOffered", { move });
}

/** What the engine did, as a sentence. */
export function stepText({ step, choice }: DoneStep, size: Size): string {
  switch (step.kind) {
    case "swap":
      return t("step.didSwap");
    case "stay":
      return t("step.didStay");
    case "count":
      return t("step.didCount", { n: step.count });
    case "stones": {
      const moves = step.points.map((point) => nameOf(point, size)).join(" ");
      if (choice === "offer") return t("step.didOffer", { moves });
      return t(choice === "choose" ? "step.didKeep" : "step.didPut", { moves });
    }
  }
}

/** Who is to do what. */
function taskPrompt(negotiation: Negotiation): string {
  const { state, person } = negotiation;
  if (!state) return "";
  if (!state.turn) return t("step.over", { color: colorName(state.toMove) });
  const color = state.holders.black === state.turn.player ? "black" : "white";
  if (!negotiation.isPersons) return t("match.thinking");
  const parameters = { color: colorName(color), task: taskText(negotiation, color) };
  if (person !== null) return t("step.you", parameters);
  return t(state.turn.player === "first" ? "step.first" : "step.second", parameters);
}

function taskText(negotiation: Negotiation, color: Color): string {
  const { choices, onBoard, picks, next } = negotiation;
  const colors = { color: colorName(color), other: colorName(other(color)) };
  if (next) {
    const stone = { color: colorName(negotiation.color ?? color), area: areaText(next.area) };
    if (negotiation.due === 1) return t("step.putOne", stone);
    return t("step.put", { ...stone, index: picks.length + 1, count: negotiation.due });
  }
  if (onBoard?.kind === "offer") return t("step.offer", { n: onBoard.count, picked: picks.length });
  if (onBoard?.kind === "choose") return t("step.keep");
  const last = choices[choices.length - 1];
  if (last?.kind === "count") return t("step.count", { most: last.most });
  if (last?.kind === "place") return t("step.swapOrPut", colors);
  return last?.kind === "offer" ? t("step.swapOrOffer", { ...colors, count: last.count }) : t("step.swap", colors);
}

function areaText(area: Area): string {
  if (area.kind === "anywhere") return t("area.anywhere");
  const side = 2 * area.distance + 1;
  if (area.kind === "beyond") return t("area.beyond", { side });
  return area.distance === 0 ? t("area.centre") : t("area.within", { side });
}
