import { statSync } from "node:fs";
import type { BenchOptions, BenchRow } from "../scripts/bench-table.js";
import { bundleSubject, count, median, progress, runSubject } from "./measure/index.js";
import { CoconutStack } from "./shape/coconut-stack.js";
import { changedSize } from "./shape/program-texts.js";
import { watchedSaves } from "./shape/watched-saves.js";

/**
 * Measures a stack after many runs: the size of its file, the cost of a plan, and the memory of `coco watch`. The floor
 * is the same when the journal has reached its usual length. The rows of runs, which are kept, do not count.
 */
export default async function growth(options: BenchOptions): Promise<BenchRow[]> {
  const { smoke } = options;
  const [early, late] = smoke ? [2, 4] : [100, 1000];
  const stack = new CoconutStack(options, 100, "growing");
  const counts = await bundleSubject("state-counts");
  let applied = 0;
  const applies = async (upTo: number): Promise<Taken> => {
    for (; applied < upTo; applied++) {
      if (applied % 50 === 0) progress(`apply ${count(applied)} of ${count(late)}`);
      stack.coco(["apply", "--yes"], { [changedSize]: String(1000 + applied) });
    }
    const runs = runSubject(counts, [stack.state])["runBytes"]!;
    const plans: { cpuMs: number; maxRssBytes: number }[] = [];
    for (let plan = 0; plan < (smoke ? 1 : 7); plan++) plans.push(await stack.witnessed(["plan"]));
    return {
      bytes: statSync(stack.state).size - runs,
      cpuMs: median(plans.map((each) => each.cpuMs)),
      rss: median(plans.map((each) => each.maxRssBytes)),
    };
  };
  const [before, after] = [await applies(early), await applies(late)];
  const watched = await watchedSaves(stack, smoke ? [1, 2] : [20, 200]);
  const row = (work: string, unit: string, of: (taken: Taken) => number): BenchRow => ({
    id: "P9",
    work: `${work} after ${count(late)} applies`,
    unit,
    measured: of(after),
    floor: of(before),
    bar: { atMost: 1.1, of: "ratio" },
    note: `floor: after ${count(early)}`,
  });
  return [
    row("state without the rows of runs", "KiB", ({ bytes }) => bytes / 1024),
    row("processor time of a plan", "ms", ({ cpuMs }) => cpuMs),
    row("memory of a plan", "MB", ({ rss }) => rss / 1e6),
    {
      id: "P9",
      work: `memory of coco watch after ${count(watched.saves)} saves`,
      unit: "MB",
      measured: watched.late / 1e6,
      floor: watched.early / 1e6,
      bar: { atMost: 1.1, of: "ratio" },
      note: `floor: after ${count(watched.earlySaves)}`,
    },
  ];
}

interface Taken {
  readonly bytes: number;
  readonly cpuMs: number;
  readonly rss: number;
}
