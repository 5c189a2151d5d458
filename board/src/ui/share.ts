/** Shares the game on the board as a link, or a picture of it. */

import type { App } from "../app/app";
import { writeLink } from "../core/link";
import { button, h } from "./dom";
import { copy } from "./files";
import { hasSheet, Pictures } from "./pictures";

/** The address of the page that shows the game and the position on the board. */
export const addressOf = ({ game, node }: App): string => `${location.href.split("#")[0]}${writeLink(game, node)}`;

/** The dialog that shows the picture and asks what to share; `otherwise` as {@link shareLink} has it. */
export function shareDialog(app: App, otherwise: () => void): { dialog: HTMLDialogElement; open(): void } {
  const pictures = new Pictures(app);
  const preview = h("img", { class: "preview", alt: "" });
  /** A button that leaves the dialog for what it does, so that its message can be read on the page. */
  const leaving = (...[text, act, attributes]: Parameters<typeof button>) =>
    button(text, () => (dialog.close(), act()), attributes);
  const dialog: HTMLDialogElement = h(
    "dialog",
    { class: "share", label: "end.share", closedby: "any" },
    h("h2", { text: "end.share" }),
    preview,
    h(
      "div",
      { class: "actions" },
      leaving(hasLinkSheet() ? "share.link" : "file.share", () => void shareLink(app, otherwise), { class: "primary" }),
      hasSheet() && leaving("picture.share", () => pictures.share("png")),
      leaving("picture.copy", () => pictures.copy("png")),
      leaving("picture.save", () => pictures.save("png")),
      button("look.close", () => dialog.close()),
    ),
  );
  const open = () => {
    preview.src = `data:image/svg+xml,${encodeURIComponent(pictures.drawn())}`;
    dialog.showModal();
  };
  return { dialog, open };
}

/** Whether the system has a sheet to share links with. */
const hasLinkSheet = (): boolean => "share" in navigator;

/** Hands the link to the system's sheet, or copies it; `otherwise` is called where neither is possible. */
async function shareLink(app: App, otherwise: () => void): Promise<void> {
  const url = addressOf(app);
  if (hasLinkSheet()) {
    try {
      await navigator.share({ title: document.title, url });
      return;
    } catch (error) {
      // The user has changed their mind.
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  if (await copy(Promise.resolve(url))) app.say("file.linkCopied");
  else otherwise();
}
