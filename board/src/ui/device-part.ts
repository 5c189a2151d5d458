/** What the page keeps on the device, with a button to delete it. */

import { forgetAll, whatIsKept } from "../app/device";
import { currentLanguage, t } from "../i18n";
import { button, h } from "./dom";

const KILO = 1000;

/** A number of bytes in words, as people measure files. */
export function sizeText(bytes: number): string {
  const [value, unit] =
    bytes < KILO ** 2 ? [Math.ceil(bytes / KILO), "kilobyte"] : [Math.round(bytes / KILO ** 2), "megabyte"];
  return new Intl.NumberFormat(currentLanguage(), { style: "unit", unit, unitDisplay: "short" }).format(value);
}

export function devicePart(): HTMLElement {
  const facts = h("p", { class: "quiet" });
  const ask = button("device.delete", () => turn(true));
  const sure = h(
    "div",
    { class: "actions" },
    h("p", { text: "device.sure" }),
    button("device.yes", async () => {
      await forgetAll();
      // Without the address of a game, which would be kept again.
      location.assign(location.pathname);
    }),
    button("device.no", () => turn(false)),
  );
  const turn = (isAsking: boolean) => {
    sure.hidden = !isAsking;
    ask.hidden = isAsking;
    (isAsking ? sure.querySelector("button") : ask)?.focus();
  };
  const part: HTMLDetailsElement = h(
    "details",
    {
      class: "device",
      ontoggle: async () => {
        if (!part.open) return;
        const { texts, all } = await whatIsKept();
        const size = { texts: sizeText(texts) };
        facts.textContent = all === null ? t("device.texts", size) : t("device.size", { ...size, all: sizeText(all) });
      },
    },
    h("summary", { text: "device.title" }),
    h("p", { class: "quiet", text: "device.what" }),
    facts,
    ask,
    sure,
  );
  sure.hidden = true;
  return part;
}
