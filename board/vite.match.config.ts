import { join } from "node:path";
import { defineConfig } from "vite";
import { buildOf } from "./vite.template";

/** Where `fukumi-tools match show --html` has the template of its page. */
export const FOLDER = join(import.meta.dirname, "../scripts/fukumi_tools/organisers/match");
export const FILE = "page.html";

export default defineConfig(
  buildOf({
    script: "src/match.ts",
    html: "match.html",
    folder: FOLDER,
    file: FILE,
    places: ["title", "title", "facts", "tables", "data"],
  }),
);
