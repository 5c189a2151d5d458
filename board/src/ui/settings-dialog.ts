/** The dialog for language, look, sound and what is kept on the device, and the button that opens it. */

import type { App } from "../app/app";
import { LETTER_KEYS, NUMBERED, type Settings, THEMES, TOUCHES } from "../app/settings";
import { COORDINATES, NAMES } from "../core/coordinates";
import { STONES, SURFACES } from "../core/look";
import { type Key, t } from "../i18n";
import { LANGUAGES } from "../i18n/languages";
import { namePoints } from "../i18n/points";
import { devicePart } from "./device-part";
import { button, choice, h, iconButton, replace } from "./dom";
import * as icons from "./icons";
import { keyList } from "./keys";
import { applyLook } from "./look";

export function settingsDialog(app: App): { dialog: HTMLDialogElement; opener: HTMLElement } {
  const { settings } = app;
  const fields = h("div", { class: "fields" });
  const dialog = h("dialog", { class: "settings", label: "settings.open", closedby: "any" });

  const set =
    <K extends keyof Settings>(key: K) =>
    (value: Settings[K]) =>
      app.set({ [key]: value } as Partial<Settings>);
  const keyed = <V extends string>(values: readonly V[], prefix: string) =>
    values.map((value) => [value, { key: `${prefix}.${value}` as Key }] as const);
  const languages = Object.entries(LANGUAGES).map(([tag, { name }]) => [tag, name] as const);
  const drawFields = () => {
    const language = choice("settings.language", languages, settings.language, (tag) => void app.chooseLanguage(tag));
    for (const option of language.querySelectorAll("option")) option.lang = option.value;
    const numbered = NUMBERED.map(
      (value) =>
        [
          value,
          /\d/.test(value) ? t("numbered.last", { n: Number(value) }) : { key: `numbered.${value}` as Key },
        ] as const,
    );
    replace(
      fields,
      language,
      h("h3", { text: "look.title" }),
      choice("look.theme", keyed(THEMES, "theme"), settings.theme, set("theme")),
      choice("look.surface", keyed(SURFACES, "surface"), settings.surface, set("surface")),
      choice("look.stones", keyed(STONES, "stones"), settings.stones, set("stones")),
      choice("look.coordinates", keyed(COORDINATES, "coordinates"), settings.coordinates, set("coordinates")),
      choice("look.numbered", numbered, settings.numbered, set("numbered")),
      choice("look.sound", keyed(["on", "off"] as const, "sound"), settings.sound ? "on" : "off", (sound) =>
        app.set({ sound: sound === "on" }),
      ),
      choice("look.touch", keyed(TOUCHES, "touch"), settings.touch, set("touch")),
      choice("look.letters", keyed(LETTER_KEYS, "letters"), settings.letters, set("letters")),
    );
  };
  dialog.append(
    h("h2", { text: "settings.open" }),
    fields,
    h("h3", { text: "keys.title" }),
    keyList(),
    devicePart(),
    button("look.close", () => dialog.close(), { class: "primary wide" }),
  );
  const opener = iconButton(
    icons.SETTINGS,
    "settings.open",
    () => {
      // The buttons of the page may have changed what is shown here.
      drawFields();
      dialog.showModal();
    },
    { "aria-haspopup": "dialog" },
  );
  drawFields();
  let custom = settings.coordinates;
  namePoints(NAMES[custom]);
  applyLook(settings);
  app.on(["language"], drawFields);
  app.on(["settings"], () => {
    applyLook(settings);
    if (settings.coordinates === custom) return;
    custom = settings.coordinates;
    namePoints(NAMES[custom]);
    // All that names a point is written again.
    app.changed("language");
  });
  return { dialog, opener };
}
