import type { BenchOptions, BenchRow } from "../scripts/bench-table.js";
import { bundleSubject, count, measureSubject, syncsPerSecond } from "./measure/index.js";

/** Measures the cost of the store per created and per planned resource, compared with SQLite alone. */
export default async function store({ smoke, largest, work }: BenchOptions): Promise<BenchRow[]> {
  const resources = Math.min(smoke ? 100 : 10_000, largest);
  const file = await bundleSubject("store");
  const { all } = measureSubject(file, { all: [String(resources)] }, smoke ? 1 : 5);
  const each = (key: string) => ({
    measured: (all.median[key]! * 1000) / resources,
    best: (all.best[key]! * 1000) / resources,
  });
  const row = (what: string, key: string, alone: string): BenchRow => ({
    work: `${what}, of ${count(resources)}`,
    unit: "µs",
    ...each(key),
    floor: each(alone).measured,
    bestFloor: each(alone).best,
  });
  return [
    { ...row("a resource written", "write", "writeAlone"), syncsPerSecond: syncsPerSecond(work) },
    row("a resource read", "read", "readAlone"),
    { work: "a resource indexed", unit: "µs", ...each("indexed") },
    { work: "a resource in memory", unit: "bytes", measured: all.median["bytes"]! / resources },
  ];
}
