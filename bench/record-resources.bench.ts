import type { BenchOptions, BenchRow } from "../scripts/bench-table.js";
import { bundleSubject, measureSubject, type Measured } from "./measure/index.js";

/**
 * Measures the construction and recording of resources: time and memory per resource, compared with the same program
 * with plain objects instead of resources.
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
  const row = (work: string, unit: string, key: string, result: Measured, bar: number): BenchRow => {
    const each = (whole: Measured, of: "median" | "best") =>
      key === "bytes" ? whole[of][key]! / count / 1024 : (whole[of][key]! / count) * 1000;
    return {
      work,
      unit,
      measured: each(result, "median"),
      best: each(result, "best"),
      floor: each(plain, "median"),
      bestFloor: each(plain, "best"),
      bar: { atMost: bar, of: "over" },
    };
  };
  const time = (work: string, result: Measured) => row(work, "µs", "milliseconds", result, 15);
  const heap = (work: string, result: Measured) => row(work, "KiB", "bytes", result, 3);
  return [
    time("a resource, fields of a schema, source position from the loader", schemaSite),
    time("a resource, fields of a schema, source position from the stack trace", schema),
    time("a resource, declared fields, source position from the loader", declaredSite),
    time("a resource, declared fields, source position from the stack trace", declared),
    heap("a resource, fields of a schema", schema),
    heap("a resource, declared fields", declared),
  ];
}
