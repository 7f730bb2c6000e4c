import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { BenchOptions, BenchRow } from "../scripts/bench-table.js";
import {
  median,
  bundleSubject,
  progress,
  runSubject,
  timesOf,
  type Result,
  syncsPerSecond,
} from "./measure/index.js";

/**
 * Measures graphs whose provider sleeps, from the first step to the last, against the longest path through the graph.
 * Then measures a chain next to resources that are slow for other reasons, against the same chain alone. Each graph is
 * applied twice in one process and the second time counts, so startup is not included.
 */
export default async function latency(options: BenchOptions): Promise<BenchRow[]> {
  const subject = await bundleSubject("latency-graph");
  const syncs = syncsPerSecond(options.work);
  const results = (...words: readonly string[]) => {
    progress(words.join(" "));
    return Array.from({ length: options.smoke ? 1 : words.includes("50") ? 3 : 5 }, () =>
      run(options, subject, words),
    );
  };
  const rows: BenchRow[] = [];
  for (const kind of ["wide", "deep", "diamond", "random"]) {
    for (const latencyMs of options.smoke ? ["10"] : ["10", "50"]) {
      const found = results(kind, latencyMs);
      const { steps = 0 } = found[0]!;
      const [commitMs, cold] = [of(found, "commitMs"), of(found, "cold")].map(median) as [number, number];
      rows.push({
        id: "P4",
        work: `apply of a ${kind} graph, calls of ${latencyMs} ms`,
        ...against(of(found, "makespan"), of(found, "floor")),
        syncsPerSecond: syncs,
        note: `${steps} steps in sequence, a commit of ${commitMs.toFixed(1)} ms each; ${Math.round(cold)} ms in the first run`,
      });
    }
  }
  const makespans = (beside: string) => of(results("deep", "10", beside), "makespan");
  const alone = makespans("nothing");
  for (const [beside, what] of Object.entries(neighbours))
    rows.push({
      id: "P4",
      work: `a chain next to ${what}, calls of 10 ms`,
      ...against(makespans(beside), alone),
      syncsPerSecond: syncs,
      note: "against the chain alone",
    });
  return rows;
}

const neighbours = {
  limited: "64 resources of a provider with a concurrency limit of 2",
  retried: "64 resources that fail 3 times and are retried",
};

function of(results: readonly Result[], key: string): readonly number[] {
  return results.map((result) => result[key]!);
}

function against(makespans: readonly number[], floors: readonly number[]) {
  const measured = timesOf(makespans);
  const floor = timesOf(floors);
  return {
    unit: "ms",
    measured: measured.median,
    best: measured.best,
    floor: floor.median,
    bestFloor: floor.best,
    bar: { atMost: 1.05, of: "ratio" },
  } as const;
}

/** Runs the subject in a new folder, so no stack exists before. */
function run({ work, package: shipped }: BenchOptions, subject: string, words: readonly string[]): Result {
  const place = join(work, "latency");
  mkdirSync(place, { recursive: true });
  const cwd = mkdtempSync(join(place, "graph-"));
  const env = { XDG_CONFIG_HOME: join(work, "settings") };
  return runSubject(subject, [shipped, ...words], { cwd, env });
}
