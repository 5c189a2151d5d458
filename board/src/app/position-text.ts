/** What there is to say of a position: what was played, and who moves now or has won. */

import type { Color } from "../core/geometry";
import type { GameTree, Node } from "../core/tree";
import { t } from "../i18n";
import { nameOf } from "../i18n/points";

export function positionText(game: GameTree, node: Node): string {
  const end = game.end(node);
  const point = node.move?.point;
  const move = point == null ? "" : nameOf(point, game.size);
  const named = (color: Color): string => t(color === "black" ? "color.black" : "color.white");
  if (end?.kind === "five") return t("say.won", { move, color: named(end.winner) });
  if (end) return t("say.full");
  const color = named(game.turn(node));
  return node.move
    ? t("say.moved", { n: node.number, move: move || t("moves.pass"), color })
    : t("say.turn", { color });
}
