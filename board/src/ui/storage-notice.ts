/** The notice that the browser does not take what is to be kept. */

import { storage } from "../app/storage";
import { button, h } from "./dom";

export function storageNotice(): HTMLElement {
  const notice = h("div", { class: "notice", role: "status" });
  const close = () => {
    notice.hidden = true;
    notice.replaceChildren();
  };
  const draw = () => {
    if (storage.isWhole) return close();
    notice.hidden = false;
    notice.replaceChildren(h("p", { text: "device.refused" }), button("library.ok", close));
  };
  storage.watch(draw);
  draw();
  return notice;
}
