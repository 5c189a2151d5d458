import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { t } from "../src/i18n";
import { LANGUAGES, preferredLanguage, setLanguage } from "../src/i18n/languages";

const SOURCE = join(import.meta.dirname, "..", "src");
const texts = (tag: string) =>
  JSON.parse(readFileSync(join(SOURCE, "i18n", `${tag}.json`), "utf8")) as Record<string, string>;
const PLURAL = /\.(zero|one|two|few|many|other)$/;
const base = (key: string) => key.replace(PLURAL, "");
const parameters = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const english = texts("en");

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? sources(join(folder, entry.name))
      : entry.name.endsWith(".ts")
        ? [readFileSync(join(folder, entry.name), "utf8")]
        : [],
  );
}

describe.each(Object.keys(LANGUAGES))("the language %s", (tag) => {
  const own = texts(tag);

  it("has a file, and every file is a language", () => {
    const files = readdirSync(join(SOURCE, "i18n")).filter((name) => name.endsWith(".json"));
    expect(files.sort()).toEqual(
      Object.keys(LANGUAGES)
        .map((language) => `${language}.json`)
        .sort(),
    );
  });

  it("has the same texts as English, in the same order", () => {
    const keys = (list: Record<string, string>) => [...new Set(Object.keys(list).map(base))];
    expect(keys(own)).toEqual(keys(english));
  });

  it("has all plural forms that its numbers need", () => {
    const needed = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
    for (const key of new Set(
      Object.keys(english)
        .filter((name) => PLURAL.test(name))
        .map(base),
    )) {
      for (const category of needed) expect(own, key).toHaveProperty([`${key}.${category}`]);
    }
  });

  it("uses the same parameters in each text, and leaves none empty", () => {
    for (const [key, text] of Object.entries(own)) {
      expect(text.trim(), key).not.toBe("");
      const original = english[key] ?? english[`${base(key)}.other`]!;
      expect(parameters(text), key).toEqual(parameters(original));
    }
  });
});

describe("the texts", () => {
  it("are all used", () => {
    const code = sources(SOURCE).join("\n");
    const isBuilt =
      /^(kind|rule|seat|opening|theme|surface|stones|coordinates|numbered|sound|touch|letters|handicap|read|clock|tool)\./;
    const unused = [...new Set(Object.keys(english).map(base))].filter(
      (key) => !isBuilt.test(key) && !code.includes(`"${key}"`),
    );
    expect(unused).toEqual([]);
  });

  it("are chosen by number and filled in", async () => {
    expect([t("worth.win", { n: 1 }), t("worth.win", { n: 5 })]).toEqual(["wins in 1 move", "wins in 5 moves"]);
    expect(t("say.taken", { move: "<b>" })).toBe("<b> is taken");
    await setLanguage("de");
    expect(t("worth.win", { n: 1 })).toBe("gewinnt in 1 Zug");
    await setLanguage("no such language");
    expect(t("tab.play")).toBe("Spielen");
    await setLanguage("en");
  });

  it("follow the browser where they can", () => {
    expect([["de-AT"], ["zh-Hans-CN", "en"], ["fr", "de"], ["fr"], []].map(preferredLanguage)).toEqual([
      "de",
      "zh",
      "de",
      "en",
      "en",
    ]);
  });
});
