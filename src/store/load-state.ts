import { DiagnosticError, objectKey } from "../model/index.js";
import type { Diagnostic, ObjectRow, OpenIntent, ResourceId, ResourceRow, Snapshot } from "../model/index.js";
import { Ledger } from "../state/index.js";
import { problem } from "./diagnostics.js";
import { keyOf, stateTables } from "./raw/index.js";
import type { RawColumn, RawHead, RawReading, StateTable } from "./raw/index.js";
import * as rows from "./rows/index.js";
import type { Sealer } from "./seal/index.js";

/** A reading as state, with what is needed to go on from it: each at the cost of one pass. */
export interface LoadedState {
  readonly head: RawHead;
  readonly snapshot: Snapshot;
  /** Of the snapshot; whoever enters something is the one to use it. */
  readonly ledger: Ledger;
  readonly macs: RowMacs;
}

/** Makes state of rows that have been checked. What contradicts itself is refused, although it bears the seal. */
export function loadState(reading: RawReading, sealer: Sealer): LoadedState {
  const { head } = reading;
  const snapshot = snapshotOf(reading, sealer);
  const ledger = new Ledger(snapshot);
  const found = ledger.verify();
  if (found.length > 0) throw contradicting(found);
  return { head, snapshot, ledger, macs: new RowMacs(reading.rows) };
}

/** The authentication of each row as it is after everything appended. */
export class RowMacs {
  readonly #tables: { readonly [Table in StateTable]: Map<RawColumn, string> } = {
    resource: new Map(),
    object: new Map(),
    intent: new Map(),
    output: new Map(),
  };

  constructor(tables: RawReading["rows"]) {
    for (const table of stateTables)
      for (const row of tables[table]) this.replace(table, keyOf(table, row), String(row["mac"]));
  }

  /** Takes note of the one that a row has now, and says which it had. */
  replace(table: StateTable, key: readonly RawColumn[], mac: string | undefined): string | undefined {
    const macs = this.#tables[table];
    const name = key.length === 1 ? key[0]! : key.join(" ");
    const former = macs.get(name);
    if (mac === undefined) macs.delete(name);
    else macs.set(name, mac);
    return former;
  }
}

function snapshotOf({ head, rows: tables }: RawReading, sealer: Sealer): Snapshot {
  const columns = new rows.TextColumns(sealer);
  const resources = new Map<ResourceId, ResourceRow>();
  const objects = new Map<string, ObjectRow>();
  const open = new Map<string, OpenIntent>();
  for (const each of tables.resource) {
    const row = rows.decodeResource(each, columns);
    resources.set(row.rid, row);
  }
  for (const each of tables.object) {
    const row = rows.decodeObject(each, columns);
    objects.set(objectKey(row.rid, row.generation), row);
  }
  for (const each of tables.intent) {
    const intent = rows.decodeIntent(each, columns);
    open.set(intent.operation, intent);
  }
  const outputs = tables.output.find(({ scope }) => scope === "stack");
  const moves = tables.output.find(({ scope }) => scope === "moves");
  return {
    lineage: head.lineage,
    head: head.head_seq,
    nextRid: head.next_rid,
    resources,
    objects,
    open,
    outputs: outputs === undefined ? {} : rows.decodeOutputs(outputs, columns),
    moves: moves === undefined ? [] : rows.decodeMoves(moves, columns),
  };
}

function contradicting(found: readonly Diagnostic[]): DiagnosticError {
  return new DiagnosticError(
    problem("store/integrity", {
      detail: "What the store holds bears the seal of the stack, and still contradicts itself.",
      hint: "Restore the store from a backup, and please report it with what follows. Nothing has been changed.",
    }),
    ...found,
  );
}
