import { defineConfig } from "vitest/config";

/** The pictures of the documents, in Chromium. */
export default defineConfig({
  test: { testTimeout: 600_000, hookTimeout: 120_000, include: ["e2e/pictures.ts"], provide: { kind: "chromium" } },
});
