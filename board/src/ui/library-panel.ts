/** The panel of the games that are kept: to search them, to open one, and to add those of files. */

import type { App } from "../app/app";
import { BatchReview } from "../app/batch-review";
import type { Library } from "../app/library";
import { EVERYTHING, type Entry, type Query, isoDay, search } from "../core/library";
import { RULES } from "../core/rules";
import { clockTime, count, currentLanguage, t } from "../i18n";
import { button, choice, h, iconButton, replace, setText, sign } from "./dom";
import { EDIT } from "./edit-icons";
import { sayProblem } from "./file-panel";
import { save } from "./files";
import * as icons from "./icons";
import { ruleName } from "./words";

/** The games of a page of the list. */
const PAGE = 50;

/** What a game is called: its title, or else its players, or its event. */
export function entryName({ title, black, white, event }: Entry): string {
  return title || (black || white ? `${black || "?"} – ${white || "?"}` : event || t("library.untitled"));
}

/** The date of a game, and the time if it was kept on that day. */
function playedAt({ date, added }: Entry): string {
  const kept = new Date(added);
  return date === isoDay(kept) ? `${date} ${clockTime(kept)}` : date;
}

/** What else the list says of a game. */
function factsOf(entry: Entry): string {
  const { width, height, result, rule, moves, opening, date, event } = entry;
  const facts = [
    result && t(result === "draw" ? "library.draw" : result === "black" ? "library.black" : "library.white"),
    ruleName(rule),
    width === 15 && height === 15 ? "" : `${width} × ${height}`,
    t("library.moves", { n: moves }),
    rule === "renju" ? opening : "",
    event === entryName(entry) ? "" : event,
    date && playedAt(entry),
  ];
  return facts.filter(Boolean).join(", ");
}

