/** The part of the panel for files that makes pictures. */

import type { App } from "../app/app";
import { button, choice, h, toggle } from "./dom";
import { hasSheet, Pictures } from "./pictures";

export function picturePart(app: App): HTMLElement[] {
  const { settings } = app;
  const progress = h("progress", { label: "picture.progress", hidden: true, max: 1 });
  const pictures = new Pictures(app, (share) => {
    progress.hidden = share === null;
    progress.value = share ?? 0;
  });
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
  const copying = button("picture.copy", () => {
    if (settings.picture !== "gif") pictures.copy(settings.picture);
  });
  const draw = () => {
    for (const part of toggles) part.draw();
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
        button("picture.save", () => pictures.save(settings.picture)),
        copying,
        hasSheet() && button("picture.share", () => pictures.share(settings.picture)),
      ),
    ),
    progress,
  ];
}
