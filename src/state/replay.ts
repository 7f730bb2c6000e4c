import type { Diagnostic, SequencedRecord, Snapshot } from "../model/index.js";
import { Ledger } from "./ledger.js";

/**
 * Applies a journal to a state. Never throws: a record that does not match, or would make state inconsistent, changes
 * nothing and is reported. Takes linear time in the size of the base and the records.
 */
export function replay(base: Snapshot, records: Iterable<SequencedRecord>): Replayed {
  const ledger = new Ledger(base);
  const problems: Diagnostic[] = [];
  for (const record of records) {
    const found = ledger.enter(record);
    if (found.length > 0) ledger.pass(record.sequence);
    for (const each of found) problems.push(each);
  }
  return { snapshot: ledger.snapshot(), problems };
}

export interface Replayed {
  readonly snapshot: Snapshot;
  readonly problems: readonly Diagnostic[];
}

/** Returns the state of a new stack. */
export function emptySnapshot(lineage: string): Snapshot {
  return {
    lineage,
    head: 0,
    nextRid: 1,
    resources: new Map(),
    objects: new Map(),
    open: new Map(),
    outputs: {},
    moves: [],
    seen: [],
  };
}
