import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { mutantPlugin } from "./tests/mutants/mutant-plugin.js";

const source = (folder: string) => fileURLToPath(new URL(`./src/${folder}/index.ts`, import.meta.url));

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
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
    setupFiles: ["tests/support/fast-check-runs.ts"],
    // Long enough for a machine that is busy with others: what hangs hangs for ever.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most of them wait for processes and files: one worker less than cores would leave half of a small machine idle.
    maxWorkers: "100%",
  },
});
