import { join } from "node:path";
import { defineConfig } from "vite";
import { buildOf } from "./vite.template";

/** Where the engine has the template of the report of a game. */
export const FOLDER = join(import.meta.dirname, "../src/commands/analyze");
export const FILE = "page.html";

export default defineConfig(
  buildOf({
    script: "src/report.ts",
    html: "report.html",
    folder: FOLDER,
    file: FILE,
    places: ["title", "title", "facts", "data"],
  }),
);
