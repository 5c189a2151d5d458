/** The panel of the opening explorer: which games count, and the moves that were played in the position on the board. */

import type { App } from "../app/app";
import type { Explorer } from "../app/explorer";
import { EXPLORED } from "../app/settings";
import type { PlayedMove } from "../engine/brain";
import { count, percent, t } from "../i18n";
import { nameOf } from "../i18n/points";
import { button, choice, h, replace, svg } from "./dom";

export function explorerPanel(app: App, explorer: Explorer): HTMLElement {
  const stop = button("explore.stop", () => explorer.stop());
  const progress = h("progress", { label: "explore.progress" });
  const facts = h("p", { class: "quiet facts" });
  const list = h("ol", { class: "lines played" });
  const draw = () => {
    const { found, counting } = explorer;
    stop.hidden = progress.hidden = !counting;
    if (counting && counting.total > 0) [progress.max, progress.value] = [counting.total, counting.done];
    else progress.removeAttribute("value");
    facts.textContent = factsOf(explorer);
    const all = found?.moves.reduce((sum, move) => sum + move.visits, 0) ?? 0;
    replace(list, ...(found?.moves ?? []).map((move) => item(app, move, all)));
  };
  app.on(["explorer", "language"], draw);
  draw();
  const sources = EXPLORED.map((source) => [source, { key: `explored.${source}` as const }] as const);
  return h(
    "section",
    { class: "explorer", label: "explore.title" },
    h(
      "div",
      { class: "actions" },
      choice("explore.source", sources, app.settings.explored, (explored) => app.set({ explored })),
      stop,
    ),
    progress,
    facts,
    list,
  );
}

/** What there is to say of the position, or of the games before they are counted. */
function factsOf({ found, hasGames, isWaiting }: Explorer): string {
  if (!found && isWaiting) return t("explore.waiting");
  if (!hasGames) return t("explore.about");
  if (!found) return "";
  return found.moves.length === 0
    ? t("explore.none", { games: count(found.games), all: count(found.allGames) })
    : t("explore.facts", { n: found.visits, games: count(found.games) });
}

/** A move that was played; pressing it plays it. */
function item(app: App, move: PlayedMove, all: number): HTMLElement {
  const games = move.wins + move.draws + move.losses;
  const points = games === 0 ? t("explore.noResult") : percent((move.wins + move.draws / 2) / games);
  const text = t("explore.move", { n: move.visits, share: percent(all === 0 ? 0 : move.visits / all) });
  const same = move.points.length - 1;
  const more = same > 0 ? t("explore.same", { n: same }) : "";
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "line", onclick: () => void app.tap(move.points[0]!) },
      h("b", {}, nameOf(move.points[0]!, app.game.size)),
      h("span", {}, [text, more].filter(Boolean).join(", ")),
      h("span", { class: "points" }, t("explore.points", { points })),
      games > 0 && bar(move, games),
    ),
  );
}

/** Won, drawn and lost games of a move as a bar. */
function bar({ wins, draws, losses }: PlayedMove, games: number): SVGElement {
  const parts = [
    ["won", wins],
    ["drawn", draws],
    ["lost", losses],
  ] as const;
  let x = 0;
  const rects = parts.map(([name, number]) => {
    const width = (100 * number) / games;
    const rect = svg("rect", { class: name, x, y: 0, width, height: 6 });
    x += width;
    return rect;
  });
  return svg(
    "svg",
    { viewBox: "0 0 100 6", preserveAspectRatio: "none", class: "results", "aria-hidden": "true" },
    ...rects,
  );
}
