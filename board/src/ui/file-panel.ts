/** The panel for files, links and pictures. */

import type { App } from "../app/app";
import { MAX_FILE } from "../app/content";
import type { Library, Source } from "../app/library";
import { readLink } from "../core/link";
import { ReadError } from "../core/reading";
import type { Brain } from "../engine/brain";
import type { Opener } from "../engine/trees";
import { type Key, t } from "../i18n";
import { button, choice, h } from "./dom";
import { copy, save } from "./files";
import { picturePart } from "./picture-part";
import { addressOf } from "./share";

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

/** A file, or a text. */
export type Opened = File | string;

/** Opens a file or a text. Of several games the first one is shown, and all go to the library. */
async function open(app: App, library: Library, opened: Opened): Promise<boolean> {
  const { width, height, rule } = app.settings;
  try {
    const brain = await app.engine();
    if (opened instanceof File && opened.size > MAX_FILE) throw new ReadError("long");
    const content = opened instanceof File ? new Uint8Array(await opened.arrayBuffer()) : opened;
    const linked = typeof content === "string" && /^\S+#\S+$/.test(content) && readLink(content.replace(/^.*#/, ""));
    if (linked) {
      app.open(linked.game, linked.node);
      app.say("read.done", { n: app.node.number });
      return true;
    }
    const games = await brain.read(content, { width, height }, rule);
    // One game that cannot be read does not keep the others from being opened.
    const readable = games.findIndex(isReadable);
    openOf(app, games, Math.max(readable, 0));
    if (games.length > 1) await library.add([sourceOf(opened)]);
    return true;
  } catch (error) {
    if (error instanceof ReadError) sayProblem(app, error);
    else app.work.fail(error, () => open(app, library, opened));
    return false;
  }
}

const sourceOf = (opened: Opened): Source =>
  typeof opened === "string" ? { name: t("file.text"), text: opened } : opened;

/** Opens what was dropped or pasted: a single file on the board, several in the library, or all there. */
export async function openAll(app: App, library: Library, all: readonly Opened[], isListed: boolean): Promise<void> {
  const [only] = all;
  if (only !== undefined && all.length === 1 && !isListed) await open(app, library, only);
  else await library.add(all.map(sourceOf));
}

type Format = Parameters<Brain["write"]>[1];

/** The format cannot hold the game. */
class Unwritable extends Error {}

export function filePanel(app: App, library: Library): HTMLElement {
  const file = h("input", {
    type: "file",
    id: "file",
    class: "hidden-file",
    onchange: () => {
      const [chosen] = file.files ?? [];
      if (chosen) void open(app, library, chosen);
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

  const written = async (format: Format): Promise<string> => {
    const text = await (await app.engine()).write(app.game, format);
    if (text === null) throw new Unwritable();
    return text;
  };
  /** Does something with the game as a text, or says why there is none. */
  const write = async (format: Format, act: (text: Promise<string>) => Promise<void>): Promise<void> => {
    try {
      await act(written(format));
    } catch (error) {
      if (error instanceof Unwritable) app.say("file.cannot");
      else app.work.fail(error, () => write(format, act));
    }
  };
  const saveAs = (ending: "sgf" | "psq", type: string) =>
    write(ending, async (text) => {
      save(`fukumi.${ending}`, new Blob([await text], { type }));
      app.say("file.saved", { name: `fukumi.${ending}` });
    });
  const copied = async (text: Promise<string>, key: Key) => {
    if (await copy(text)) return app.say(key);
    link.hidden = false;
    link.value = await text;
    link.focus();
    link.select();
    app.say("file.copyYourself");
  };
  const copyMoves = () => {
    const trimmed = async (text: Promise<string>) => (await text).trim();
    return write("moves", (text) => copied(trimmed(text), "file.movesCopied"));
  };
  return h(
    "div",
    {},
    h("h2", { text: "file.open" }),
    h(
      "div",
      { class: "actions" },
      h("label", { class: "button primary", for: "file" }, h("span", { text: "file.choose" })),
      file,
      button("file.previous", async () => {
        if (!(await app.restore("previous"))) app.say("file.noPrevious");
      }),
    ),
    list,
    h("label", { class: "field tall" }, h("span", { text: "file.paste" }), pasted),
    h(
      "div",
      { class: "actions" },
      button("file.read", async () => {
        if (await open(app, library, pasted.value)) pasted.value = "";
      }),
    ),
    h("h2", { text: "file.save" }),
    h(
      "div",
      { class: "actions" },
      button("file.sgf", () => saveAs("sgf", "application/x-go-sgf")),
      button("file.psq", () => saveAs("psq", "text/plain")),
      button("file.moves", copyMoves),
      button("file.share", () => void copied(Promise.resolve(addressOf(app)), "file.linkCopied")),
    ),
    link,
    ...picturePart(app),
    h("p", { class: "quiet", text: "file.private" }),
  );
}
