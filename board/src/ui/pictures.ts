/** Makes pictures of the position or the game on the board, and saves, copies and shares them. */

import type { App } from "../app/app";
import type { PICTURES } from "../app/settings";
import { NAMES } from "../core/coordinates";
import { positionAt } from "../core/drawing";
import { marksOf } from "../core/marks";
import { pictureOf } from "../core/picture";
import type { Node } from "../core/tree";
import { copy, copyBlob, save } from "./files";

export type PictureKind = (typeof PICTURES)[number];

const TYPES: Readonly<Record<PictureKind, string>> = { png: "image/png", svg: "image/svg+xml", gif: "image/gif" };

const isOf = (error: unknown, name: string): boolean => error instanceof DOMException && error.name === name;

/** Whether the system has a sheet to share pictures with. */
export function hasSheet(): boolean {
  const sample = new File([], "fukumi.png", { type: "image/png" });
  return "canShare" in navigator && navigator.canShare({ files: [sample] });
}

export class Pictures {
  /** The last picture. It is kept until it would change, for the system may want a second press for a slow one. */
  private made: { readonly kind: PictureKind; readonly file: Promise<File> } | null = null;

  /** `progress` is called with the share of a GIF that is drawn, and with `null` when it is over. */
  constructor(
    private readonly app: App,
    private readonly progress: (share: number | null) => void = () => {},
  ) {
    app.on(["position", "tree", "settings"], () => this.forget());
  }

  /** The position on the board as SVG. */
  drawn(): string {
    return this.drawing()(this.app.node);
  }

  save(kind: PictureKind): void {
    void this.use(kind, async (picture) => {
      const file = await picture();
      save(file.name, file);
      this.app.say("file.saved", { name: file.name });
    });
  }

  /** Clipboards have no place for a GIF that moves. */
  copy(kind: Exclude<PictureKind, "gif">): void {
    void this.use(kind, async (picture) => {
      const file = picture();
      const isCopied = await (kind === "svg" ? copy(file.then((svg) => svg.text())) : copyBlob("image/png", file));
      this.app.say(isCopied ? "picture.copied" : "picture.cannotCopy");
    });
  }

  /** Opens the system's sheet, where {@link hasSheet} says that there is one. */
  share(kind: PictureKind): void {
    void this.use(kind, async (picture) => {
      const files = [await picture()];
      if (!navigator.canShare({ files })) return this.app.say("picture.cannotShare");
      try {
        await navigator.share({ files });
      } catch (error) {
        if (isOf(error, "NotAllowedError")) this.app.say("picture.again");
        else if (!isOf(error, "AbortError")) this.app.say("picture.cannotShare");
      }
    });
  }

  private forget(): void {
    this.made = null;
  }

  /** Draws positions of the game on the board, all of them as the settings are now. */
  private drawing(): (at: Node) => string {
    const { game } = this.app;
    const settings = { ...this.app.settings };
    const names = settings.pictureCoordinates ? NAMES[settings.coordinates] : null;
    return (at) => {
      const position = positionAt(game, at, settings.pictureNumbers ? Infinity : 0);
      const shown = settings.pictureLast ? position : { ...position, last: null };
      return pictureOf(shown, marksOf(at, game.size), names, settings);
    };
  }

  /** Makes a picture and does something with it, which can be stopped and tried again. */
  private use(kind: PictureKind, act: (picture: () => Promise<File>) => Promise<void>): Promise<null> {
    return this.app.work.run(
      "picture.progress",
      () => this.use(kind, act),
      async (signal) => {
        // One that was given up is made anew.
        signal.addEventListener("abort", () => this.forget());
        await act(() => this.file(kind, signal)).catch((error: unknown) => {
          this.forget();
          throw error;
        });
        return null;
      },
      "picture.failed",
    );
  }

  private file(kind: PictureKind, signal: AbortSignal): Promise<File> {
    if (this.made?.kind !== kind) {
      const named = (content: BlobPart) => new File([content], `fukumi.${kind}`, { type: TYPES[kind] });
      this.made = { kind, file: this.content(kind, signal).then(named) };
    }
    return this.made.file;
  }

  private async content(kind: PictureKind, signal: AbortSignal): Promise<BlobPart> {
    switch (kind) {
      case "svg":
        return this.drawn();
      case "png": {
        const drawn = this.drawn();
        return (await import("./raster")).pngOf(drawn);
      }
      case "gif":
        return this.gif(signal);
    }
  }

  private async gif(signal: AbortSignal): Promise<BlobPart> {
    const { game, node } = this.app;
    const line = game.last(node).path();
    const draw = this.drawing();
    const { gifOf } = await import("./gif-file");
    this.progress(0);
    try {
      const picture = (at: Node) => () => draw(at);
      // The last position may mark a row, the one before it the last move, and arrows have a colour of their own.
      const hasArrow = (at: Node) => marksOf(at, game.size).some(({ kind }) => kind === "arrow");
      const samples = new Set([...line.filter(hasArrow).slice(-1), ...line.slice(-2)]);
      return await gifOf(line.map(picture), [...samples].map(picture), (share) => {
        signal.throwIfAborted();
        this.progress(share);
      });
    } finally {
      this.progress(null);
    }
  }
}
