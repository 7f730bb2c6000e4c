import { rmSync } from "node:fs";
import { join } from "node:path";
import type { BenchOptions, BenchRow } from "../scripts/bench-table.js";
import {
  bundleSubject,
  count,
  median,
  NotMeasured,
  progress,
  runSubject,
  sizesUpTo,
  timesOf,
  syncsPerSecond,
} from "./measure/index.js";
import { createdByPeers } from "./peers/created-by-peers.js";
import { appliedStack, type CoconutStack } from "./shape/coconut-stack.js";
import { width } from "./shape/program-texts.js";

/** Measures a `coco apply` that creates everything, from start to exit. Each intent and outcome is made durable. */
export default async function apply(options: BenchOptions): Promise<BenchRow[]> {
  const small = Math.min(1000, options.largest);
  const large = Math.min(10_000, options.largest);
  const syncs = syncsPerSecond(options.work);
  const { stack } = appliedStack(options, small);
  const again = () => Array.from({ length: options.smoke ? 1 : 3 }, () => createdAgain(stack));
  const before = again();
  const byPeers = createdByPeers(options, small);
  const created = timesOf([...before, ...again()]);
  const beside = { syncsPerSecond: syncs };
  const peers = byPeers.map(({ peer, milliseconds, note }): BenchRow => ({
    id: "P2",
    work: `apply creating ${count(small)}, against ${peer.name}`,
    unit: "ms",
    measured: created.median,
    best: created.best,
    against: `${peer.name} ${peer.version}`,
    ...(milliseconds !== undefined && { floor: milliseconds, bestFloor: milliseconds }),
    ...(peer.name === "terraform" && { bar: { atLeast: 60, of: "speed-up" as const } }),
    ...(note !== undefined && { note }),
    ...beside,
  }));
  return [
    ...sizesUpTo(options, [100, 1000, 10_000, 100_000])
      .filter((size) => size !== large)
      .map((size) =>
        size === small
          ? { ...createdRow(size), measured: created.median, best: created.best, ...beside }
          : createdOnce(options, size),
      ),
    ...peers,
    ...(await againstJournal(options, large)),
    ...(await journalBytes(options, small, large)),
  ];
}

function createdRow(size: number) {
  return { id: "P2", work: `apply creating ${count(size)}`, unit: "ms" } as const;
}

/** The time of the apply that created the stack for all benchmarks. */
function createdOnce(options: BenchOptions, size: number): BenchRow {
  try {
    const { created } = appliedStack(options, size);
    return { ...createdRow(size), ...created, note: "one run" };
  } catch (error) {
    if (!(error instanceof NotMeasured)) throw error;
    return { ...createdRow(size), note: error.message };
  }
}

function createdAgain(stack: CoconutStack): number {
  stack.forget();
  return stack.coco(["apply", "--yes"]).milliseconds;
}

/**
 * Compares with a bare loop that writes the same records: in the same number of commits, in the fewest commits that the
 * shape allows, and in one commit per record.
 */
async function againstJournal(options: BenchOptions, size: number): Promise<BenchRow[]> {
  const { stack } = appliedStack(options, size);
  const floorFile = await bundleSubject("journal-floor");
  const target = join(options.work, "journal-floor.db");
  const written = (commits: number) => {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${target}${suffix}`, { force: true });
    return runSubject(floorFile, [stack.state, target, String(commits)])["milliseconds"]!;
  };
  progress(`coco apply of ${count(size)}, counting commits`);
  stack.forget();
  const { commits } = await stack.witnessed(["apply", "--yes"]);
  const fewest = Math.ceil(size / width) + 1;
  const { records = 0 } = runSubject(await bundleSubject("state-counts"), [stack.state]);
  const taken = {
    applied: [] as number[],
    floor: [] as number[],
    fewest: [] as number[],
    each: [] as number[],
  };
  const syncs: number[] = [];
  for (let run = 0; run < (options.smoke ? 1 : 3); run++) {
    progress(`coco apply of ${count(size)} and its floors`);
    taken.applied.push(createdAgain(stack));
    syncs.push(syncsPerSecond(options.work));
    taken.floor.push(written(commits));
    taken.fewest.push(written(fewest));
    taken.each.push(written(records));
  }
  const applied = timesOf(taken.applied);
  const row = (work: string, floors: readonly number[]): BenchRow => ({
    id: "P2",
    work: `apply creating ${count(size)}, against its journal${work}`,
    unit: "ms",
    measured: applied.median,
    best: applied.best,
    floor: timesOf(floors).median,
    bestFloor: timesOf(floors).best,
    syncsPerSecond: median(syncs),
  });
  return [
    {
      ...row("", taken.floor),
      bar: { atMost: 3, of: "ratio" },
      note: `in ${count(commits)} commits, as many as \`coco apply\` made`,
    },
    row(`, one commit per ${width} resources`, taken.fewest),
    row(", one commit per record", taken.each),
    {
      id: "P2",
      work: `commits of an apply creating ${count(size)}`,
      unit: "",
      measured: commits,
      floor: fewest,
    },
  ];
}

/** Measures the journal bytes per step, which must not depend on the number of steps. */
async function journalBytes(options: BenchOptions, small: number, large: number): Promise<BenchRow[]> {
  const counts = await bundleSubject("state-counts");
  const perStep = (size: number) =>
    runSubject(counts, [appliedStack(options, size).stack.state])["journalBytes"]! / size;
  const [few, many] = [perStep(small), perStep(large)];
  const row = { id: "P2", unit: "bytes" } as const;
  return [
    {
      ...row,
      work: `journal per step, creating ${count(large)}`,
      measured: many,
      bar: { atMost: 1500, of: "measured" },
    },
    {
      ...row,
      work: `journal per step, ${count(large)} against ${count(small)}`,
      measured: many,
      floor: few,
      bar: { atMost: 1.03, of: "ratio" },
      note: "each name and number is one digit longer",
    },
  ];
}
