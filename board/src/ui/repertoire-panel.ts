/** The user's own openings: to add and delete them, to be asked about them, and to compare games with them. */

import type { App } from "../app/app";
import type { Repertoire } from "../app/repertoire";
import type { Color } from "../core/geometry";
import type { KeptOpening } from "../core/repertoire";
import { count, t } from "../i18n";
import { button, choice, h, replace, svg } from "./dom";
import { sayProblem } from "./file-panel";
import { save } from "./files";
import * as icons from "./icons";

export function repertoirePanel(app: App, repertoire: Repertoire): HTMLElement {
  let side: Color = "black";
  const say = (problem: unknown) => sayProblem(app, problem);
  const file = h("input", {
    type: "file",
    id: "repertoire-file",
    class: "hidden-file",
    onchange: () => {
      const [chosen] = file.files ?? [];
      if (chosen) repertoire.addFile(chosen, side).catch(say);
      file.value = "";
    },
  });
  const ask = button("repertoire.start", () => void repertoire.ask(), { class: "primary" });
  const compare = button("repertoire.compare", () => void repertoire.compare(side));
  const saveAll = button("repertoire.save", () => {
    const name = `fukumi-openings-${side}.sgf`;
    save(name, new Blob([repertoire.sgfOf(side)], { type: "application/x-go-sgf" }));
    app.say("file.saved", { name });
  });
  const due = h("p", {});
  const list = h("ul", { class: "lines kept" });
  const item = (opening: KeptOpening) => {
    const { name, side: color } = opening;
    const remove = t("library.delete", { name });
    return h(
      "li",
      {},
      h(
        "span",
        { class: "line" },
        h("b", {}, name),
        h("small", {}, t(color === "black" ? "color.black" : "color.white")),
      ),
      h(
        "button",
        {
          type: "button",
          class: "icon",
          "aria-label": remove,
          title: remove,
          onclick: () => void repertoire.remove(opening),
        },
        svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: icons.BIN })),
      ),
    );
  };
  const draw = () => {
    const { counts, openings } = repertoire;
    const isEmpty = openings.length === 0;
    due.hidden = ask.hidden = isEmpty;
    compare.hidden = saveAll.hidden = !openings.some((opening) => opening.side === side);
    due.textContent = counts ? t("repertoire.due", { due: count(counts.due), all: count(counts.all) }) : "";
    replace(list, ...openings.map(item));
  };
  const panel = h(
    "div",
    { class: "learning" },
    h("p", { class: "quiet", text: "repertoire.about" }),
    due,
    h("div", { class: "actions" }, ask, compare, saveAll),
    list,
    h(
      "div",
      { class: "actions" },
      choice<Color>(
        "repertoire.side",
        [
          ["black", { key: "color.black" }],
          ["white", { key: "color.white" }],
        ],
        side,
        (chosen) => {
          side = chosen;
          draw();
        },
      ),
      button("repertoire.addLine", () => void repertoire.addLine(side).catch(say)),
      file,
      h("label", { class: "button", for: "repertoire-file" }, h("span", { text: "repertoire.addFile" })),
    ),
  );
  app.on(["training", "language"], draw);
  draw();
  return panel;
}
