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
 * One property of one resource is changed: what planning and applying that adds to planning and applying nothing. It
 * must not grow with the stack: held against what doing nothing grows by with each resource. Small differences of long
 * times: the time of the processors is taken, which is steadier than that of the clock.
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
        work: `${what} of one change in ${count(large)}, over none`,
        unit: "ms",
        measured: many[what].over,
        note: `processor time, ±${Math.round(many[what].spread)}; in ${count(small)}: ${Math.round(few[what].over)} ±${Math.round(few[what].spread)} ms`,
        ...(what === "apply" && beside),
      },
      {
        id: "P7",
        work: `what that grows by with each resource, ${what}`,
        unit: "µs",
        measured: growth((of) => of[what].over),
        floor: growth((of) => of[what].nothing),
        bar: { atMost: 0.1, of: "ratio" },
        note: "floor: what doing nothing grows by",
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
  /** The median of the differences of neighbouring runs, which what slows the machine slows alike. */
  readonly over: number;
  /** Half of the differences are no further from each other than twice this. */
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
