import { spawnSync } from "node:child_process";
import { build } from "esbuild";

/** The numbers that a measured program printed with `printResult`, by name. */
export type Result = Readonly<Record<string, number>>;

/** Makes one file that Node runs of a program below bench/subjects/, and returns its path. */
export async function bundleSubject(name: string): Promise<string> {
  const outfile = `node_modules/.cache/coconut/bench/subjects/${name}.mjs`;
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

/** Runs Node once, in a process of its own: what a program costs is what it costs cold. */
export function runNode(nodeArguments: readonly string[]): { milliseconds: number; stdout: string } {
  const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;
  const start = performance.now();
  const { status, stdout } = spawnSync(process.execPath, nodeArguments, {
    env: environment,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const milliseconds = performance.now() - start;
  if (status !== 0) throw new Error(`node ${nodeArguments.join(" ")} failed.`);
  return { milliseconds, stdout };
}

/** Of several runs: on a machine that others use too, the best one says most. */
export interface Measured {
  readonly median: Result;
  readonly best: Result;
}

/** What a subject printed for each of its argument lists, over runs that are taken in turn. */
export function measureSubject<Name extends string>(
  file: string,
  cases: Readonly<Record<Name, readonly string[]>>,
  runs: number,
): Record<Name, Measured> {
  const names = Object.keys(cases) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>;
  for (let run = 0; run < runs; run++) {
    for (const name of names) {
      const { stdout } = runNode(["--expose-gc", file, ...cases[name]]);
      results[name].push(JSON.parse(stdout) as Result);
    }
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

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
