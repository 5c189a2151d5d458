import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { describe, expect, it } from "vitest";
import * as match from "../vite.match.config";
import * as report from "../vite.report.config";

const TEMPLATES = [
  { name: "the report of a game", config: "vite.report.config.ts", ...report },
  { name: "the page of a match", config: "vite.match.config.ts", ...match },
];

describe.each(TEMPLATES)("the template of $name", ({ config, FOLDER, FILE }) => {
  const template = readFileSync(join(FOLDER, FILE), "utf8");

  it("is what these sources make: npm run report writes it", async () => {
    const configFile = join(import.meta.dirname, "..", config);
    const built = await build({ configFile, mode: "production", logLevel: "error", build: { write: false } });
    const [file] = (built as { output: { fileName: string; source: string }[] }).output;
    expect(file!.fileName).toBe(FILE);
    expect(file!.source === template, "npm run report").toBe(true);
  });

  it("asks for nothing, and allows no script but its own", () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(template)![1];
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+';/);
    expect(policy).not.toMatch(/unsafe|https?:/);
    expect(template.match(/https?:\/\/[^`'"]*/g)).toEqual(["http://www.w3.org/2000/svg"]);
    expect(template).not.toMatch(/ (?:style|on\w+)="/);
  });

  it("stays small", () => {
    expect(template.length).toBeLessThan(25_500);
  });
});
