/** What the user has chosen, kept in the browser's storage. */

import { COORDINATES, type Coordinates } from "../core/coordinates";
import { MAX_SIDE, MIN_SIDE } from "../core/geometry";
import { STONES, SURFACES } from "../core/look";
import { type SearchLimits, isLimited, isLimits } from "../core/limits";
import { OPENING_RULES } from "../core/openings";
import { RULES, type Rule, isRule } from "../core/rules";
import type { Equipment, Thinking } from "../engine/brain";
import { LANGUAGES, preferredLanguage } from "../i18n/languages";
import { storage } from "./storage";
import { KINDS } from "./tasks";

export const THEMES = ["auto", "light", "dark"] as const;
/** How many of the last moves have numbers. */
export const NUMBERED = ["none", "1", "5", "10", "all"] as const;
/** Which touch plays a stone, and where letters are keys. */
export const TOUCHES = ["lift", "twice"] as const;
export const LETTER_KEYS = ["page", "board"] as const;
/** Whom the user plays; `people` are two from whom the engine is hidden, and in `watch` the engine plays itself. */
export const SEATS = ["black", "white", "random", "people", "both", "watch"] as const;
/** How many of its first turns the engine gives up. */
export const HANDICAPS = [0, 1, 2, 3] as const;
/** The side that makes the first move where the rule and the opening leave that open. */
export const BEGINNERS = ["black", "white"] as const;
/** Milliseconds between the moves of a game that is watched. */
export const PACES = [200, 1000, 3000] as const;
/** How games begin; in an `even` one Fukumi puts three stones that give neither side an advantage. */
export const OPENINGS = ["free", "even", ...OPENING_RULES] as const;
/** Minutes for a game, and seconds that are added for each move (`+`), or that each move has after them (`/`). */
export const CLOCKS = [
  "none",
  "1+0",
  "3+0",
  "3+2",
  "5+0",
  "5+5",
  "10+0",
  "10+5",
  "20+10",
  "30+30",
  "0/10",
  "0/30",
  "5/30",
  "10/30",
  "20/60",
] as const;
/** What the analysis shows on the board. */
export const OVERLAYS = ["lines", "heat", "policy", "none"] as const;
/** Lines of the analysis. */
export const MAX_LINES = 20;
export const REVIEW_NODES = [10_000, 50_000, 200_000] as const;
export const THREADS = [1, 2, 3, 4, 6, 8, 12, 16] as const;
/** Megabytes for what the engine remembers of positions. */
export const MEMORY = [64, 128, 256, 512, 1024] as const;
export const PUZZLE_KINDS = ["mixed", ...KINDS] as const;
/** Rules that puzzles are made for. */
export const PUZZLE_RULES = ["mixed", ...RULES.filter((rule) => rule !== "caro-overline")] as const;
/** The games that the explorer counts. */
export const EXPLORED = ["own", "selfplay", "both"] as const;
export const PICTURES = ["png", "svg", "gif"] as const;

export interface Settings {
  language: string;
  theme: (typeof THEMES)[number];
  surface: (typeof SURFACES)[number];
  stones: (typeof STONES)[number];
  coordinates: Coordinates;
  numbered: (typeof NUMBERED)[number];
  sound: boolean;
  touch: (typeof TOUCHES)[number];
  letters: (typeof LETTER_KEYS)[number];
  rule: Rule;
  width: number;
  height: number;
  seat: (typeof SEATS)[number];
  level: number;
  /** The level of White in a game that is watched. */
  otherLevel: number;
  pace: (typeof PACES)[number];
  handicap: (typeof HANDICAPS)[number];
  /** For a move of the engine at full strength; at least one. */
  moveLimits: SearchLimits;
  opening: (typeof OPENINGS)[number];
  begins: (typeof BEGINNERS)[number];
  clock: (typeof CLOCKS)[number];
  lines: number;
  analysisLimits: SearchLimits;
  overlay: (typeof OVERLAYS)[number];
  /** Whether fours, open threes and the reasons of fouls are drawn on the board. */
  showsThreats: boolean;
  threads: (typeof THREADS)[number];
  memory: (typeof MEMORY)[number];
  /** Whether the engine thinks while the user does. */
  ponders: boolean;
  reviewNodes: number;
  /** What puzzles the user wants. */
  puzzleKind: (typeof PUZZLE_KINDS)[number];
  puzzleRule: (typeof PUZZLE_RULES)[number];
  explored: (typeof EXPLORED)[number];
  picture: (typeof PICTURES)[number];
  /** What pictures show besides the stones. */
  pictureNumbers: boolean;
  pictureCoordinates: boolean;
  pictureLast: boolean;
}

const NAME = "fukumi-settings";

/** Whether the device is used by fingers, as phones are. */
const isTouched = (): boolean => globalThis.matchMedia?.("(pointer: coarse)").matches ?? false;

function standard(): Settings {
  return {
    language: preferredLanguage(),
    theme: "auto",
    surface: "wood",
    stones: "shell",
    coordinates: "letters",
    numbered: "none",
    sound: !isTouched(),
    touch: "lift",
    letters: "page",
    rule: "freestyle",
    width: 15,
    height: 15,
    seat: "black",
    level: 3,
    otherLevel: 4,
    pace: 1000,
    handicap: 0,
    moveLimits: { seconds: 2, depth: null, nodes: null },
    opening: "free",
    begins: "black",
    clock: "none",
    lines: 3,
    // So that it pauses, for the sake of the battery.
    analysisLimits: { seconds: 120, depth: null, nodes: null },
    overlay: "lines",
    showsThreats: false,
    threads: 1,
    memory: 64,
    ponders: false,
    reviewNodes: 10_000,
    puzzleKind: "mixed",
    puzzleRule: "mixed",
    explored: "own",
    picture: "png",
    pictureNumbers: true,
    pictureCoordinates: true,
    pictureLast: true,
  };
}

const isOneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value);
const isIn = (least: number, most: number) => (value: unknown) =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

/** What a stored value must be like; another one is left out. */
const CHECKS: { [K in keyof Settings]: (value: unknown) => boolean } = {
  language: isOneOf(Object.keys(LANGUAGES)),
  theme: isOneOf(THEMES),
  surface: isOneOf(SURFACES),
  stones: isOneOf(STONES),
  coordinates: isOneOf(COORDINATES),
  numbered: isOneOf(NUMBERED),
  sound: isOneOf([true, false]),
  touch: isOneOf(TOUCHES),
  letters: isOneOf(LETTER_KEYS),
  rule: (value) => typeof value === "string" && isRule(value),
  width: isIn(MIN_SIDE, MAX_SIDE),
  height: isIn(MIN_SIDE, MAX_SIDE),
  seat: isOneOf(SEATS),
  level: isIn(1, 12),
  otherLevel: isIn(1, 12),
  pace: isOneOf(PACES),
  handicap: isOneOf(HANDICAPS),
  moveLimits: (value) => isLimits(value) && isLimited(value),
  opening: isOneOf(OPENINGS),
  begins: isOneOf(BEGINNERS),
  clock: isOneOf(CLOCKS),
  lines: isIn(1, MAX_LINES),
  analysisLimits: isLimits,
  overlay: isOneOf(OVERLAYS),
  showsThreats: isOneOf([true, false]),
  threads: isOneOf(THREADS),
  memory: isOneOf(MEMORY),
  ponders: isOneOf([true, false]),
  reviewNodes: isOneOf(REVIEW_NODES),
  puzzleKind: isOneOf(PUZZLE_KINDS),
  puzzleRule: isOneOf(PUZZLE_RULES),
  explored: isOneOf(EXPLORED),
  picture: isOneOf(PICTURES),
  pictureNumbers: isOneOf([true, false]),
  pictureCoordinates: isOneOf([true, false]),
  pictureLast: isOneOf([true, false]),
};

/** Reads settings from a text that may be anything. */
export function parseSettings(text: string | null): Settings {
  const settings = standard();
  let stored: unknown = null;
  try {
    stored = JSON.parse(text ?? "null");
  } catch {
    // Nothing that can be read is nothing.
  }
  if (typeof stored !== "object" || stored === null) return settings;
  const values = stored as Record<string, unknown>;
  // Older versions of the page knew a time alone.
  if (!values["moveLimits"]) values["moveLimits"] = { ...settings.moveLimits, seconds: values["seconds"] };
  for (const [key, check] of Object.entries(CHECKS)) {
    const value = values[key];
    if (check(value)) Object.assign(settings, { [key]: value });
  }
  return settings;
}

/** How many of the last moves have numbers. */
export function numberedMoves({ numbered }: Settings): number {
  return numbered === "all" ? Infinity : numbered === "none" ? 0 : Number(numbered);
}

/** The numbers on the stones after those that are there were hidden, or none were shown. */
export const otherNumbers = ({ numbered }: Settings): Pick<Settings, "numbered"> => ({
  numbered: numbered === "none" ? "all" : "none",
});

/** Whether the user may choose what the engine is equipped with: several threads need a page that is isolated. */
export const mayEquip = (): boolean => globalThis.crossOriginIsolated === true;

/** What the engine gets. */
export function equipment({ threads, memory }: Settings): Equipment {
  const chosen = mayEquip() ? { threads, memory } : standard();
  return { threads: chosen.threads, memoryBytes: chosen.memory << 20 };
}

/** What a search within these limits is asked for. */
export function thinking({ seconds, depth, nodes }: SearchLimits): Pick<Thinking, "timeMs" | "depth" | "nodes"> {
  return {
    ...(seconds !== null && { timeMs: Math.round(seconds * 1000) }),
    ...(depth !== null && { depth }),
    ...(nodes !== null && { nodes }),
  };
}

export const loadSettings = (): Settings => parseSettings(storage.get(NAME));

/** Keeps changes; what other windows have kept meanwhile stays. */
export function saveSettings(change: Partial<Settings>): void {
  storage.set(NAME, JSON.stringify({ ...loadSettings(), ...change }));
}

/** What looks and sounds the same in all windows. What a game or a search is set up with is each window's own. */
const COMMON = [
  "language",
  "theme",
  "surface",
  "stones",
  "coordinates",
  "numbered",
  "sound",
  "touch",
  "letters",
] as const satisfies readonly (keyof Settings)[];

/** Calls back with the common settings when another window has changed some. */
export function followSettings(changed: (common: Pick<Settings, (typeof COMMON)[number]>) => void): void {
  storage.follow(NAME, (text) => {
    const settings = parseSettings(text);
    const common = Object.fromEntries(COMMON.map((key) => [key, settings[key]]));
    changed(common as Pick<Settings, (typeof COMMON)[number]>);
  });
}
