import type { Diagnostic, SequencedRecord, Snapshot } from "../model/index.js";
import { Ledger } from "./ledger.js";

/**
 * The state after a journal, from the state before it. Total: a record that does not fit, or that would make
 * state unsound, changes nothing and is reported. Costs the size of the base once and of each record once.
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

/** The state of a stack that nothing has happened to. */
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
