/** The panel for games against the engine. */

import type { App } from "../app/app";
import { Match } from "../app/match";
import { CLOCKS, SEATS, type Settings } from "../app/settings";
import { MAX_SIDE, MIN_SIDE } from "../core/geometry";
import { OPENING_RULES, fits } from "../core/openings";
import { RULES } from "../core/rules";
import { type Key, t } from "../i18n";
import { button, choice, h, replace } from "./dom";
import { limitFields } from "./limit-fields";

export function playPanel(app: App, ticked: () => void): HTMLElement {
  const state = h("div", { class: "actions" });
  const form = h("form", { class: "fields", onsubmit: (event: Event) => event.preventDefault() });

  const match = () => (app.activity instanceof Match ? app.activity : null);
  const drawState = () => {
    const current = match();
    const isPlaying = current?.phase === "play";
    replace(
      state,
      ...(isPlaying
        ? [
            button(current.isThinking ? "match.moveNow" : "match.engineMoves", () => current.moveNow()),
            button("match.resign", () => current.resign(), { disabled: Boolean(app.game.end(app.node)) }),
          ]
        : []),
    );
  };

  const sides = Array.from(
    { length: MAX_SIDE - MIN_SIDE + 1 },
    (_, index) => [MIN_SIDE + index, String(MIN_SIDE + index)] as const,
  );
  const drawForm = () => {
    const { settings } = app;
    const set =
      <K extends keyof Settings>(key: K) =>
      (value: Settings[K]) => {
        app.set({ [key]: value } as Partial<Settings>);
        // Only what depends on the choice is drawn again, so that the focus stays where it is.
        drawDependent();
      };
    const levels = Array.from(
      { length: 12 },
      (_, index) =>
        [index + 1, index === 11 ? t("match.fullLevel") : t("match.levelName", { level: index + 1 })] as const,
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
      const chosen = fitting.find((rule) => rule === settings.opening) ?? "free";
      const options = keyed(["free", ...fitting] as const, "opening");
      opening.replaceChildren(choice("play.opening", options, chosen, set("opening")));
    };
    const level = choice("play.level", levels, settings.level, set("level"));
    const drawDependent = () => {
      const hasEngine = settings.seat !== "both";
      level.querySelector("select")!.disabled = !hasEngine;
      const isFull = hasEngine && settings.level === 12;
      ponders.querySelector("select")!.disabled = !isFull;
      limits.hidden = !isFull;
    };
    form.replaceChildren(
      level,
      limits,
      ponders,
      choice("play.seat", keyed(SEATS, "seat"), settings.seat, set("seat")),
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
      choice(
        "play.clock",
        CLOCKS.map(
          (clock) =>
            [clock, clock === "none" ? { key: "clock.none" as Key } : t("clock.value", clockParts(clock))] as const,
        ),
        settings.clock,
        set("clock"),
      ),
      button("play.new", () => Match.start(app, ticked), { class: "primary wide" }),
    );
    drawDependent();
    drawOpening();
  };
  app.on(["activity", "position", "engine"], drawState);
  app.on(["language"], () => {
    drawForm();
    drawState();
  });
  drawForm();
  drawState();
  return h("div", {}, state, form);
}

function clockParts(clock: string): { minutes: string; seconds: string } {
  const [minutes = "", seconds = ""] = clock.split("+");
  return { minutes, seconds };
}
