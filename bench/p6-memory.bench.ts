import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BenchOptions, BenchRow } from "../scripts/bench-table.js";
import { bundleSubject, count, measureSubject, progress, runSubject } from "./measure/index.js";

/** Measures the heap per resource of a plan, without the program's own objects. */
export default async function memory(options: BenchOptions): Promise<BenchRow[]> {
  const size = Math.min(10_000, options.largest);
  const subject = await bundleSubject("plan-heap");
  const cwd = join(options.work, "plan-heap");
  mkdirSync(cwd);
  const place = { cwd, env: { XDG_CONFIG_HOME: join(options.work, "settings") } };
  progress(`a plan of ${count(size)} in memory`);
  const words = (task: string) => [options.package, task, String(size)];
  runSubject(subject, words("apply"), place);
  const { plan, plain } = measureSubject(
    subject,
    { plan: words("plan"), plain: words("plain") },
    options.smoke ? 1 : 3,
    place,
  );
  const perResource = (bytes: number) => bytes / size / 1024;
  return [
    {
      id: "P6",
      work: `heap per resource of a plan of ${count(size)}`,
      unit: "KiB",
      measured: perResource(plan.median["bytes"]!),
      floor: perResource(plain.median["bytes"]!),
      bar: { atMost: 5, of: "over" },
    },
  ];
}
