import type { BenchOptions, BenchRow, FoundPeer } from "../scripts/bench-table.js";
import { count, measureInTurn, progress, sizesUpTo, type Times } from "./measure/index.js";
import { attempt, emptyFolder } from "./peers/created-by-peers.js";
import { peerOf } from "./peers/peer.js";
import { appliedStack } from "./shape/coconut-stack.js";

/** Measures a plan without changes against other tools with the same program, alternately. */
export default async function peers(options: BenchOptions): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const peer of options.peers) {
    let before: number | undefined;
    for (const size of sizesUpTo(options, sizesOf(peer))) {
      const row = planned(options, peer, size, before);
      before = row.measured === undefined ? undefined : row.floor! / row.measured;
      rows.push(row);
    }
  }
  return rows;
}

/** The larger size is measured only for tools whose state can be generated without creating everything. */
function sizesOf(peer: FoundPeer): readonly number[] {
  return peerOf(peer).pretend === undefined ? [1000] : [1000, 2000];
}

/** `before` is the speedup at the previous size, which is the target for this size. */
function planned(options: BenchOptions, peer: FoundPeer, size: number, before: number | undefined): BenchRow {
  const { name, version } = peer;
  const { stack } = appliedStack(options, size);
  let ours: Times | undefined;
  let theirs: Times | undefined;
  const { note } = attempt(peer, () => {
    const { prepare, pretend, create, plan } = peerOf(peer);
    const folder = emptyFolder(options, `${name}-plan-${size}`);
    progress(`${name}: plan of ${count(size)}, and coco's`);
    prepare(folder, size);
    if (pretend === undefined) create(folder);
    else pretend(folder, size);
    plan(folder);
    const times = measureInTurn(
      { ours: () => stack.coco(["plan"]).milliseconds, theirs: () => plan(folder) },
      options.smoke ? 1 : 5,
    );
    ({ ours, theirs } = times);
    return times.theirs.median;
  });
  const bar = { atLeast: before ?? 8, of: "speed-up" } as const;
  return {
    id: "P3",
    work: `no-op plan of ${count(size)}, against ${name}`,
    unit: "ms",
    against: `${name} ${version}`,
    ...(ours && { measured: ours.median, best: ours.best }),
    ...(theirs && { floor: theirs.median, bestFloor: theirs.best }),
    ...(name === "terraform" && { bar }),
    ...(note !== undefined && { note }),
  };
}
