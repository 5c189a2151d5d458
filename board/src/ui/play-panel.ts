/** The panel for games against the engine. */

import type { App } from "../app/app";
import { Exhibition } from "../app/exhibition";
import { Lesson } from "../app/lesson";
import { Match } from "../app/match";
import { firstOf } from "../app/match/state";
import { BEGINNERS, CLOCKS, HANDICAPS, PACES, SEATS, type Settings } from "../app/settings";
import type { Training } from "../app/training";
import { clockParts } from "../core/clock";
import { MAX_SIDE, MIN_SIDE } from "../core/geometry";
import { OPENING_RULES, fits } from "../core/openings";
import { RULES } from "../core/rules";
import { type Key, t } from "../i18n";
import { button, choice, h, replace, setText } from "./dom";
import { ladderPart } from "./ladder-part";
import { limitFields } from "./limit-fields";

export function playPanel(app: App, training: Training): HTMLElement {
  const state = h("div", { class: "actions" });
  const form = h("form", { class: "fields", onsubmit: (event: Event) => event.preventDefault() });

  const match = () => (app.activity instanceof Match ? app.activity : null);
  const played = (current: Match) => [
    !current.isPrivate &&
      !app.game.end(app.node) &&
      button(current.isThinking ? "match.moveNow" : "match.engineMoves", () => current.moveNow()),
    button("match.resign", () => current.resign(), { disabled: Boolean(app.game.end(app.node)) }),
    current.stake !== null && h("p", { class: "quiet", text: "match.counts" }),
  ];
  const drawState = () => {
    const current = match();
    const buttons = current?.phase === "play" ? played(current) : [];
    replace(state, ...buttons.filter((one) => one !== false));
  };
  const begin = () => {
    const { seat, rule, width, height, level, otherLevel } = app.settings;
    if (seat === "watch") Exhibition.start(app, rule, { width, height }, { black: level, white: otherLevel });
    else Match.start(app);
  };

  const sides = Array.from(
    { length: MAX_SIDE - MIN_SIDE + 1 },
    (_, index) => [MIN_SIDE + index, String(MIN_SIDE + index)] as const,
  );
  /** The choices that something else than the form makes as well, and whether the form makes one. */
  const chosen = () => [app.settings.seat, app.settings.level, app.settings.handicap].join();
  let drawn = "";
  let isChoosing = false;
  const drawForm = () => {
    const { settings } = app;
    drawn = chosen();
    const set =
      <K extends keyof Settings>(key: K) =>
      (value: Settings[K]) => {
        isChoosing = true;
        app.set({ [key]: value } as Partial<Settings>);
        isChoosing = false;
        drawn = chosen();
        // Only what depends on the choice is drawn again, so that the focus stays where it is.
        drawDependent();
      };
    const levels = Array.from(
      { length: 12 },
      (_, index) =>
        [
          index + 1,
          index === 11
            ? t("match.fullLevel")
            : t(index === 0 ? "match.easyLevel" : "match.levelName", { level: index + 1 }),
        ] as const,
    );
    const keyed = <V extends string>(values: readonly V[], prefix: string) =>
      values.map((value) => [value, { key: `${prefix}.${value}` as Key }] as const);
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
    const opening = h("div", {});
    const drawOpening = () => {
      const fitting = OPENING_RULES.filter((rule) => fits(rule, settings.rule, settings));
      const offered = ["free", "even", ...fitting] as const;
      const chosen = offered.find((one) => one === settings.opening) ?? "free";
      const options = keyed(offered, "opening");
      opening.replaceChildren(choice("play.opening", options, chosen, set("opening")));
      drawDependent();
    };
    const beginner = choice("play.begins", keyed(BEGINNERS, "color"), settings.begins, set("begins"));
    const level = choice("play.level", levels, settings.level, set("level"));
    const otherLevel = choice("watch.white", levels, settings.otherLevel, set("otherLevel"));
    const paces = PACES.map((pace) => [pace, t("watch.paceValue", { n: pace / 1000 })] as const);
    const pace = choice("watch.pace", paces, settings.pace, set("pace"));
    const handicaps = HANDICAPS.map((n) => [n, n === 0 ? t("handicap.none") : t("handicap.turns", { n })] as const);
    const handicap = choice("play.handicap", handicaps, settings.handicap, set("handicap"));
    const clock = choice(
      "play.clock",
      CLOCKS.map((name) => [name, clockName(name)] as const),
      settings.clock,
      set("clock"),
    );
    const drawDependent = () => {
      const { seat } = settings;
      const isWatched = seat === "watch";
      const isAgainst = seat !== "both" && seat !== "people" && !isWatched;
      const isFull =
        (isAgainst && settings.level === 12) || (isWatched && [settings.level, settings.otherLevel].includes(12));
      level.hidden = !isAgainst && !isWatched;
      setText(level.querySelector("label")!, "text", isWatched ? "watch.black" : "play.level");
      limits.hidden = !isFull;
      otherLevel.hidden = pace.hidden = !isWatched;
      ponders.hidden = !isFull || isWatched;
      handicap.hidden = !isAgainst;
      opening.hidden = clock.hidden = isWatched;
      beginner.hidden = isWatched || firstOf({ ...settings, begins: "white" }) === "black";
    };
    form.replaceChildren(
      choice("play.seat", keyed(SEATS, "seat"), settings.seat, set("seat")),
      level,
      otherLevel,
      pace,
      limits,
      ponders,
      handicap,
      choice("play.rule", keyed(RULES, "rule"), settings.rule, (rule) => {
        app.set({ rule });
        drawOpening();
      }),
      h(
        "div",
        { class: "pair" },
        choice("play.width", sides, settings.width, (width) => {
          // Most boards are square: the height follows, until it is chosen.
          app.set({ width, height: width });
          drawOpening();
          form
            .querySelectorAll("select")
            .forEach((select) => select.name === "height" && (select.value = String(width)));
        }),
        (() => {
          const field = choice("play.height", sides, settings.height, (height) => {
            app.set({ height });
            drawOpening();
          });
          field.querySelector("select")!.name = "height";
          return field;
        })(),
      ),
      opening,
      beginner,
      clock,
      button("play.new", begin, { class: "primary wide" }),
    );
    drawOpening();
  };
  app.on(["activity", "position", "engine"], drawState);
  app.on(["settings"], () => {
    if (!isChoosing && drawn !== chosen()) drawForm();
  });
  app.on(["language"], () => {
    drawForm();
    drawState();
  });
  drawForm();
  drawState();
  const ladder = ladderPart(app, (level) => {
    const { seat } = app.settings;
    app.set({
      level,
      handicap: 0,
      ...((seat === "both" || seat === "people" || seat === "watch") && { seat: "random" }),
    });
    begin();
  });
  const first = h(
    "div",
    { class: "actions" },
    h("p", { class: "quiet", text: "lesson.about" }),
    button("lesson.begin", () => Lesson.start(app, training)),
  );
  const drawFirst = () => {
    first.hidden = training.lesson.length > 0 || training.counts.tried > 0 || app.ladder.games > 0;
  };
  app.on(["training", "activity"], drawFirst);
  drawFirst();
  return h("div", {}, state, first, ladder, form);
}

function clockName(clock: string): string {
  const parts = clockParts(clock);
  if (!parts) return t("clock.none");
  const { minutes, seconds, kind } = parts;
  return t(kind === "+" ? "clock.value" : minutes === 0 ? "clock.each" : "clock.period", { minutes, seconds });
}
