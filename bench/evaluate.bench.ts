import type { BenchOptions, BenchRow } from "../scripts/bench-table.js";
import { bundleSubject, measureSubject, type Measured } from "./measure/index.js";

/**
 * Measures the evaluation of expressions, once per environment. In the second environment callbacks do not run again,
 * because nothing changed.
 */
export default async function evaluate({ smoke }: BenchOptions): Promise<BenchRow[]> {
  const resources = smoke ? 100 : 10_000;
  const callbacks = smoke ? 1_000 : 100_000;
  const file = await bundleSubject("evaluate");
  const cases = { inputs: ["inputs", String(resources)], chain: ["chain", String(callbacks)] };
  const { inputs, chain } = measureSubject(file, cases, smoke ? 1 : 5);
  const row = (work: string, { median, best }: Measured, key: string, count: number): BenchRow => ({
    work,
    unit: "µs",
    measured: (median[key]! * 1000) / count,
    best: (best[key]! * 1000) / count,
  });
  return [
    row("inputs of a resource", inputs, "first", resources),
    row("inputs of a resource, second environment", inputs, "second", resources),
    row("apply of a chain, recorded", chain, "recording", callbacks),
    row("apply of a chain, evaluated", chain, "first", callbacks),
    row("apply of a chain, second environment", chain, "second", callbacks),
  ];
}
