import type { BenchOptions, BenchRow } from "../scripts/bench-table.js";
import { bundleSubject, measureSubject, type Measured } from "./measure.js";

/**
 * Constructing and recording resources: time and memory of each, beyond what the same program costs with plain
 * objects in the place of resources.
 */
export default async function recordResources({ smoke }: BenchOptions): Promise<BenchRow[]> {
  const count = smoke ? 100 : 10_000;
  const file = await bundleSubject("record-resources");
  const size = String(count);
  const { plain, declared, schema, declaredSite, schemaSite } = measureSubject(
    file,
    {
      plain: ["plain", size],
      declared: ["declared", size],
      schema: ["schema", size],
      declaredSite: ["declared", size, "announced"],
      schemaSite: ["schema", size, "announced"],
    },
    smoke ? 1 : 7,
  );
  const row = (work: string, key: string, unit: number, result: Measured, bar: number): BenchRow => ({
    work,
    measured: (result.median[key]! / count) * unit,
    floor: (plain.median[key]! / count) * unit,
    over: ((result.median[key]! - plain.median[key]!) / count) * unit,
    "best over": ((result.best[key]! - plain.best[key]!) / count) * unit,
    bar: `≤ ${bar} over`,
  });
  return [
    row("µs per resource, fields of a schema, site from the loader", "milliseconds", 1_000, schemaSite, 15),
    row("µs per resource, fields of a schema, site from the stack", "milliseconds", 1_000, schema, 15),
    row("µs per resource, declared fields, site from the loader", "milliseconds", 1_000, declaredSite, 15),
    row("µs per resource, declared fields, site from the stack", "milliseconds", 1_000, declared, 15),
    row("KiB per resource, fields of a schema", "bytes", 1 / 1_024, schema, 3),
    row("KiB per resource, declared fields", "bytes", 1 / 1_024, declared, 3),
  ];
}
