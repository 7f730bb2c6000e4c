import { objectKey } from "../model/index.js";
import type { OpenIntent, SequencedRecord, Snapshot } from "../model/index.js";
import type { Mutable } from "../std/mutable.js";
import { intentAfter } from "./ledger.js";

/** The last version of each row in a part of a journal. Undefined stands for a deleted row. */
export interface LatestRows {
  readonly resources: ReadonlyMap<number, Row<"resources">>;
  readonly objects: ReadonlyMap<string, Row<"objects">>;
  /** All of them: no unfinished intent is older than the part. */
  readonly open: ReadonlyMap<string, OpenIntent>;
  readonly outputs?: Snapshot["outputs"];
  readonly moves?: Snapshot["moves"];
  readonly seen?: Snapshot["seen"];
}

type Row<Table extends "resources" | "objects"> =
  Snapshot[Table] extends ReadonlyMap<unknown, infer Item> ? Item | undefined : never;

/** For a journal whose beginning is pruned, which cannot be replayed. */
export function latestRows(records: Iterable<SequencedRecord>): LatestRows {
  const resources = new Map<number, Row<"resources">>();
  const objects = new Map<string, Row<"objects">>();
  const open = new Map<string, OpenIntent>();
  const ofStack: Mutable<Pick<LatestRows, "outputs" | "moves" | "seen">> = {};
  for (const { event, changes } of records) {
    if ("operation" in event) {
      const old = open.get(event.operation);
      const next = event.kind === "intent" ? event : old && intentAfter(old, event);
      if (next === undefined) open.delete(event.operation);
      else open.set(event.operation, next);
    }
    for (const change of changes) {
      if ("drop" in change) {
        if (change.drop === "resource") resources.set(change.rid, undefined);
        else objects.set(objectKey(change.rid, change.generation), undefined);
      } else if (change.put === "resource") resources.set(change.row.rid, change.row);
      else if (change.put === "object")
        objects.set(objectKey(change.row.rid, change.row.generation), change.row);
      else if (change.put === "outputs") ofStack.outputs = change.outputs;
      else if (change.put === "moves") ofStack.moves = change.applied;
      else ofStack.seen = change.seen;
    }
  }
  return { resources, objects, open, ...ofStack };
}
