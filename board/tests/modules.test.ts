import { readFileSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";

/** The texts of files, by their paths. */
type Texts = ReadonlyMap<string, string>;

/** All files of TypeScript in a folder. */
function read(folder: URL): Texts {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.map((name) => name.replaceAll("\\", "/")).filter((name) => name.endsWith(".ts"));
  return new Map(files.sort().map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));
}

/** The files that a file imports, types included. An import of a file that is not there is an error. */
function imports(name: string, texts: Texts): string[] {
  const text = (texts.get(name) ?? "").replace(/^ *\/\/.*$|\/\*[^]*?\*\//gm, "");
  const paths = [...text.matchAll(/\b(?:from|import)[\s(]*(["'])(\.[^"']*)\1/g)].map((match) => match[2] ?? "");
  return paths
    .filter((path) => !/\.(?:css|json|txt\?url)$/.test(path))
    .map((path) => {
      const stem = posix.join(posix.dirname(name), path).replace(/\.js$/, "");
      const found = [`${stem}.ts`, `${stem}/index.ts`].find((file) => texts.has(file));
      if (found === undefined) throw new Error(`${name} imports ${path}, which is not there`);
      return found;
    });
}

/** The files of a circle, with the first one repeated at the end; empty if there is none. */
function circle(texts: Texts): string[] {
  const done = new Set<string>();
  const search = (name: string, path: string[]): string[] => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return [];
    done.add(name);
    for (const used of imports(name, texts)) {
      const found = search(used, [...path, name]);
      if (found.length > 0) return found;
    }
    return [];
  };
  for (const name of texts.keys()) {
    const found = search(name, []);
    if (found.length > 0) return found;
  }
  return [];
}

describe("the files of TypeScript", () => {
  for (const folder of ["board/src", "bindings/web/src"]) {
    it(`make no circle in ${folder}`, () => {
      const texts = read(new URL(`../../${folder}/`, import.meta.url));
      expect(texts.size).toBeGreaterThan(10);
      const edges = [...texts.keys()].flatMap((name) => imports(name, texts));
      expect(edges.length).toBeGreaterThan(texts.size);
      expect(circle(texts)).toEqual([]);
    });
  }

  it("are seen if they make one", () => {
    const texts = (back: string) =>
      new Map([
        ["main.ts", 'import { App } from "./app";\nimport "./style.css";'],
        ["app/index.ts", 'import {\n  type Match,\n  play,\n} from "./match.js";'],
        ["app/match.ts", back],
      ]);
    expect(circle(texts('// import "./index";\n/* from "../main" */'))).toEqual([]);
    const match = ["app/index.ts", "app/match.ts", "app/index.ts"];
    for (const back of [
      'import { App } from "./index";',
      "import type { App } from '.';",
      'export * from "../app";',
      'const { App } = await import("./index.js");',
    ]) {
      expect(circle(texts(back)), back).toEqual(match);
    }
    expect(circle(texts('import "../main";'))).toEqual(["main.ts", "app/index.ts", "app/match.ts", "main.ts"]);
    expect(() => circle(texts('import { gone } from "./gone";'))).toThrow("app/match.ts imports ./gone");
  });
});
