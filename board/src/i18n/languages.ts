/** The languages of the page. Each is a file of its own; CONTRIBUTING.md says how to add one. */

import { type Texts, speak } from ".";
import en from "./en.json";

/**
 * The languages: what each is called by those who speak it, what games call the user in it ("match.you"), and where its
 * words are.
 */
export const LANGUAGES: Record<string, { name: string; you: string; load: () => Promise<Texts> }> = {
  en: { name: "English", you: "You", load: async () => en },
  cs: { name: "Čeština", you: "Vy", load: async () => (await import("./cs.json")).default },
  de: { name: "Deutsch", you: "Du", load: async () => (await import("./de.json")).default },
  et: { name: "Eesti", you: "Sina", load: async () => (await import("./et.json")).default },
  vi: { name: "Tiếng Việt", you: "Bạn", load: async () => (await import("./vi.json")).default },
  ru: { name: "Русский", you: "Вы", load: async () => (await import("./ru.json")).default },
  ja: { name: "日本語", you: "あなた", load: async () => (await import("./ja.json")).default },
  ko: { name: "한국어", you: "나", load: async () => (await import("./ko.json")).default },
  zh: { name: "简体中文", you: "你", load: async () => (await import("./zh.json")).default },
  "zh-Hant": { name: "繁體中文", you: "你", load: async () => (await import("./zh-Hant.json")).default },
};

speak("en", en);

/** The language of a tag. The script of Chinese follows from the region if the tag does not name it. */
const languageOf = (tag: string): string =>
  /^zh-(hant|tw|hk|mo)\b/i.test(tag) ? "zh-Hant" : tag.toLowerCase().split("-")[0]!;

/** The language that fits what the user's browser prefers. */
export function preferredLanguage(wanted: readonly string[] = globalThis.navigator?.languages ?? []): string {
  return wanted.map(languageOf).find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
}

/** Whether the name of a player is that of the user, whatever language the page spoke during the game. */
export const isUser = (name: string): boolean => Object.values(LANGUAGES).some(({ you }) => you === name);

export async function setLanguage(tag: string): Promise<void> {
  const known = LANGUAGES[tag];
  if (known) speak(tag, await known.load());
}
