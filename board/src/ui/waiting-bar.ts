/** Below the board: the game that was put aside last, or was left in a window that is closed. */

import type { App } from "../app/app";
import type { Keeper } from "../app/keeper";
import { deadlineOf } from "../app/kept";
import { Match } from "../app/match";
import { clockTime, day, t } from "../i18n";
import { button, h } from "./dom";
import { colorName } from "./words";

export function waitingBar(app: App, keeper: Keeper): HTMLElement {
  const text = h("span", {});
  const act = (what: (id: string) => Promise<void>) => {
    const [first] = keeper.waiting;
    if (first) void what(first.id);
  };
  const bar = h(
    "div",
    { class: "actions opening waiting", role: "group", label: "waiting.label", hidden: true },
    text,
    button("watch.resume", () => act((id) => keeper.takeUp(id)), { class: "primary" }),
    button("waiting.giveUp", () => act((id) => keeper.giveUp(id))),
  );
  const draw = () => {
    const [first] = keeper.waiting;
    const { activity } = app;
    // Someone who is playing has no need of it.
    const isBusy = activity instanceof Match && activity.isUnfinished;
    bar.hidden = !first || isBusy;
    if (first) text.textContent = textOf(first.kept);
  };
  app.on(["waiting", "activity", "position", "language"], draw);
  draw();
  return bar;
}

function textOf(kept: Parameters<typeof deadlineOf>[0]): string {
  const { tree, places } = kept.game;
  const players = `${tree.black || colorName("black")} – ${tree.white || colorName("white")}`;
  const waits = t("waiting.game", { players, number: places.length });
  const deadline = deadlineOf(kept);
  if (deadline === null) return waits;
  const date = new Date(deadline);
  return `${waits} ${t("waiting.rated", { time: `${day(date)}, ${clockTime(date)}` })}`;
}
