/** Reads a game as the storage has it, which may be anything. */

import type { Color, Point, Size } from "../../core/geometry";
import { OPENING_RULES } from "../../core/openings";
import type { Clocks } from "../../core/tree";
import type { OpeningStep } from "../../engine/brain";
import { REASONS } from "../reason";
import { type Settings, parseSettings } from "../settings";
import type { OpeningPlay } from "./negotiation";
import type { MatchOptions, MatchState } from "./state";

type Fields = Readonly<Record<string, unknown>>;

const OPTIONS = [
  "rule",
  "width",
  "height",
  "seat",
  "level",
  "handicap",
  "moveLimits",
  "opening",
  "clock",
] as const satisfies readonly (keyof MatchOptions)[];

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const isOneOf = (value: unknown, values: readonly unknown[]): boolean => values.includes(value);
const isColor = (value: unknown): value is Color => isOneOf(value, ["black", "white"]);
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
const isTime = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0;
const orNull = (value: unknown, is: (value: unknown) => boolean): boolean => value === null || is(value);

function isPoints(value: unknown, { width, height }: Size): value is readonly Point[] {
  return (
    Array.isArray(value) &&
    value.every((point) => isCount(point) && point < width * height) &&
    new Set(value).size === value.length
  );
}

/** The state of a game; null if it makes no sense. */
export function parseMatch(value: unknown): MatchState | null {
  if (!isFields(value) || !isFields(value["options"])) return null;
  const options = parseOptions(value["options"]);
  if (!options) return null;
  const size = { width: options.width, height: options.height };
  const { clock, opening, done } = value;
  const isKnown =
    isOneOf(value["phase"], ["opening", "play", "over"]) &&
    orNull(value["engine"], isColor) &&
    isOneOf(value["thought"], [null, "move", "step", "even"]) &&
    isCount(value["asked"]) &&
    isOneOf(value["failure"], [null, ...REASONS]) &&
    (options.clock === "none" ? clock === null : isClock(clock)) &&
    orNull(opening, (play) => isOpening(play, options)) &&
    isPoints(value["stones"], size) &&
    Array.isArray(done) &&
    done.every((each) => isFields(each) && isStep(each["step"], size)) &&
    typeof value["hasMoved"] === "boolean" &&
    isOneOf(value["rating"], ["open", "helped", "counted"]) &&
    orNull(value["opponent"], Number.isFinite) &&
    orNull(value["gain"], Number.isFinite);
  return isKnown ? ({ ...value, options } as unknown as MatchState) : null;
}

/** The options, each of which has to be one that the page can choose. */
function parseOptions(value: Fields): MatchOptions | null {
  const settings: Settings = parseSettings(JSON.stringify(value));
  const isSame = OPTIONS.every((name) => JSON.stringify(settings[name]) === JSON.stringify(value[name]));
  return isSame ? (value as unknown as MatchOptions) : null;
}

function isClock(value: unknown): boolean {
  if (!isFields(value) || !isFields(value["left"])) return false;
  const { black, white } = value["left"] as Partial<Clocks>;
  return [value["increment"], value["period"], black, white].every(isTime) && value["running"] === null;
}

function isStep(value: unknown, size: Size): value is OpeningStep {
  if (!isFields(value)) return false;
  if (value["kind"] === "count") return isCount(value["count"]);
  return value["kind"] === "stones" ? isPoints(value["points"], size) : isOneOf(value["kind"], ["swap", "stay"]);
}

/** Whether it is an opening whose states the engine has still to describe. */
function isOpening(value: unknown, { rule, width, height }: MatchOptions): boolean {
  if (!isFields(value)) return false;
  const { steps, states, picks, person, size } = value as Partial<Record<keyof OpeningPlay, unknown>>;
  return (
    value["rule"] === rule &&
    isFields(size) &&
    size["width"] === width &&
    size["height"] === height &&
    isOneOf(value["opening"], OPENING_RULES) &&
    isOneOf(person, ["first", "second", null]) &&
    Array.isArray(steps) &&
    steps.every((step) => isStep(step, { width, height })) &&
    Array.isArray(states) &&
    states.length === 0 &&
    orNull(value["chosen"], isFields) &&
    isPoints(picks, { width, height })
  );
}
