import { defineConfig } from "vitest/config";

/** The page in headless Chromium. The machine may be slow and busy, so the limits of time are wide. */
export default defineConfig({
  test: { include: ["e2e/**/*.test.ts"], testTimeout: 240_000, hookTimeout: 120_000, fileParallelism: false },
});
