import type { JournalEvent, OpenIntent, ResourceId, RowChange, SequencedRecord } from "../../model/index.js";
import type { RawChange, RawRecord } from "../raw/index.js";
import type { Sealer } from "../seal/index.js";
import { bodyOf, bodyText } from "./record-body.js";
import {
  encodeIntent,
  encodeMoves,
  encodeObject,
  encodeOutputs,
  encodeResource,
  encodeSeen,
} from "./row-codec.js";

/** Encodes a record for the journal, and the row changes that it makes. `ledger` is the state before the record. */
export function encodeRecord(
  record: SequencedRecord,
  sealer: Sealer,
  ledger: {
    openIntent(operation: string): OpenIntent | undefined;
    urnOf(rid: ResourceId): string | undefined;
  },
): { record: Omit<RawRecord, "hash">; changes: readonly RawChange[] } {
  const { sequence, epoch, runId, event } = record;
  const open = "operation" in event ? ledger.openIntent(event.operation) : undefined;
  const changes = record.changes.map((change) => encodeChange(change, sealer, sequence));
  const was = record.changes.map((change) => urnBefore(change, ledger));
  const intent = event.kind === "intent" ? event : open;
  return {
    record: {
      seq: sequence,
      epoch,
      run_id: runId,
      kind: kindOf(event),
      rid: intent?.rid ?? null,
      gen: intent?.generation ?? null,
      op_id: "operation" in event ? event.operation : null,
      body: bodyText(record, changes, was, sealer),
    },
    changes: [...changes, ...intentChange(event, open, sealer, sequence)],
  };
}

export function decodeRecord(record: RawRecord, sealer: Sealer): SequencedRecord {
  const { seq: sequence, epoch, run_id: runId } = record;
  return { sequence, epoch, runId, ...bodyOf(record, sealer) };
}

/** Backends may rely on one intent and one outcome per operation. "Uncertain" can be recorded several times. */
function kindOf(event: JournalEvent): string {
  return event.kind === "outcome" && event.result === "uncertain" ? "uncertain" : event.kind;
}

function intentChange(
  event: JournalEvent,
  open: OpenIntent | undefined,
  sealer: Sealer,
  sequence: number,
): RawChange[] {
  const put = (intent: OpenIntent): RawChange[] => [
    { table: "intent", put: encodeIntent(intent, sealer, sequence) },
  ];
  if (event.kind === "intent") return put(event);
  if (event.kind === "identified") return open === undefined ? [] : put({ ...open, identified: event.id });
  if (event.kind === "running") return open === undefined ? [] : put({ ...open, process: event.process });
  if (event.kind !== "outcome" || event.result === "uncertain") return [];
  return [{ table: "intent", drop: [event.operation] }];
}

/**
 * The previous URN of a resource, if the change gives it another one or deletes it. This record may be the first that
 * is not pruned.
 */
function urnBefore(
  change: RowChange,
  ledger: { urnOf(rid: ResourceId): string | undefined },
): string | undefined {
  if ("drop" in change) return change.drop === "resource" ? ledger.urnOf(change.rid) : undefined;
  if (change.put !== "resource") return undefined;
  const before = ledger.urnOf(change.row.rid);
  return before === change.row.urn ? undefined : before;
}

function encodeChange(change: RowChange, sealer: Sealer, sequence: number): RawChange {
  if ("drop" in change) {
    return change.drop === "resource"
      ? { table: "resource", drop: [change.rid] }
      : { table: "object", drop: [change.rid, change.generation] };
  }
  switch (change.put) {
    case "resource":
      return { table: "resource", put: encodeResource(change.row, sealer, sequence) };
    case "object":
      return { table: "object", put: encodeObject(change.row, sealer, sequence) };
    case "outputs":
      return { table: "output", put: encodeOutputs(change.outputs, sealer, sequence) };
    case "moves":
      return { table: "output", put: encodeMoves(change.applied, sequence) };
    case "seen":
      return { table: "output", put: encodeSeen(change.seen, sequence) };
  }
}
