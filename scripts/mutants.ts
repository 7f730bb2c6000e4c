import { spawnSync } from "node:child_process";
import { mutants } from "../tests/mutants/mutants/index.js";

/**
 * Runs the scenarios once per mutant and prints which tests failed: `npm run mutants [-- name … file …]`. With files in
 * `tests/` or `src/`, runs only their tests. Exits with an error if a mutant survives.
 */
const isFile = (argument: string) => /^(src|tests)\//.test(argument);
const asked = process.argv.slice(2).filter((argument) => !isFile(argument));
const files = process.argv.slice(2).filter(isFile);
const stranger = asked.find((each) => !mutants.some(({ name }) => name === each));
if (stranger !== undefined) {
  console.error(`Unknown mutant ${JSON.stringify(stranger)}.`);
  process.exit(1);
}
const chosen = asked.length === 0 ? mutants : mutants.filter(({ name }) => asked.includes(name));
const before = failedWith(undefined);
if (before.length > 0) {
  console.error(`Scenarios fail without a mutant, so mutants cannot be tested: ${before.join("; ")}`);
  process.exit(1);
}
let survivors = 0;
for (const { name } of chosen) {
  const red = failedWith(name);
  if (red.length === 0) survivors++;
  console.log(
    `${red.length === 0 ? "SURVIVED" : "caught  "}  ${name.padEnd(44)} ${red.length === 0 ? "" : `${red.length} red, first: ${red[0]}`}`,
  );
}
console.log(`\n${chosen.length - survivors} caught, ${survivors} survived`);
process.exitCode = survivors === 0 ? 0 : 1;

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[];
    readonly status: string;
    readonly name: string;
  }[];
}

function failedWith(mutant: string | undefined): readonly string[] {
  const places = files.length === 0 ? ["tests/scenarios"] : files;
  const { stdout } = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", ...places, "--reporter=json", "--bail=3"],
    {
      env: { ...process.env, ...(mutant && { COCONUT_MUTANT: mutant }) },
      encoding: "utf8",
      maxBuffer: 1 << 28,
    },
  );
  const report = JSON.parse(stdout.slice(stdout.indexOf("{"))) as Report;
  return report.testResults.flatMap(({ assertionResults, status, name: file }) => {
    const titles = assertionResults.filter((each) => each.status === "failed").map(({ title }) => title);
    return titles.length === 0 && status === "failed" ? [file] : titles;
  });
}
