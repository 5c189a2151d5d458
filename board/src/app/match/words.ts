/** What the page says in a game. */

import type { Color } from "../../core/geometry";
import type { GameTree, Node } from "../../core/tree";
import { type Key, type Parameters, signed, t } from "../../i18n";
import { nameOf } from "../../i18n/points";
import { reasonText } from "../reason";
import { Negotiation } from "./negotiation";
import { promptText, refusalText } from "./opening-words";
import { type MatchState, type Message, currentOpening, hasEngine } from "./state";

/** A rating is not so sure that single points would mean anything. */
const toTens = (rating: number): number => Math.round(rating / 10) * 10;
const colorName = (color: Color): string => t(color === "black" ? "color.black" : "color.white");

/** The text of a message, and of the rating after a game that counted. */
export function messageText(message: Message, state: MatchState, game: GameTree, rating: number): string {
  const { opening, stones, done } = state;
  switch (message.kind) {
    case "thinking":
      return t("match.thinking");
    case "notYourTurn":
      return t("match.notYourTurn");
    case "failed":
      return t("engine.failed", { reason: reasonText(state.failure ?? "unexpected") });
    case "button":
      return t("step.button");
    case "prompt":
      return opening ? promptText(new Negotiation(opening), done) : "";
    case "even": {
      const moves = stones.map((point) => nameOf(point, game.size)).join(" ");
      const color = colorName((stones.length % 2 === 0) === (game.first === "black") ? "black" : "white");
      const said = stones.length > 0 ? t("step.didPut", { moves }) : "";
      return t("step.both", { done: said, prompt: t("step.over", { color }) });
    }
    case "undone":
      return t("match.undone", { n: message.number });
    case "refusal":
      return refusalText(message.point, message.refusal, game.size);
    case "lost":
      return endText(
        message.how === "R" ? "match.resigned" : "match.flagged",
        { color: colorName(message.loser) },
        state,
        rating,
      );
  }
}

/** How a game has ended, and what that does to the user's rating. */
function endText(key: Key, parameters: Parameters, { gain }: MatchState, rating: number): string {
  const result = t(key, parameters);
  if (gain === null) return result;
  return t("match.rated", {
    result: result.replace(/[!！]$/, ""),
    rating: toTens(rating),
    change: signed(toTens(gain)),
  });
}

/** What there is to say of a position of the game; null if that is the same as without a game. */
export function announcement(state: MatchState, isOpened: boolean): "failed" | "thinking" | "prompt" | null {
  if (state.failure !== null) return "failed";
  if (state.phase !== "opening" || !isOpened) return null;
  const current = currentOpening(state);
  return !current || (state.thought && current.isPersons) ? "thinking" : "prompt";
}

/** Who has won by a five, the user or the engine; null if the position is no such end of a game with it. */
export function fiveText(state: MatchState, game: GameTree, node: Node, rating: number): string | null {
  const end = game.end(node);
  const point = node.move?.point;
  if (state.phase !== "play" || !state.engine || end?.kind !== "five" || point == null) return null;
  const key = end.winner === state.engine ? "say.youLost" : "say.youWon";
  return endText(key, { move: nameOf(point, game.size) }, state, rating);
}

/** The names of both sides; empty in a game without the engine. */
export function playerNames(state: MatchState, full: number): Record<Color, string> {
  const { engine, options, opening, phase } = state;
  if (!hasEngine(options)) return { black: "", white: "" };
  const program = options.level === full ? t("match.full") : t("match.level", { level: options.level });
  const negotiation = phase === "opening" && opening ? new Negotiation(opening) : null;
  const holders = negotiation?.state?.holders;
  const isEngine = (color: Color) => (holders ? holders[color] !== negotiation?.person : color === engine);
  const name = (color: Color) => (isEngine(color) ? program : t("match.you"));
  return { black: name("black"), white: name("white") };
}
