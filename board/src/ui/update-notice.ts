/** The notice that a newer version of the page is there. */

import type { App } from "../app/app";
import type { Update } from "../app/update";
import { button, h } from "./dom";

export function updateNotice(app: App, update: Update): HTMLElement {
  let isPutOff = false;
  const notice = h("div", { class: "notice", role: "status" });
  const draw = () => {
    const isShown = update.isOffered && !isPutOff;
    notice.hidden = !isShown;
    if (!isShown) return notice.replaceChildren();
    if (notice.firstChild) return;
    notice.append(
      h("p", { text: "update.there" }),
      button("update.reload", () => update.apply(), { class: "primary" }),
      button("update.later", () => {
        isPutOff = true;
        draw();
      }),
    );
  };
  app.on(["update", "activity", "position", "review"], draw);
  draw();
  return notice;
}
