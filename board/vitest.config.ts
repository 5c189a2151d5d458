import { defineConfig } from "vitest/config";

/** The machine may be slow and busy, so the limit of time is wide. */
export default defineConfig({ test: { include: ["tests/**/*.test.ts"], testTimeout: 120_000 } });
