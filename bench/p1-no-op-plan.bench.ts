import type { BenchOptions, BenchRow } from "../scripts/bench-table.js";
import {
  bundleSubject,
  count,
  measureInTurn,
  NotMeasured,
  progress,
  runNode,
  sizesUpTo,
} from "./measure/index.js";
import { appliedStack } from "./shape/coconut-stack.js";

/**
 * Measures `coco plan` without changes, from start to exit. The floor is the least work of any plan: Node starts,
 * imports the same program with plain objects instead of resources, and reads and decodes the same rows.
 */
export default async function noOpPlan(options: BenchOptions): Promise<BenchRow[]> {
  const floor = await bundleSubject("plan-floor");
  const rows: BenchRow[] = [];
  for (const size of sizesUpTo(options, [100, 1000, 10_000, 100_000])) {
    try {
      rows.push(...(await planned(options, size, floor)));
    } catch (error) {
      if (!(error instanceof NotMeasured)) throw error;
      rows.push(
        { id: "P1", work: work(size), unit: "ms", ...barOf(size), note: error.message },
        { id: "P1", work: memoryWork(size), unit: "MiB", ...memoryBarOf(size), note: error.message },
      );
    }
  }
  return rows;
}

async function planned(options: BenchOptions, size: number, floorFile: string): Promise<BenchRow[]> {
  const { stack } = appliedStack(options, size);
  progress(`coco plan of ${count(size)} and its floor`);
  const { maxRssBytes } = await stack.witnessed(["plan"]);
  const { plan, floor } = measureInTurn(
    {
      plan: () => stack.coco(["plan"]).milliseconds,
      floor: () => runNode([floorFile, stack.plainProgram, stack.state]).milliseconds,
    },
    runsOf(options, size),
  );
  return [
    {
      id: "P1",
      work: work(size),
      unit: "ms",
      measured: plan.median,
      best: plan.best,
      floor: floor.median,
      bestFloor: floor.best,
      ...barOf(size),
    },
    ...(size >= 10_000 || options.smoke
      ? [
          {
            id: "P1",
            work: memoryWork(size),
            unit: "MiB",
            measured: maxRssBytes / 1024 / 1024,
            ...memoryBarOf(size),
          },
        ]
      : []),
  ];
}

function work(size: number): string {
  return `no-op plan of ${count(size)}`;
}

function memoryWork(size: number): string {
  return `peak memory of a no-op plan of ${count(size)}`;
}

function barOf(size: number): Pick<BenchRow, "bar"> {
  return size >= 10_000 ? { bar: { atMost: 4, of: "ratio" } } : {};
}

function memoryBarOf(size: number): Pick<BenchRow, "bar"> {
  return size >= 100_000 ? { bar: { atMost: 1024, of: "measured" } } : {};
}

function runsOf({ smoke }: BenchOptions, size: number): number {
  if (smoke) return 1;
  return size >= 100_000 ? 3 : size >= 10_000 ? 5 : 9;
}