export function libraryPanel(app: App, library: Library): HTMLElement {
  const batch = new BatchReview(app, library);
  let query: Query = EVERYTHING;
  let found: readonly Entry[] = [];
  let first = 0;
  /** The game that is getting another title. */
  let renamed: number | null = null;

  const file = h("input", {
    type: "file",
    id: "library-files",
    multiple: true,
    class: "hidden-file",
    onchange: () => {
      const files = [...(file.files ?? [])];
      file.value = "";
      void library.add(files);
    },
  });
  const keep = button("library.keep", () => void library.keep(), { class: "primary" });
  const stop = button("explore.stop", () => library.stop());
  const saveAll = button("library.export", async () => {
    try {
      const texts = await library.texts();
      save("fukumi-games.sgf", new Blob([...texts], { type: "application/x-go-sgf" }));
      app.say("file.saved", { name: "fukumi-games.sgf" });
    } catch (error) {
      app.work.fail(error, () => saveAll.click(), "library.failed");
    }
  });
  const progress = h("progress", { label: "explore.progress" });
  const outcome = h("p", { class: "quiet" });
  const warning = h("p", { class: "quiet", text: "library.forgets" });
  const about = h("p", { class: "quiet", text: "library.about" });

  const look = (change: Partial<Query>) => {
    query = { ...query, ...change };
    first = 0;
    renamed = null;
    draw();
  };
  const words = h("input", {
    type: "search",
    id: "library-words",
    autocomplete: "off",
    hint: "library.searched",
    oninput: () => look({ words: words.value }),
  });
  const rules = RULES.map((rule) => [rule, { key: `rule.${rule}` as const }] as const);
  const filters = h(
    "div",
    { class: "fields" },
    h("div", { class: "field tall" }, h("label", { for: "library-words", text: "library.search" }), words),
    choice<Query["rule"]>("play.rule", [["", { key: "library.anyRule" }], ...rules], "", (rule) => look({ rule })),
    choice<Query["result"]>(
      "library.result",
      [
        ["", { key: "library.anyResult" }],
        ["black", { key: "library.black" }],
        ["white", { key: "library.white" }],
        ["draw", { key: "library.draw" }],
        ["unknown", { key: "library.unknown" }],
      ],
      "",
      (result) => look({ result }),
    ),
  );

  const list = h("ol", { class: "lines kept" });
  const range = h("span", { class: "quiet", role: "status" });
  const turn = (by: number) => {
    first += by;
    renamed = null;
    draw();
    list.scrollIntoView({ block: "start" });
  };
  const newer = iconButton(icons.BACK, "library.newer", () => turn(-PAGE));
  const older = iconButton(icons.FORWARD, "library.older", () => turn(PAGE));
  const removeAll = h("button", { type: "button", onclick: () => void library.remove(found) });
  const review = h("button", {
    type: "button",
    onclick: () => void batch.run(found, app.settings.reviewNodes),
  });
  const pages = h("div", { class: "actions" }, newer, range, older);
  const rest = h("div", { class: "actions" }, review, removeAll);
  const removed = h("span", { class: "quiet" });
  const undo = h(
    "div",
    { class: "actions" },
    removed,
    button("library.undo", () => void library.restore()),
  );

  const open = (entry: Entry) => library.load(entry).catch((error: unknown) => sayProblem(app, error));
  const entryTool = (icon: icons.Icon, name: string, press: () => void) =>
    h("button", { type: "button", class: "icon", "aria-label": name, title: name, onclick: press }, sign(icon));
  const item = (entry: Entry) => {
    const name = entryName(entry);
    const isShown = app.game.entry === entry.id;
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "line", onclick: () => void open(entry), ...(isShown && { "aria-current": "true" }) },
        h("span", {}, h("b", {}, name), h("small", {}, factsOf(entry))),
      ),
      entryTool(EDIT, t("library.rename", { name }), () => {
        renamed = entry.id;
        draw();
        list.querySelector("input")?.select();
      }),
      entryTool(icons.BIN, t("library.delete", { name }), () => void library.remove([entry])),
    );
  };
  const form = (entry: Entry) => {
    const title = h("input", { type: "text", label: "library.newTitle", maxlength: 60, value: entry.title });
    const end = () => {
      renamed = null;
      draw();
    };
    return h(
      "li",
      {},
      h(
        "form",
        {
          onsubmit: (event: Event) => {
            event.preventDefault();
            void library.rename(entry, title.value).catch((error: unknown) => sayProblem(app, error));
            end();
          },
          onkeydown: (event: KeyboardEvent) => {
            if (event.key === "Escape") end();
          },
        },
        title,
        h("button", { type: "submit", text: "library.ok" }),
      ),
    );
  };

  /** What the list was drawn from, and what it has, by the facts that are shown. */
  let drawnFrom: readonly unknown[] = [];
  let items = new Map<string, HTMLElement>();

  /** An item that shows the same stays, with what is being typed and pressed there. */
  function drawItems(shown: readonly Entry[]): void {
    const language = currentLanguage();
    const keyOf = (entry: Entry) =>
      entry.id === renamed ? `${entry.id} ${language}` : JSON.stringify([entry, app.game.entry === entry.id, language]);
    const make = (entry: Entry) => (entry.id === renamed ? form(entry) : item(entry));
    const before = items;
    items = new Map(shown.map((entry) => [keyOf(entry), before.get(keyOf(entry)) ?? make(entry)]));
    const all = [...items.values()];
    if (all.length === list.children.length && all.every((one, at) => one === list.children[at])) return;
    replace(list, ...all);
  }

  function drawList(): void {
    const { entries } = library;
    const from = [entries, query, first, renamed, app.game.entry, currentLanguage()];
    if (from.every((one, at) => one === drawnFrom[at])) return;
    drawnFrom = from;
    found = search(entries, query);
    if (first >= found.length) first = Math.max(0, Math.ceil(found.length / PAGE - 1) * PAGE);
    const last = Math.min(first + PAGE, found.length);
    range.textContent =
      found.length === 0
        ? t("library.none")
        : t("library.range", { from: count(first + 1), to: count(last), all: count(found.length) });
    newer.hidden = older.hidden = found.length <= PAGE;
    newer.disabled = first === 0;
    older.disabled = last === found.length;
    review.textContent = t("library.review", { n: found.length });
    removeAll.textContent = t("library.deleteAll", { n: found.length });
    drawItems(found.slice(first, last));
  }

  function draw(): void {
    const { entries, shelf, removed: gone } = library;
    const working = library.progress ?? batch.progress;
    drawList();
    setText(
      keep,
      "text",
      shelf.kind === "kept" ? "library.isKept" : shelf.kind === "changed" ? "library.keepChanges" : "library.keep",
    );
    keep.disabled = shelf.kind === "kept" || shelf.kind === "writing" || app.game.isBlank;
    stop.hidden = progress.hidden = !working;
    if (working && working.total > 0) [progress.max, progress.value] = [working.total, working.done];
    else progress.removeAttribute("value");
    outcome.textContent = batch.said;
    outcome.hidden = !batch.said;
    warning.hidden = library.lasts !== false;
    about.hidden = entries.length > 0;
    filters.hidden = saveAll.hidden = pages.hidden = entries.length === 0;
    undo.hidden = gone.length === 0;
    removed.textContent = t("library.deleted", { n: gone.length });
    removeAll.hidden = review.hidden = found.length === 0 || working !== null;
  }
  app.on(["library", "review", "language"], draw);
  draw();
  return h(
    "section",
    { class: "library", label: "view.library" },
    h(
      "div",
      { class: "actions" },
      keep,
      file,
      h("label", { class: "button", for: "library-files" }, h("span", { text: "library.add" })),
      saveAll,
      stop,
    ),
    progress,
    outcome,
    warning,
    about,
    undo,
    filters,
    pages,
    list,
    rest,
  );
}
