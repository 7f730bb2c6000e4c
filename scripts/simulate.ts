/**
 * `npm run simulate -- --seeds N [--seed S]`: searches for failures longer than `npm test` does: it tries N
 * cases of every property test; S repeats one search. Random programs with faults are not part of it yet.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { seeds: { type: "string", default: "1000" }, seed: { type: "string" } },
});
const seeds = wholeNumber("--seeds", values.seeds);
const seed = values.seed === undefined ? undefined : wholeNumber("--seed", values.seed);
const files = ["src", "tests"]
  .flatMap(testFiles)
  .filter((path) => readFileSync(path, "utf8").includes("fast-check"));

console.error(
  `Trying ${seeds} cases of each property in ${files.length} test files. Random programs with faults are not part of it yet.`,
);
if (files.length > 0) {
  const { status } = spawnSync("node_modules/.bin/vitest", ["run", "--test-timeout=3600000", ...files], {
    stdio: "inherit",
    env: {
      ...process.env,
      COCONUT_RUNS: String(seeds),
      ...(seed !== undefined && { COCONUT_SEED: String(seed) }),
    },
  });
  process.exitCode = status ?? 1;
}

function testFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => `${folder}/${path}`);
}

function wholeNumber(option: string, text: string): number {
  if (/^-?\d+$/.test(text)) return Number(text);
  console.error(`${option} takes a whole number, not "${text}".`);
  process.exit(64);
}
