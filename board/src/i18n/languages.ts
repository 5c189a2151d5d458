/** The languages of the page. Each is a file of its own; docs/board.md says how to add one. */

import { type Texts, speak } from ".";
import en from "./en.json";

/** The languages: what each is called by those who speak it, and where its words are. */
export const LANGUAGES: Record<string, { name: string; load: () => Promise<Texts> }> = {
  en: { name: "English", load: async () => en },
  de: { name: "Deutsch", load: async () => (await import("./de.json")).default },
  zh: { name: "中文", load: async () => (await import("./zh.json")).default },
};

speak("en", en);

/** The language that fits what the user's browser prefers. */
export function preferredLanguage(wanted: readonly string[] = globalThis.navigator?.languages ?? []): string {
  return wanted.map((tag) => tag.toLowerCase().split("-")[0]!).find((tag) => tag in LANGUAGES) ?? "en";
}

export async function setLanguage(tag: string): Promise<void> {
  const known = LANGUAGES[tag];
  if (known) speak(tag, await known.load());
}
