/** Shares the game on the board as a link. */

import type { App } from "../app/app";
import { writeLink } from "../core/link";
import { copy } from "./files";

/** The address of the page that shows the game and the position on the board. */
export const addressOf = ({ game, node }: App): string => `${location.href.split("#")[0]}${writeLink(game, node)}`;

/** Hands the link to the system's sheet, or copies it; `otherwise` is called where neither is possible. */
export async function share(app: App, otherwise: () => void): Promise<void> {
  const url = addressOf(app);
  if ("share" in navigator) {
    try {
      await navigator.share({ title: document.title, url });
      return;
    } catch (error) {
      // The user has changed their mind.
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  if (await copy(url)) app.say("file.linkCopied");
  else otherwise();
}
