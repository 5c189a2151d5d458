/** The panel for files, links and settings of the page. */

import type { App } from "../app/app";
import { writeLink } from "../core/link";
import { writeMoves } from "../core/moves";
import { readGame, textsOf } from "../core/open";
import { writePsq } from "../core/psq";
import { type Problem, ReadError } from "../core/reading";
import { writeSgf } from "../core/sgf";
import type { Opener } from "../engine/trees";
import { type Key, t } from "../i18n";
import { button, choice, h } from "./dom";
import { MAX_FILE, copy, save, textOf } from "./files";

/** Says what is wrong with a text or a link. */
export function sayProblem(app: App, error: unknown): void {
  if (!(error instanceof ReadError)) throw error;
  app.say("read.failed", () => ({
    problem: t(`read.${error.problem}` as Key),
    place: error.line === null ? "" : t("read.line", { line: error.line }),
    found: error.found && t("read.found", { found: error.found }),
  }));
}

function isReadable(game: Opener): boolean {
  try {
    game();
    return true;
  } catch (error) {
    if (error instanceof ReadError) return false;
    throw error;
  }
}

/** Opens one of several games. */
function openOf(app: App, games: readonly Opener[], at: number): void {
  const game = games[at]!();
  app.open(game, game.last());
  if (games.length > 1) app.collection = { games, at };
  app.say("read.done", { n: app.node.number });
  app.changed("tree");
}

/** The players or the event of a game in a list; what is wrong with it if it cannot be read. */
function nameOf(game: Opener): string {
  try {
    const { players, event } = game();
    return [players.black || players.white ? `${players.black} – ${players.white}` : "", event]
      .filter(Boolean)
      .join(", ");
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return t(`read.${error.problem}` as Key);
  }
}

/** Problems that say that the text is none of the page's: the engine knows more formats, and mends what is damaged. */
const FOREIGN: ReadonlySet<Problem> = new Set<Problem>(["unknown", "long", "bracket", "property", "middle"]);

/** The games of a text or of a file, one of which at least makes sense. */
async function gamesOf(app: App, content: string | Uint8Array): Promise<readonly Opener[]> {
  const { width, height, rule } = app.settings;
  const size = { width, height };
  try {
    const games = textsOf(textOf(content)).map((text) => () => readGame(text, { size, rule }));
    if (!games.some(isReadable)) games[0]!();
    return games;
  } catch (error) {
    const isForeign = error instanceof ReadError && FOREIGN.has(error.problem);
    const brain = isForeign ? await app.loading : null;
    const games = (await brain?.read(content, size, rule)) ?? [];
    if (!games.some(isReadable)) throw error;
    return games;
  }
}

async function openContent(app: App, content: string | Uint8Array): Promise<boolean> {
  try {
    const games = await gamesOf(app, content);
    // One game that cannot be read does not keep the others from being opened.
    openOf(app, games, games.findIndex(isReadable));
    if (games.length > 1) app.say("read.several", { n: games.length });
    return true;
  } catch (error) {
    sayProblem(app, error);
    return false;
  }
}

export async function openFile(app: App, file: Blob): Promise<void> {
  if (file.size > MAX_FILE) return sayProblem(app, new ReadError("long"));
  await openContent(app, new Uint8Array(await file.arrayBuffer()));
}

export function filePanel(app: App): HTMLElement {
  const file = h("input", {
    type: "file",
    id: "file",
    accept: ".sgf,.psq,.txt,.lib,.pos,.rif,.sav,.rec,.pgn",
    class: "hidden-file",
    onchange: () => {
      const [chosen] = file.files ?? [];
      if (chosen) void openFile(app, chosen);
      file.value = "";
    },
  });
  const pasted = h("textarea", { rows: 3, spellcheck: "false", placeholder: "h8 i9 g7 …" });
  const link = h("input", { type: "text", readonly: true, hidden: true, label: "file.link" });

  const list = h("div", {});
  let listed: readonly Opener[] | null = null;
  const drawList = () => {
    const { collection } = app;
    const select = list.querySelector("select");
    if (collection && collection.games === listed && select) return void (select.selectedIndex = collection.at);
    listed = collection?.games ?? null;
    if (!collection) return list.replaceChildren();
    const { games, at } = collection;
    const options = games.map((game, index) => [index, `${index + 1}. ${nameOf(game)}`] as const);
    const open = (index: number) => {
      try {
        openOf(app, games, index);
      } catch (error) {
        sayProblem(app, error);
      }
      drawList();
    };
    list.replaceChildren(choice("file.games", options, at, open));
  };
  app.on(["tree"], drawList);
  app.on(["language"], () => {
    listed = null;
    drawList();
  });

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
    list,
    h("label", { class: "field tall" }, h("span", { text: "file.paste" }), pasted),
    h(
      "div",
      { class: "actions" },
      button("file.read", async () => {
        if (await openContent(app, pasted.value)) pasted.value = "";
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
