import type { RawHead, RawRecord, RawStack } from "./raw/index.js";
import { journalStart } from "./rows/index.js";

/** A record, as the one behind it knows it. */
export type PlaceInJournal = Pick<RawRecord, "seq" | "hash">;

/** Of as many runs the journal keeps the records unless it is told otherwise. */
export const usualRuns = 50;

/**
 * The last record that the journal can do without when a run ends: it is of a run that is not among the last so many, and
 * older than those of every run that has left an operation open. Nothing if there is none.
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

/** The epoch of the run that an operation is called after; zero for one that is called otherwise. */
function epochOf(operation: string): number {
  return Number(/^r-(\d+)-/.exec(operation)?.[1] ?? 0);
}
