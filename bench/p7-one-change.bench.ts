import type { BenchOptions, BenchRow } from "../scripts/bench-table.js";
import {
  bundleSubject,
  count,
  median,
  progress,
  runSubject,
  type Result,
  syncsPerSecond,
} from "./measure/index.js";
import { appliedStack, type CoconutStack } from "./shape/coconut-stack.js";
import { changedSize } from "./shape/program-texts.js";

/**
 * Changes one property of one resource and measures the extra time of a plan and an apply over a no-op. The difference
 * must not grow with the size of the stack; the floor is the growth of the no-op. Uses processor time, because these are
 * small differences of long times and wall-clock time varies more.
 */
export default async function oneChange(options: BenchOptions): Promise<BenchRow[]> {
  const large = Math.min(10_000, options.largest);
  const small = Math.ceil(large / 10);
  const counts = await bundleSubject("state-counts");
  const few = await measured(appliedStack(options, small).stack, counts, options);
  const many = await measured(appliedStack(options, large).stack, counts, options);
  const beside = { syncsPerSecond: syncsPerSecond(options.work) };
  const over = (what: "plan" | "apply"): BenchRow[] => {
    const growth = (times: (of: Changed) => number) => (1000 * (times(many) - times(few))) / (large - small);
    return [
      {
        id: "P7",
        work: `${what} of one change in ${count(large)}, extra time over a no-op`,
        unit: "ms",
        measured: many[what].over,
        note: `processor time, ±${Math.round(many[what].spread)}; in ${count(small)}: ${Math.round(few[what].over)} ±${Math.round(few[what].spread)} ms`,
        ...(what === "apply" && beside),
      },
      {
        id: "P7",
        work: `growth of that difference per resource, ${what}`,
        unit: "µs",
        measured: growth((of) => of[what].over),
        floor: growth((of) => of[what].nothing),
        bar: { atMost: 0.1, of: "ratio" },
        note: "floor: growth of the no-op",
      },
    ];
  };
  const written = (what: "records" | "rows", work: string): BenchRow => ({
    id: "P7",
    work: `${work} by the apply of one change in ${count(large)}`,
    unit: "",
    measured: many[what],
    floor: few[what],
    bar: { atMost: 1, of: "ratio" },
    note: `floor: in ${count(small)}`,
  });
  return [
    ...over("plan"),
    ...over("apply"),
    written("records", "journal records"),
    written("rows", "rows written"),
  ];
}

interface Changed {
  readonly plan: Over;
  readonly apply: Over;
  readonly records: number;
  readonly rows: number;
}

interface Over {
  readonly nothing: number;
  /** The median of the differences of consecutive runs, which a slow machine affects equally. */
  readonly over: number;
  /** Half of the interquartile range of the differences. */
  readonly spread: number;
}

async function measured(stack: CoconutStack, counts: string, { smoke }: BenchOptions): Promise<Changed> {
  const pairs = { plan: [] as [number, number][], apply: [] as [number, number][] };
  let written: Result = {};
  let last = 5;
  const taken = async (words: readonly string[], size: number) =>
    (await stack.witnessed(words, { [changedSize]: String(size) })).cpuMs;
  for (let run = 0; run < (smoke ? 1 : 7); run++) {
    progress(`one change in ${count(stack.resources)}`);
    const next = 1_000_000 + run;
    pairs.plan.push([await taken(["plan"], last), await taken(["plan"], next)]);
    pairs.apply.push([await taken(["apply", "--yes"], last), await taken(["apply", "--yes"], next)]);
    written = runSubject(counts, [stack.state]);
    last = next;
  }
  await taken(["apply", "--yes"], 5);
  return {
    plan: overOf(pairs.plan),
    apply: overOf(pairs.apply),
    records: written["recordsOfLastRun"]!,
    rows: written["rowsOfLastRun"]!,
  };
}

function overOf(pairs: readonly [number, number][]): Over {
  const differences = pairs.map(([nothing, changed]) => changed - nothing).sort((a, b) => a - b);
  const quarter = Math.floor(differences.length / 4);
  return {
    nothing: median(pairs.map(([nothing]) => nothing)),
    over: median(differences),
    spread: (differences.at(-1 - quarter)! - differences[quarter]!) / 2,
  };
}
