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
import type { RawColumn, RawHead, StateTable, TakeRow } from "./raw/index.js";
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

/** Makes state of rows that have been checked, as they come. */
export class StateLoader {
  readonly #columns: rows.TextColumns;
  readonly #macs = new RowMacs();
  readonly #resources = new Map<ResourceId, ResourceRow>();
  readonly #objects = new Map<string, ObjectRow>();
  readonly #open = new Map<string, OpenIntent>();
  #outputs: ValueObject = {};
  #moves: readonly string[] = [];

  constructor(sealer: Sealer) {
    this.#columns = new rows.TextColumns(sealer);
  }

  readonly take: TakeRow = (table, text, mac) => {
    this.#macs.set(table, this.#decode(table, JSON.parse(text) as RawColumn[]), mac);
  };

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
        return scope;
      }
    }
  }

  /** When all have come. What contradicts itself is refused, although it bears the seal. */
  loaded(head: RawHead): LoadedState {
    const snapshot: Snapshot = {
      lineage: head.lineage,
      head: head.head_seq,
      nextRid: head.next_rid,
      resources: this.#resources,
      objects: this.#objects,
      open: this.#open,
      outputs: this.#outputs,
      moves: this.#moves,
    };
    const ledger = new Ledger(snapshot);
    const found = ledger.verify();
    if (found.length > 0) throw contradicting(found);
    return { head, snapshot, ledger, macs: this.#macs };
  }
}

/** The authentication of each row as it is after everything appended. */
export class RowMacs {
  readonly #tables: { readonly [Table in StateTable]: Map<RawColumn, string> } = {
    resource: new Map(),
    object: new Map(),
    intent: new Map(),
    output: new Map(),
  };

  set(table: StateTable, name: RawColumn, mac: string): void {
    this.#tables[table].set(name, mac);
  }

  /** Takes note of the one that a row has now, and says which it had. */
  replace(table: StateTable, key: readonly RawColumn[], mac: string | undefined): string | undefined {
    const macs = this.#tables[table];
    const name = table === "object" ? objectKey(key[0] as number, key[1] as number) : key[0]!;
    const former = macs.get(name);
    if (mac === undefined) macs.delete(name);
    else macs.set(name, mac);
    return former;
  }
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
