import {
  DiagnosticError,
  type Diagnostic,
  type ObjectRow,
  type ResourceRow,
  type RowChange,
  type RunResult,
  type Snapshot,
  type ValueObject,
} from "../../model/index.js";
import { findResource, findResources, noSuchResource } from "../../plan/index.js";
import { indexSnapshot, type SnapshotIndex } from "../../state/index.js";
import type { StackRun, StackStore } from "../../store/internal.js";
import { namedRow } from "../../engine/index.js";
import { beginRun, type LockWait } from "../../engine/index.js";
import type { StackAddressed } from "../../store/internal.js";
import {
  cannotBeReplaced,
  forgetsNeeded,
  forgetsProtected,
  hasOpenOperation,
} from "./state-operation-problem.js";
import { withStackStore } from "../with-stack-store.js";
import { stateResources, type StateResource } from "./state-resources.js";

/** Opens the state of a stack without its program. The store is open only during the call. */
export async function withState<Result>(
  place: StackAddressed & LockWait & { readonly actor: string },
  work: (state: StateOperations) => Promise<Result>,
): Promise<Result> {
  return withStackStore(place, (store) => work(new StateOperations({ ...place, store })));
}

/** A change to state only: one journal record, or none if nothing changes. */
interface StateChange {
  /** The name in the journal. */
  readonly what: string;
  readonly changes: readonly RowChange[];
  /** The URNs of the changed resources. */
  readonly changed: readonly string[];
}

export interface ForgetOptions {
  /** Also removes the dependents; without it, a resource with dependents is refused. */
  readonly dependents?: boolean;
}

/**
 * Operations on state only, each under the lock and in one record. Resources are given by URN, moniker, name, id or
 * pattern; a component stands for all resources in it. Resources that need no change are left as they are.
 */
export class StateOperations {
  readonly #ports: StateOperationPorts;

  constructor(ports: StateOperationPorts) {
    this.#ports = ports;
  }

  /** Returns the resources in the order in which they were recorded. */
  async list(): Promise<readonly StateResource[]> {
    return stateResources((await this.#ports.store.read()).snapshot);
  }

  /** Returns one resource by URN, moniker, name or id. */
  async show(resource: string): Promise<StateResource> {
    return findResource(resource, await this.list());
  }

  /** Returns the outputs of the last completed run. */
  async outputs(): Promise<ValueObject> {
    return (await this.#ports.store.read()).snapshot.outputs;
  }

  /** Marks resources for replacement by the next apply. */
  taint(...resources: readonly string[]): Promise<readonly string[]> {
    return this.#change("state taint", (snapshot) => marked(snapshot, resources, true));
  }

  untaint(...resources: readonly string[]): Promise<readonly string[]> {
    return this.#change("state untaint", (snapshot) => marked(snapshot, resources, false));
  }

  /** Protects resources, unless the program sets `protect` itself. */
  protect(...resources: readonly string[]): Promise<readonly string[]> {
    return this.#change("state protect", (snapshot) => guarded(snapshot, resources, true));
  }

  /** Removes the protection, including the program's: the next apply may delete them, or protects them again. */
  unprotect(...resources: readonly string[]): Promise<readonly string[]> {
    return this.#change("state unprotect", (snapshot) => guarded(snapshot, resources, false));
  }

  /** Removes resources from state. Their objects are not deleted. */
  forget(resources: readonly string[], options: ForgetOptions = {}): Promise<readonly string[]> {
    return this.#change("state rm", (snapshot) => forgotten(snapshot, resources, options));
  }

  /**
   * Deletes journal records except those of the last `keepRuns` runs. State stays the same; for older runs only the
   * list of changed resources is lost. Returns the number of deleted records.
   */
  prune(keepRuns: number): Promise<number> {
    return this.#run("state prune", (run) => run.prune(keepRuns));
  }

  /** Changes state under the lock. Returns the URNs of the changed resources. */
  #change(command: string, change: (snapshot: Snapshot) => StateChange): Promise<readonly string[]> {
    return this.#run(command, async (run) => {
      const { what, changes, changed } = change(run.snapshot);
      if (changes.length > 0) await run.append({ event: { kind: "recorded", what }, changes });
      return changed;
    });
  }

  async #run<Result>(command: string, work: (run: StackRun) => Promise<Result>): Promise<Result> {
    const { store, actor } = this.#ports;
    const run = await beginRun(store, { command, actor }, this.#ports);
    let result: RunResult = "failed";
    try {
      const done = await work(run);
      result = "succeeded";
      return done;
    } finally {
      await run.end(result, {});
    }
  }
}

export interface StateOperationPorts extends LockWait {
  readonly store: StackStore;
  readonly actor: string;
}

