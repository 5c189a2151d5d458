/** Builds a page of the board into one file, a template for programs that write such pages. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Plugin, type UserConfig } from "vite";

const ROOT = import.meta.dirname;

/** A template of a page that programs write: one file, with places such as `{{title}}` to fill. */
export interface Template {
  /** The script and the page, from this folder. */
  readonly script: string;
  readonly html: string;
  /** Where the template is written. */
  readonly folder: string;
  readonly file: string;
  /** The places in their order. */
  readonly places: readonly string[];
}

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Keeps the texts that the code names, so that the report does not carry those of the page. */
function textsOf(code: string): Record<string, string> {
  const all = JSON.parse(readFileSync(join(ROOT, "src/i18n/en.json"), "utf8")) as Record<string, string>;
  const isNamed = (key: string) => ['"', "'", "`"].some((quote) => code.includes(quote + key + quote));
  return Object.fromEntries(
    Object.entries(all).filter(([key]) => isNamed(key) || isNamed(key.replace(/\.(one|other)$/, ""))),
  );
}

/**
 * The report has no choice of colours, so the dark ones are a block of their own, which every browser knows. That the
 * controls of the browser follow, is said in the head of the page.
 */
function darkApart(css: string): string {
  const dark: string[] = [];
  const light = css.replace(/(--[\w-]+): light-dark\(([^,]+), ([^)]+)\)/g, (_, name, light, own) => {
    dark.push(`${name}: ${own};`);
    return `${name}: ${light}`;
  });
  return `${light.replace("color-scheme: light dark;", "")}@media (prefers-color-scheme: dark) { :root { ${dark.join("")} } }`;
}

function template({ html: page, file, places: expected }: Template): Plugin {
  return {
    name: "template",
    enforce: "pre",
    load(id) {
      if (id.endsWith("/src/shared.css")) return darkApart(readFileSync(id, "utf8"));
      // The texts are put in when it is known which are used.
      return id.endsWith("/i18n/en.json") ? { code: `export default "[texts]"`, moduleType: "js" } : null;
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        let [script, style] = ["", ""];
        for (const [name, built] of Object.entries(bundle)) {
          if (built.type === "chunk") script += built.code;
          else if (name.endsWith(".css")) style += built.source;
          delete bundle[name];
        }
        script = script.trim().replace(/["'`]\[texts\]["'`]/, () => JSON.stringify(textsOf(script)));
        style = style.replace(/\/\*.*?\*\//g, "").trim();
        if (/<\/|<!--/.test(script + style)) throw new Error("the script or the style would end its element");
        const own = `style-src ${hash(style)}; script-src ${hash(script)}; img-src data:`;
        const policy = `default-src 'none'; ${own}; base-uri 'none'; form-action 'none'`;
        const parts: Record<string, string> = {
          policy: `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
          style: `<style>${style}</style>`,
          data: `<script type="application/json" id="game">{{data}}</script>`,
          script: `<script>${script}</script>`,
        };
        const html = readFileSync(join(ROOT, page), "utf8")
          .replace(/\n\s+/g, "\n")
          .replace(/ \/>/g, ">")
          .replace(/<!-- (\w+) -->/g, (_, name: string) => parts[name]!);
        const places = [...html.matchAll(/\{\{(\w*)/g)].map(([, name]) => name);
        if (places.join() !== expected.join()) throw new Error(`the template has the places ${places.join()}`);
        this.emitFile({ type: "asset", fileName: file, source: html });
      },
    },
  };
}

/** How a template is built. */
export const buildOf = (page: Template): UserConfig => ({
  plugins: [template(page)],
  publicDir: false,
  build: {
    target: "es2023",
    outDir: page.folder,
    emptyOutDir: false,
    reportCompressedSize: false,
    cssCodeSplit: false,
    rolldownOptions: { input: page.script, output: { format: "iife" } },
  },
});
