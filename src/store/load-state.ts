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

/** A reading as state, with what is needed to go on from it: each at the cost of one pass. */
export interface LoadedState {
  readonly head: RawHead;
  readonly snapshot: Snapshot;
  /** Of the snapshot; whoever enters something is the one to use it. */
  readonly ledger: Ledger;
  /** What each row counts for in the sum of them all. */
  readonly terms: RowMap<string>;
  readonly unfolded: UnfoldedRows;
}

/** A checked reading, with all that a run on it needs. */
export interface Loaded extends LoadedState {
  readonly raw: RawStack;
  readonly ring: KeyRing;
  /** Of the rows that it was read from. */
  readonly sum: string;
  readonly ports: StorePorts;
  /** The rows of state as they are by now, checked. */
  rows(): Promise<readonly StateRow[]>;
  reload(): Promise<Loaded>;
}

/** Makes state of rows that have been checked, as they come, and of the records that are ahead of them. */
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

  /** Returns what the row is known by. */
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

  /** When all have come. What contradicts itself is refused, although it bears the seal. */
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

  /** Returns what it makes of rows. */
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
      detail: "What the store holds bears the seal of the stack, and still contradicts itself.",
      hint: "Restore the store from a backup, and please report it with what follows. Nothing has been changed.",
    }),
    ...found,
  );
}