function marked(snapshot: Snapshot, texts: readonly string[], tainted: boolean): StateChange {
  const state = indexSnapshot(snapshot);
  const objects = texts.flatMap((text) => {
    const managed = withDescendants(rowsCalled(text, snapshot, state), state).flatMap(({ rid, kind }) => {
      const object = kind === "custom" ? state.currentOf(rid) : undefined;
      return object === undefined ? [] : [object];
    });
    if (managed.length === 0) throw new DiagnosticError(cannotBeReplaced(text));
    return managed;
  });
  refuseOpen(objects, snapshot, state);
  const changed = [...new Set(objects)].filter(({ stored }) => (stored.tainted ?? false) !== tainted);
  return {
    what: tainted ? "tainted" : "untainted",
    changes: changed.map((row) => {
      const { tainted: _former, ...stored } = row.stored;
      return { put: "object", row: { ...row, stored: tainted ? { ...stored, tainted } : stored } };
    }),
    changed: changed.map(({ rid }) => state.urnOf(rid)),
  };
}

function guarded(snapshot: Snapshot, texts: readonly string[], isOn: boolean): StateChange {
  const state = indexSnapshot(snapshot);
  const rows = new Set(texts.flatMap((text) => withDescendants(rowsCalled(text, snapshot, state), state)));
  const changed = [...rows].filter(({ options }) => Boolean(options.protect) !== isOn);
  return {
    what: isOn ? "protected" : "unprotected",
    changes: changed.map((row) => {
      const { protect: _former, ...options } = row.options;
      return {
        put: "resource",
        row: { ...row, options: isOn ? { ...options, protect: "in-state" } : options },
      };
    }),
    changed: changed.map(({ urn }) => urn),
  };
}

function forgotten(snapshot: Snapshot, texts: readonly string[], { dependents }: ForgetOptions): StateChange {
  const state = indexSnapshot(snapshot);
  const rows = new Set(texts.flatMap((text) => rowsCalled(text, snapshot, state)));
  const dependentsOf = dependentRows(snapshot, state);
  if (dependents) for (const row of rows) for (const each of dependentsOf(row)) rows.add(each);
  const objects = [...rows].flatMap(({ rid }) => state.objectsOf(rid));
  const diagnostics = [...rows].flatMap((row): readonly Diagnostic[] => {
    const left = dependentsOf(row).filter((each) => !rows.has(each));
    return [
      ...(row.options.protect ? [forgetsProtected(row)] : []),
      ...(left.length > 0
        ? [
            forgetsNeeded(
              row,
              left.map(({ urn }) => urn),
            ),
          ]
        : []),
    ];
  });
  const [first, ...rest] = diagnostics;
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
  refuseOpen(objects, snapshot, state);
  return {
    what: "forgotten",
    changes: [
      ...objects.map(({ rid, generation }) => ({ drop: "object", rid, generation }) as const),
      ...[...rows].map(({ rid }) => ({ drop: "resource", rid }) as const),
    ],
    changed: [...rows].map(({ urn }) => urn),
  };
}

/** Returns one resource, or all that match a pattern. Throws if there is none, or if a name is ambiguous. */
function rowsCalled(text: string, snapshot: Snapshot, state: SnapshotIndex): readonly ResourceRow[] {
  const candidates = [...snapshot.resources.values()].map((row) => ({ ...namedRow(row, state), row }));
  if (!text.includes("*")) return [findResource(text, candidates).row];
  const found = findResources(text, candidates);
  if (found.length === 0) throw new DiagnosticError(noSuchResource(text));
  return found.map(({ row }) => row);
}

function withDescendants(rows: readonly ResourceRow[], state: SnapshotIndex): readonly ResourceRow[] {
  const found = new Set(rows);
  for (const row of found)
    if (row.kind === "component") for (const child of state.children(row.rid)) found.add(child);
  return [...found];
}

function dependentRows(
  snapshot: Snapshot,
  state: SnapshotIndex,
): (row: ResourceRow) => readonly ResourceRow[] {
  const dependents = new Map<number, ResourceRow[]>();
  for (const row of snapshot.resources.values()) {
    for (const need of state.needs(row.rid)) {
      const known = dependents.get(need);
      if (known === undefined) dependents.set(need, [row]);
      else known.push(row);
    }
  }
  return ({ rid }) => dependents.get(rid) ?? [];
}

/** An interrupted operation must be resolved before its object can be changed. */
function refuseOpen(objects: readonly ObjectRow[], { open }: Snapshot, state: SnapshotIndex): void {
  const rids = new Set([...open.values()].map(({ rid }) => rid));
  const [first, ...rest] = [...new Set(objects.map(({ rid }) => rid))]
    .filter((rid) => rids.has(rid))
    .map((rid) => hasOpenOperation(state.urnOf(rid)));
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
}
