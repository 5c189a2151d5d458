/** The puzzle of the day, and the page of the user's own progress: kinds, streak, and the rating over the days. */

import type { App } from "../app/app";
import type { Puzzles } from "../app/puzzles";
import { KINDS } from "../app/tasks";
import { type Days, ratingsOf, streakOf, triesOf } from "../core/progress";
import { count, percent, t } from "../i18n";
import { button, h, replace, svg } from "./dom";

const [WIDTH, HEIGHT, MARGIN] = [600, 120, 9];

/** The puzzle of the day, and how many days in a row it was solved. */
export function dailyPart(app: App, puzzles: Puzzles): HTMLElement {
  const { training } = puzzles;
  const text = h("p", { class: "quiet" });
  const draw = () => {
    const { days, today } = training;
    const { now } = streakOf(days, today);
    const daily = days[today]?.daily ?? null;
    const done = t(daily === null ? "daily.open" : daily ? "daily.solved" : "daily.missed");
    text.textContent = `${done} ${t("daily.streak", { days: now })}`;
  };
  app.on(["training", "language", "activity"], draw);
  draw();
  return h(
    "div",
    { class: "actions daily" },
    button("daily.start", () => void puzzles.daily()),
    text,
  );
}

/** What the user has reached so far; hidden before the first puzzle. */
export function progressPart(app: App, puzzles: Puzzles): HTMLElement {
  const { training } = puzzles;
  const curve = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  const range = h("p", { class: "quiet" });
  const rows = h("tbody", {});
  const streak = h("p", { class: "quiet" });
  const part = h(
    "details",
    { class: "progress" },
    h("summary", { text: "progress.title" }),
    h("div", { class: "graph" }, curve),
    range,
    h(
      "table",
      { label: "progress.kinds" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col", text: "puzzle.kind" }),
          h("th", { scope: "col", text: "progress.tried" }),
          h("th", { scope: "col", text: "progress.solved" }),
        ),
      ),
      rows,
    ),
    streak,
  );
  const draw = () => {
    const { days, today } = training;
    const tries = triesOf(days);
    part.hidden = tries.size === 0;
    replace(
      rows,
      ...KINDS.flatMap((kind) => {
        const sum = tries.get(kind);
        if (!sum) return [];
        const cells = [count(sum.tried), percent(sum.solved / sum.tried)];
        return [h("tr", {}, h("th", { scope: "row" }, t(`kind.${kind}`)), ...cells.map((cell) => h("td", {}, cell)))];
      }),
    );
    streak.textContent = t("progress.longest", { days: streakOf(days, today).longest });
    const words = drawCurve(curve, days);
    range.textContent = words;
    curve.setAttribute("aria-label", words);
  };
  app.on(["training", "language"], draw);
  draw();
  return part;
}

/** Draws the rating over the days, and returns in words how it went. */
function drawCurve(picture: SVGSVGElement, days: Days): string {
  const ratings = ratingsOf(days);
  const values = ratings.map(({ rating }) => rating);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const [first, last] = [ratings[0]?.day ?? 0, ratings.at(-1)?.day ?? 0];
  const share = (value: number, from: number, to: number) => (to > from ? (value - from) / (to - from) : 0.5);
  const x = (day: number) => MARGIN + share(day, first, last) * (WIDTH - 2 * MARGIN);
  const y = (rating: number) => HEIGHT - MARGIN - share(rating, least, most) * (HEIGHT - 2 * MARGIN);
  const points = ratings.map(({ day, rating }) => `${x(day).toFixed(1)} ${y(rating).toFixed(1)}`);
  picture.replaceChildren(
    svg("path", { class: "ground", d: `M0 0H${WIDTH}V${HEIGHT}H0Z` }),
    svg("path", { class: "edge", d: points.length > 0 ? `M${points.join("L")}` : "" }),
    ...ratings.slice(-1).map(({ day, rating }) => svg("circle", { class: "point", cx: x(day), cy: y(rating), r: 6 })),
  );
  if (ratings.length === 0) return "";
  return t("progress.range", { least, most, rating: values.at(-1)!, days: ratings.length });
}
