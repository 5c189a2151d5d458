import { defineConfig } from "vitest/config";
import { KINDS, type Kind, pathOf } from "./e2e/browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The browser that a test opens. */
    kind: Kind;
  }
}

const found = KINDS.filter((kind) => pathOf(kind) !== undefined);
if (found.length === 0) throw new Error("there is no browser; CHROMIUM=path or FIREFOX=path names one");
for (const kind of KINDS.filter((kind) => !found.includes(kind)))
  console.log(`LEFT OUT: the page in ${kind}, which is not installed; ${kind.toUpperCase()}=path names one`);

/** The page in each browser, without a window. The machine may be slow and busy, so the limits of time are wide. */
export default defineConfig({
  test: {
    testTimeout: 600_000,
    hookTimeout: 120_000,
    expect: { poll: { interval: 25, timeout: 60_000 } },
    maxWorkers: 2,
    // On a busy machine a browser now and then loses what the pointer did. Reports say which test ran a second time.
    retry: 1,
    projects: found.map((kind) => ({
      extends: true,
      test: { name: kind, include: ["e2e/**/*.test.ts"], provide: { kind } },
    })),
  },
});
