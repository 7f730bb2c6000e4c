import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { mutantPlugin } from "./tests/mutants/mutant-plugin.js";
import { SlowFilesFirst } from "./tests/support/slow-files-first.js";
import { temporaryPlace } from "./tests/support/temporary-place.js";

const source = (folder: string) => fileURLToPath(new URL(`./src/${folder}/index.ts`, import.meta.url));

/** Of code that keeps nothing between tests: what one file has loaded is loaded for the next one too. */
const together = ["src/**/*.test.ts", "tests/{assets,engine,golden,scenarios,spec}/**/*.test.ts"];

export default defineConfig({
  plugins: [mutantPlugin(process.env["COCONUT_MUTANT"])],
  resolve: {
    alias: [
      { find: /^@coconut\/coconut$/, replacement: source("embed") },
      { find: /^@coconut\/coconut\/(command|local|process|random)$/, replacement: source("providers/$1") },
      { find: /^@coconut\/coconut\/(.+)$/, replacement: source("$1") },
    ],
  },
  test: {
    setupFiles: ["tests/support/fast-check-runs.ts"],
    env: { TMPDIR: temporaryPlace() },
    sequence: { sequencer: SlowFilesFirst },
    // Long enough for a machine that is busy with others: what hangs hangs for ever.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most of them wait for processes and files: one worker less than cores would leave half of a small machine idle.
    maxWorkers: "100%",
    projects: [
      { extends: true, test: { name: "alone", include: ["tests/**/*.test.ts"], exclude: together } },
      { extends: true, test: { name: "together", include: together, isolate: false } },
    ],
  },
});
