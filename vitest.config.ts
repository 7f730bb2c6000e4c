import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { mutantPlugin } from "./tests/mutants/mutant-plugin.js";

const source = (folder: string) => fileURLToPath(new URL(`./src/${folder}/index.ts`, import.meta.url));

/** Functions of their arguments: nothing of one file can reach another, and loading everything for each costs most. */
const pure = ["src/**/*.test.ts", "tests/golden/**/*.test.ts", "tests/types/**/*.test.ts"];
/** Each makes its own world. `references` counts on classes that nobody else has registered. */
const scenarios = ["tests/scenarios/*.test.ts"];
const alone = ["tests/scenarios/references.test.ts"];

const project = (name: string, include: readonly string[], exclude: readonly string[], isolate: boolean) => ({
  extends: true as const,
  test: { name, include: [...include], exclude: [...configDefaults.exclude, ...exclude], isolate },
});

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
    // Long enough for a machine that is busy with others: what hangs hangs for ever.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most of them wait for processes and files: one worker less than cores would leave half of a small machine idle.
    maxWorkers: "100%",
    projects: [
      project("pure", pure, [], false),
      project("scenarios", scenarios, alone, false),
      project("tests", ["tests/**/*.test.ts"], [...pure, ...scenarios], true),
      project("alone", alone, [], true),
    ],
  },
});
