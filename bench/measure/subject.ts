import { resolve } from "node:path";
import { build } from "esbuild";
import { median } from "./in-turn.js";
import { runNode, type ProcessPlace } from "./run-process.js";

/** The numbers that a measured program printed with `printResult`, by name. */
export type Result = Readonly<Record<string, number>>;

/** Bundles a program in bench/subjects/ into one file and returns its path. */
export async function bundleSubject(name: string): Promise<string> {
  const outfile = resolve(`node_modules/.cache/coconut/bench/subjects/${name}.mjs`);
  await build({
    entryPoints: [`bench/subjects/${name}.ts`],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
  return outfile;
}

/** Runs a bundled subject once, in a separate process. */
export function runSubject(file: string, words: readonly string[], place?: ProcessPlace): Result {
  return JSON.parse(runNode(["--expose-gc", file, ...words], place).stdout) as Result;
}

export interface Measured {
  readonly median: Result;
  readonly best: Result;
}

/** Runs a subject alternately with each list of arguments and returns the printed results. */
export function measureSubject<Name extends string>(
  file: string,
  cases: Readonly<Record<Name, readonly string[]>>,
  runs: number,
  place?: ProcessPlace,
): Record<Name, Measured> {
  const names = Object.keys(cases) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>;
  for (let run = 0; run < runs; run++) {
    for (const name of names) results[name].push(runSubject(file, cases[name], place));
  }
  const measured = names.map((name) => [
    name,
    {
      median: combined(results[name], median),
      best: combined(results[name], (values) => Math.min(...values)),
    },
  ]);
  return Object.fromEntries(measured) as Record<Name, Measured>;
}

function combined(results: readonly Result[], combine: (values: readonly number[]) => number): Result {
  const keys = Object.keys(results[0]!);
  return Object.fromEntries(keys.map((key) => [key, combine(results.map((result) => result[key]!))]));
}
