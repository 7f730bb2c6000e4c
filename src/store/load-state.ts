import { DiagnosticError, objectKey } from "../model/index.js";
import type {
  Diagnostic,
  ObjectRow,
  OpenIntent,
  ResourceId,
  ResourceRow,
  Snapshot,
  ValueObject,
} from "../model/index.js";
import { Ledger } from "../state/index.js";
import { problem } from "./diagnostics.js";
import { places } from "./raw/index.js";
import type {
  RawChange,
  RawColumn,
  RawHead,
  RawRecord,
  RawStack,
  StateRow,
  StateTable,
} from "./raw/index.js";
import { RowMap } from "./row-map.js";
import * as rows from "./rows/index.js";
import type { StorePorts } from "./ports.js";
import type { KeyRing, Sealer } from "./seal/index.js";
import { UnfoldedRows } from "./unfolded-rows.js";
import { JSON } from "../std/plain-json.js";

/** State that was read from a store, with everything needed to continue from it. Each member is built in one pass. */
export interface LoadedState {
  readonly head: RawHead;
  readonly snapshot: Snapshot;
  /** The ledger of the snapshot. Only the run that enters records may use it. */
  readonly ledger: Ledger;
  /** The term that each row adds to the state sum. */
  readonly terms: RowMap<string>;
  readonly unfolded: UnfoldedRows;
}

/** A verified state with everything that a run needs. */
export interface Loaded extends LoadedState {
  readonly raw: RawStack;
  readonly ring: KeyRing;
  /** The state sum of the rows that were read. */
  readonly sum: string;
  readonly ports: StorePorts;
  /** The current rows of state, verified. */
  rows(): Promise<readonly StateRow[]>;
  reload(): Promise<Loaded>;
}

/** Builds state from verified rows, one by one, and from the records after the last checkpoint. */
export class StateLoader {
  readonly #sealer: Sealer;
  readonly #columns: rows.TextColumns;
  readonly #terms = new RowMap<string>();
  readonly #resources = new Map<ResourceId, ResourceRow>();
  readonly #objects = new Map<string, ObjectRow>();
  readonly #open = new Map<string, OpenIntent>();
  #outputs: ValueObject = {};
  #moves: readonly string[] = [];
  #seen: Snapshot["seen"] = [];

  constructor(sealer: Sealer) {
    this.#sealer = sealer;
    this.#columns = new rows.TextColumns(sealer);
  }

  take(table: StateTable, text: string, term: string): void {
    this.#terms.set(table, this.#decode(table, JSON.parse(text) as RawColumn[]), term);
  }

  /** Returns the name of the row in its table. */
  #decode(table: StateTable, columns: readonly RawColumn[]): RawColumn {
    switch (table) {
      case "resource": {
        const resource = rows.decodeResource(columns, this.#columns);
        this.#resources.set(resource.rid, resource);
        return resource.rid;
      }
      case "object": {
        const object = rows.decodeObject(columns, this.#columns);
        const key = objectKey(object.rid, object.generation);
        this.#objects.set(key, object);
        return key;
      }
      case "intent": {
        const intent = rows.decodeIntent(columns, this.#columns);
        this.#open.set(intent.operation, intent);
        return intent.operation;
      }
      case "output": {
        const scope = columns[places.output.scope]!;
        if (scope === "stack") this.#outputs = rows.decodeOutputs(columns, this.#columns);
        if (scope === "moves") this.#moves = rows.decodeMoves(columns, this.#columns);
        if (scope === "seen") this.#seen = rows.decodeSeen(columns, this.#columns);
        return scope;
      }
    }
  }

  /** Call after the last row. Throws if the state is inconsistent, even if every MAC is valid. */
  loaded(head: RawHead, tail: readonly RawRecord[]): LoadedState {
    const folded = rows.foldedUpTo(head);
    const ledger = new Ledger({
      lineage: head.lineage,
      head: folded,
      nextRid: head.next_rid,
      resources: this.#resources,
      objects: this.#objects,
      open: this.#open,
      outputs: this.#outputs,
      moves: this.#moves,
      seen: this.#seen,
    });
    refuseContradictions(ledger.verify());
    const unfolded = new UnfoldedRows();
    for (const record of tail) if (record.seq > folded) unfolded.add(this.#enter(record, ledger));
    return { head, snapshot: ledger.snapshot(), ledger, terms: this.#terms, unfolded };
  }

  /** Returns the row changes that the record makes. */
  #enter(raw: RawRecord, ledger: Ledger): readonly RawChange[] {
    const record = rows.decodeRecord(raw, this.#sealer);
    const { changes } = rows.encodeRecord(record, this.#sealer, ledger);
    refuseContradictions(ledger.enter(record));
    return changes;
  }
}

function refuseContradictions(found: readonly Diagnostic[]): void {
  if (found.length === 0) return;
  throw new DiagnosticError(
    problem("store/integrity", {
      detail: "The state is inconsistent, although every row is authentic.",
      hint: "Restore the state from a backup, and please report this bug together with the problems below. Nothing was changed.",
    }),
    ...found,
  );
}
