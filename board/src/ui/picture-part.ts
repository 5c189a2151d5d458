/** The part of the panel for files that makes pictures: saves, copies and shares them. */

import type { App } from "../app/app";
import type { PICTURES } from "../app/settings";
import { NAMES } from "../core/coordinates";
import { positionAt } from "../core/drawing";
import { marksOf } from "../core/marks";
import { pictureOf } from "../core/picture";
import type { GameTree, Node } from "../core/tree";
import { button, choice, h, toggle } from "./dom";
import { copy, save } from "./files";

type Kind = (typeof PICTURES)[number];

const TYPES: Readonly<Record<Kind, string>> = { png: "image/png", svg: "image/svg+xml", gif: "image/gif" };

/** Whether the system has a sheet to share pictures with. */
function hasSheet(): boolean {
  const sample = new File([], "fukumi.png", { type: "image/png" });
  return "canShare" in navigator && navigator.canShare({ files: [sample] });
}

export function picturePart(app: App): HTMLElement[] {
  const { settings } = app;
  const progress = h("progress", { label: "picture.progress", hidden: true, max: 1 });

  async function gif(
    game: GameTree,
    line: readonly Node[],
    draw: (at: Node) => string,
    signal: AbortSignal,
  ): Promise<BlobPart> {
    const { gifOf } = await import("./gif-file");
    progress.value = 0;
    progress.hidden = false;
    try {
      const picture = (at: Node) => () => draw(at);
      // The last position may mark a row, the one before it the last move, and arrows have a colour of their own.
      const hasArrow = (at: Node) => marksOf(at, game.size).some(({ kind }) => kind === "arrow");
      const samples = new Set([...line.filter(hasArrow).slice(-1), ...line.slice(-2)]);
      return await gifOf(line.map(picture), [...samples].map(picture), (share) => {
        signal.throwIfAborted();
        progress.value = share;
      });
    } finally {
      progress.hidden = true;
    }
  }
  function make(signal: AbortSignal): Promise<File> {
    const { picture: kind, pictureNumbers, pictureCoordinates, pictureLast, coordinates } = settings;
    const names = pictureCoordinates ? NAMES[coordinates] : null;
    const { game, node } = app;
    const draw = (at: Node) => {
      const position = positionAt(game, at, pictureNumbers ? Infinity : 0);
      const shown = pictureLast ? position : { ...position, last: null };
      return pictureOf(shown, marksOf(at, game.size), names, settings);
    };
    const line = game.last(node).path();
    const contents: Record<Kind, () => BlobPart | Promise<BlobPart>> = {
      svg: () => draw(node),
      png: async () => (await import("./raster")).pngOf(draw(node)),
      gif: () => gif(game, line, draw, signal),
    };
    const named = (content: BlobPart) => new File([content], `fukumi.${kind}`, { type: TYPES[kind] });
    return Promise.resolve(contents[kind]()).then(named);
  }

  let made: Promise<File> | null = null;
  /** The picture that is chosen. It is kept until it would change: the system may want another press for a slow one. */
  const picture = (signal: AbortSignal) => (made ??= make(signal));
  const forget = () => (made = null);
  app.on(["position", "tree", "settings"], forget);

  /** Makes a picture and does something with it, which can be stopped and tried again. */
  const use = (act: (signal: AbortSignal) => Promise<void>): Promise<null> =>
    app.work.run(
      "picture.progress",
      () => use(act),
      async (signal) => {
        // One that was given up is made anew.
        signal.addEventListener("abort", forget);
        await act(signal).catch((error: unknown) => {
          forget();
          throw error;
        });
        return null;
      },
      "picture.failed",
    );
  const isOf = (error: unknown, name: string) => error instanceof DOMException && error.name === name;

  async function savePicture(signal: AbortSignal): Promise<void> {
    const file = await picture(signal);
    save(file.name, file);
    app.say("file.saved", { name: file.name });
  }

  async function copyPicture(signal: AbortSignal): Promise<void> {
    const file = picture(signal);
    if (settings.picture === "svg") {
      app.say((await copy(await (await file).text())) ? "picture.copied" : "picture.cannotCopy");
      return;
    }
    try {
      // It takes the promise, since it must be called at once after the press.
      await navigator.clipboard.write([new ClipboardItem({ "image/png": file })]);
      app.say("picture.copied");
    } catch {
      await file;
      app.say("picture.cannotCopy");
    }
  }

  async function sharePicture(signal: AbortSignal): Promise<void> {
    const files = [await picture(signal)];
    if (!navigator.canShare({ files })) return app.say("picture.cannotShare");
    try {
      await navigator.share({ files });
    } catch (error) {
      if (isOf(error, "NotAllowedError")) app.say("picture.again");
      else if (!isOf(error, "AbortError")) app.say("picture.cannotShare");
    }
  }

  const parts = [
    ["pictureNumbers", "picture.numbers"],
    ["pictureCoordinates", "picture.coordinates"],
    ["pictureLast", "picture.last"],
  ] as const;
  const toggles = parts.map(([part, name]) =>
    toggle(
      name,
      () => settings[part],
      () => app.set({ [part]: !settings[part] }),
    ),
  );
  const copying = button("picture.copy", () => void use(copyPicture));
  const draw = () => {
    for (const part of toggles) part.draw();
    // Clipboards have no place for a GIF that moves.
    copying.disabled = settings.picture === "gif";
  };
  app.on(["settings"], draw);
  draw();

  const kinds = [
    ["png", { key: "picture.png" }],
    ["svg", { key: "picture.svg" }],
    ["gif", { key: "picture.gif" }],
  ] as const;
  return [
    h("h2", { text: "picture.title" }),
    h("div", { class: "switches" }, ...toggles.map(({ element }) => element)),
    h(
      "div",
      { class: "fields" },
      choice("picture.kind", kinds, settings.picture, (kind) => app.set({ picture: kind })),
      h(
        "div",
        { class: "actions" },
        button("picture.save", () => void use(savePicture)),
        copying,
        hasSheet() && button("picture.share", () => void use(sharePicture)),
      ),
    ),
    progress,
  ];
}
