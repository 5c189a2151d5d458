/** The panel for files, links and settings of the page. */

import type { App } from "../app/app";
import { writeLink } from "../core/link";
import { writeMoves } from "../core/moves";
import { readGame } from "../core/open";
import { writePsq } from "../core/psq";
import { ReadError } from "../core/reading";
import { writeSgf } from "../core/sgf";
import { type Key, t } from "../i18n";
import { button, h } from "./dom";
import { copy, save, textOf } from "./files";

/** Says what is wrong with a text or a link. */
export function sayProblem(app: App, error: unknown): void {
  if (!(error instanceof ReadError)) throw error;
  app.say("read.failed", () => ({
    problem: t(`read.${error.problem}` as Key),
    place: error.line === null ? "" : t("read.line", { line: error.line }),
    found: error.found && t("read.found", { found: error.found }),
  }));
}

export function openText(app: App, text: string): boolean {
  try {
    const { width, height, rule } = app.settings;
    const game = readGame(text, { size: { width, height }, rule });
    app.open(game, game.last());
    app.say("read.done", { n: app.node.number });
    return true;
  } catch (error) {
    sayProblem(app, error);
    return false;
  }
}

export async function openFile(app: App, file: Blob): Promise<void> {
  try {
    openText(app, await textOf(file));
  } catch (error) {
    sayProblem(app, error);
  }
}

export function filePanel(app: App): HTMLElement {
  const file = h("input", {
    type: "file",
    id: "file",
    accept: ".sgf,.psq,.txt",
    class: "hidden-file",
    onchange: () => {
      const [chosen] = file.files ?? [];
      if (chosen) void openFile(app, chosen);
      file.value = "";
    },
  });
  const pasted = h("textarea", { rows: 3, spellcheck: "false", placeholder: "h8 i9 g7 …" });
  const link = h("input", { type: "text", readonly: true, hidden: true, label: "file.link" });

  const saveAs = (ending: string, text: string | null, type = "text/plain") => {
    if (text === null) return app.say("file.cannot");
    save(`fukumi.${ending}`, text, type);
    app.say("file.saved", { name: `fukumi.${ending}` });
  };
  const copied = async (text: string | null, key: Key) => {
    if (text === null) return app.say("file.cannot");
    if (await copy(text)) return app.say(key);
    link.hidden = false;
    link.value = text;
    link.focus();
    link.select();
    app.say("file.copyYourself");
  };
  const address = () => `${location.href.split("#")[0]}${writeLink(app.game, app.node)}`;
  return h(
    "div",
    {},
    h("h2", { text: "file.open" }),
    h(
      "div",
      { class: "actions" },
      h("label", { class: "button primary", for: "file" }, h("span", { text: "file.choose" })),
      file,
      button("file.previous", () => {
        if (app.restore("previous")) app.tellMove();
        else app.say("file.noPrevious");
      }),
    ),
    h("label", { class: "field tall" }, h("span", { text: "file.paste" }), pasted),
    h(
      "div",
      { class: "actions" },
      button("file.read", () => {
        if (openText(app, pasted.value)) pasted.value = "";
      }),
    ),
    h("h2", { text: "file.save" }),
    h(
      "div",
      { class: "actions" },
      button("file.sgf", () => saveAs("sgf", writeSgf(app.game), "application/x-go-sgf")),
      button("file.psq", () => saveAs("psq", writePsq(app.game))),
      button("file.moves", () => void copied(writeMoves(app.game), "file.movesCopied")),
      button("file.share", () => void copied(address(), "file.linkCopied")),
    ),
    link,
    h("p", { class: "quiet", text: "file.private" }),
  );
}
