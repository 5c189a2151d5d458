/** The fields that set up a game: who plays, and, folded, everything else with what is chosen in one line. */

import type { App } from "../app/app";
import { FULL, clockName, mayWhiteBegin, openingsFor, optionsText } from "../app/match/set-up";
import { BEGINNERS, CLOCKS, HANDICAPS, PACES, SEATS, type Settings } from "../app/settings";
import { MAX_SIDE, MIN_SIDE } from "../core/geometry";
import { RULES } from "../core/rules";
import { type Key, t } from "../i18n";
import { choice, h, setText } from "./dom";
import { limitFields } from "./limit-fields";

const LENGTHS = Array.from({ length: MAX_SIDE - MIN_SIDE + 1 }, (_, index) => {
  const length = MIN_SIDE + index;
  return [length, String(length)] as const;
});
const keyed = <V extends string>(values: readonly V[], prefix: string) =>
  values.map((value) => [value, { key: `${prefix}.${value}` as Key }] as const);

function levels() {
  return Array.from({ length: FULL }, (_, index) => {
    const level = index + 1;
    const key = level === FULL ? "match.fullLevel" : level === 1 ? "match.easyLevel" : "match.levelName";
    return [level, t(key, { level })] as const;
  });
}

export interface SetUpFields {
  readonly players: HTMLElement;
  readonly options: HTMLDetailsElement;
}

export function setUpFields(app: App): SetUpFields {
  const { settings } = app;
  const players = h("div", { class: "fields" });
  const rest = h("div", { class: "fields" });
  const chosen = h("span", { class: "chosen" });
  const options = h("details", { class: "options" }, h("summary", {}, h("b", { text: "play.options" }), chosen), rest);

  /** The choices that something else than these fields makes as well, and whether they make one now. */
  const shared = () => [settings.seat, settings.level, settings.handicap].join();
  let drawn = "";
  let isChoosing = false;
  let drawDependent = () => {};
  const change = (values: Partial<Settings>) => {
    isChoosing = true;
    app.set(values);
    isChoosing = false;
    drawn = shared();
    // Only what depends on the choice is drawn again, so that the focus stays where it is.
    drawDependent();
  };
  const set =
    <K extends keyof Settings>(key: K) =>
    (value: Settings[K]) =>
      change({ [key]: value } as Partial<Settings>);

  const draw = () => {
    drawn = shared();
    const level = choice("play.level", levels(), settings.level, set("level"));
    const otherLevel = choice("watch.white", levels(), settings.otherLevel, set("otherLevel"));
    const paces = PACES.map((pace) => [pace, t("watch.paceValue", { n: pace / 1000 })] as const);
    const pace = choice("watch.pace", paces, settings.pace, set("pace"));
    const limits = limitFields(
      "play.limits",
      () => settings.moveLimits,
      (moveLimits) => app.set({ moveLimits }),
      true,
    ).element;
    const ponders = choice(
      "play.ponders",
      [
        ["waits", { key: "ponders.waits" }],
        ["thinks", { key: "ponders.thinks" }],
      ] as const,
      settings.ponders ? "thinks" : "waits",
      (how) => app.set({ ponders: how === "thinks" }),
    );
    const beginner = choice("play.begins", keyed(BEGINNERS, "color"), settings.begins, set("begins"));
    const handicaps = HANDICAPS.map((n) => [n, n === 0 ? t("handicap.none") : t("handicap.turns", { n })] as const);
    const handicap = choice("play.handicap", handicaps, settings.handicap, set("handicap"));
    const clocks = CLOCKS.map((name) => [name, clockName(name)] as const);
    const clock = choice("play.clock", clocks, settings.clock, set("clock"));
    const height = choice("play.height", LENGTHS, settings.height, set("height"));
    const rows = height.querySelector("select")!;
    const width = choice("play.width", LENGTHS, settings.width, (width) => {
      // Most boards are square: the height follows, until it is chosen.
      change({ width, height: width });
      rows.value = String(width);
    });
    const opening = h("div", {});
    drawDependent = () => {
      const isWatched = settings.seat === "watch";
      const isAgainst = settings.seat !== "both" && settings.seat !== "people" && !isWatched;
      const isFull =
        (isAgainst && settings.level === FULL) || (isWatched && [settings.level, settings.otherLevel].includes(FULL));
      level.hidden = !isAgainst && !isWatched;
      setText(level.querySelector("label")!, "text", isWatched ? "watch.black" : "play.level");
      limits.hidden = !isFull;
      otherLevel.hidden = pace.hidden = !isWatched;
      ponders.hidden = !isFull || isWatched;
      handicap.hidden = !isAgainst;
      opening.hidden = clock.hidden = isWatched;
      beginner.hidden = isWatched || !mayWhiteBegin(settings);
      const { offered, chosen: one } = openingsFor(settings);
      // Its own choice leaves the list as it is.
      if (opening.querySelectorAll("option").length !== offered.length)
        opening.replaceChildren(choice("play.opening", keyed(offered, "opening"), one, set("opening")));
      chosen.textContent = optionsText(settings);
    };
    players.replaceChildren(choice("play.seat", keyed(SEATS, "seat"), settings.seat, set("seat")), level, otherLevel);
    rest.replaceChildren(
      choice("play.rule", keyed(RULES, "rule"), settings.rule, set("rule")),
      h("div", { class: "pair" }, width, height),
      opening,
      beginner,
      clock,
      handicap,
      pace,
      limits,
      ponders,
    );
    drawDependent();
  };
  app.on(["settings"], () => {
    if (!isChoosing && drawn !== shared()) draw();
  });
  app.on(["language"], draw);
  draw();
  return { players, options };
}
