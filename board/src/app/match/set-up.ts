/** What a game is set up with, in words: who will play, and everything else in one line. */

import { clockParts } from "../../core/clock";
import type { Color } from "../../core/geometry";
import { OPENING_RULES, fits } from "../../core/openings";
import { type Key, t } from "../../i18n";
import type { Settings } from "../settings";
import { firstOf } from "./state";

/** The level with all the strength of the engine. */
export const FULL = 12;

export const levelText = (level: number): string => (level === FULL ? t("match.full") : t("match.level", { level }));

/** The names of the players of the game that is set up; empty where a side has none, or the lot decides. */
export function setUpNames({ seat, level, otherLevel }: Settings): Record<Color, string> {
  if (seat === "watch") return { black: levelText(level), white: levelText(otherLevel) };
  if (seat === "black") return { black: t("match.you"), white: levelText(level) };
  if (seat === "white") return { black: levelText(level), white: t("match.you") };
  return { black: "", white: "" };
}

/** The openings that fit, and the one that a game would have. */
export function openingsFor(settings: Settings): {
  readonly offered: readonly Settings["opening"][];
  readonly chosen: Settings["opening"];
} {
  const offered = ["free", "even", ...OPENING_RULES.filter((rule) => fits(rule, settings.rule, settings))] as const;
  return { offered, chosen: offered.find((one) => one === settings.opening) ?? "free" };
}

export function clockName(clock: string): string {
  const parts = clockParts(clock);
  if (!parts) return t("clock.none");
  const { minutes, seconds, kind } = parts;
  return t(kind === "+" ? "clock.value" : minutes === 0 ? "clock.each" : "clock.period", { minutes, seconds });
}

/** Whether rule and opening leave open who makes the first move. */
export const mayWhiteBegin = (settings: Settings): boolean => firstOf({ ...settings, begins: "white" }) === "white";

/** The part of a text before what explains it. */
const headOf = (key: Key): string => t(key).split(/[:：]/)[0]!;

/** The options that are chosen, in one line: rule and board, and what is not as usual. */
export function optionsText(settings: Settings): string {
  const { seat, rule, width, height, handicap, clock } = settings;
  const { chosen } = openingsFor(settings);
  const isAgainst = seat === "black" || seat === "white" || seat === "random";
  const parts = [
    seat === "random" && t("seat.random"),
    headOf(`rule.${rule}`),
    `${width} × ${height}`,
    seat !== "watch" && chosen !== "free" && headOf(`opening.${chosen}`),
    seat !== "watch" &&
      mayWhiteBegin(settings) &&
      settings.begins === "white" &&
      `${t("play.begins")}: ${t("color.white")}`,
    isAgainst && handicap > 0 && `${t("play.handicap")} ${handicap}`,
    seat !== "watch" && clock !== "none" && clockName(clock),
  ];
  return parts.filter(Boolean).join(" · ");
}
