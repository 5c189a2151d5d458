import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chancePercent, count, percent, t } from "../src/i18n";
import { LANGUAGES, isUser, preferredLanguage, setLanguage } from "../src/i18n/languages";

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

  it("knows the user in games that were played in any language", () => {
    expect(LANGUAGES[tag]!.you).toBe(own["match.you"]);
    expect([isUser(own["match.you"]!), isUser(own["match.full"]!), isUser("")]).toEqual([true, false, false]);
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

  it("says in the same words that other wins may exist, whenever the solver says no", () => {
    const others = (text: string) => text.split(/[;；。] ?|\. /)[1];
    expect(others(own["analysis.noWin"]!)).toBeTruthy();
    expect(others(own["analysis.open"]!)).toBe(others(own["analysis.noWin"]!));
  });

  it("uses the same parameters in each text, and leaves none empty", () => {
    for (const [key, text] of Object.entries(own)) {
      expect(text.trim(), key).not.toBe("");
      // "one" is the form of 21 as well in some languages, which then have to say the number.
      const allowed = [english[key], english[`${base(key)}.other`]].filter((original) => original !== undefined);
      expect(allowed.map(parameters), key).toContainEqual(parameters(text));
    }
  });
});

describe("the texts", () => {
  it("say what the solver's no means as the program does", () => {
    const words = readFileSync(join(SOURCE, "..", "..", "crates", "reports", "src", "words.rs"), "utf8");
    const [, said] = /format!\("no win by \{\}(.+)", threats/.exec(words)!;
    expect(english["analysis.noWin"]).toBe(`Proven: no win by fours and threes${said!}`);
    expect(english["analysis.open"]).toBe(`No win by fours and threes found in {nodes} positions${said!}`);
  });

  it("are all used", () => {
    const code = sources(SOURCE).join("\n");
    const isBuilt =
      /^(kind|place|view|rule|seat|opening|theme|surface|stones|coordinates|numbered|sound|touch|letters|handicap|explored|read|clock|tool|overlay|foul|row|reason)\./;
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
    expect(t("place.play")).toBe("Spielen");
    await setLanguage("en");
  });

  it("follow the browser where they can", () => {
    const browsers: [string[], string][] = [
      [["de-AT"], "de"],
      [["fr", "de"], "de"],
      [["fr"], "en"],
      [[], "en"],
      [["constructor", "ja-JP"], "ja"],
      [["zh"], "zh"],
      [["zh-CN"], "zh"],
      [["zh-SG", "zh-TW"], "zh"],
      [["zh-Hans-HK"], "zh"],
      [["zh-Hans-CN", "en"], "zh"],
      [["zh-TW", "zh"], "zh-Hant"],
      [["zh-HK"], "zh-Hant"],
      [["zh-MO"], "zh-Hant"],
      [["zh-hant"], "zh-Hant"],
      [["zh-Hant-SG"], "zh-Hant"],
    ];
    for (const [wanted, tag] of browsers) expect(preferredLanguage(wanted), wanted.join()).toBe(tag);
  });

  it("have the numbers and plurals of each language", async () => {
    await setLanguage("ru");
    expect([1, 2, 5, 21].map((n) => t("puzzle.found", { n }))).toEqual([
      "Найдена 1 задача",
      "Найдены 2 задачи",
      "Найдено 5 задач",
      "Найдена 21 задача",
    ]);
    expect([percent(0.125, 1), count(1234567)]).toEqual(["12,5\u00a0%", "1\u00a0234\u00a0567"]);
    await setLanguage("ja");
    expect([percent(0.125, 1), count(1234567)]).toEqual(["12.5%", "1,234,567"]);
    await setLanguage("en");
  });

  it("call a chance 0 or 100 % only if the result is proven", () => {
    const shown = (chance: number) => [chancePercent(chance), chancePercent(chance, 1)];
    expect(shown(0.9999)).toEqual(["99%", "99.9%"]);
    expect(shown(0.0001)).toEqual(["1%", "0.1%"]);
    expect([shown(1), shown(0)]).toEqual([
      ["100%", "100.0%"],
      ["0%", "0.0%"],
    ]);
    expect(shown(0.6149)).toEqual(["61%", "61.5%"]);
  });

  it("are loaded when they are chosen, except for English", () => {
    const code = readFileSync(join(SOURCE, "i18n", "languages.ts"), "utf8");
    expect([...code.matchAll(/from "(.*\.json)"/g)].map(([, file]) => file)).toEqual(["./en.json"]);
  });
});
