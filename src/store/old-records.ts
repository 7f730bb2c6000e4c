import type { RawHead, RawRecord, RawStack } from "./raw/index.js";
import { journalStart } from "./rows/index.js";

/** A position in the journal, as the next record refers to it. */
export type PlaceInJournal = Pick<RawRecord, "seq" | "hash">;

/** Number of runs whose records the journal keeps by default. */
export const usualRuns = 50;

/**
 * Returns the last record that can be pruned when a run ends; undefined if there is none. It belongs to a run before
 * the last `keepRuns`, and precedes the records of every run with an interrupted operation.
 */
export async function oldRecords(
  raw: RawStack,
  head: RawHead,
  { epoch, keepRuns, open }: { epoch: number; keepRuns: number; open: readonly string[] },
): Promise<PlaceInJournal | undefined> {
  if (epoch <= keepRuns) return undefined;
  const last = await raw.lastBefore(Math.min(epoch - keepRuns + 1, ...open.map(epochOf)));
  return last !== undefined && last.seq > journalStart(head).seq ? last : undefined;
}

/** Returns the epoch of the run that started an operation; zero if the operation's id does not contain one. */
function epochOf(operation: string): number {
  return Number(/^r-(\d+)-/.exec(operation)?.[1] ?? 0);
}
