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

/** The state of a stack, for whoever does not need its program. The store is open only meanwhile. */
export async function withState<Result>(
  place: StackAddressed & LockWait & { readonly actor: string },
  work: (state: StateOperations) => Promise<Result>,
): Promise<Result> {
  return withStackStore(place, (store) => work(new StateOperations({ ...place, store })));
}

/** One change to state alone: a record of the journal, or none if everything is so already. */
interface StateChange {
  /** What the journal calls it. */
  readonly what: string;
  readonly changes: readonly RowChange[];
  /** The URNs of what it changes. */
  readonly changed: readonly string[];
}

export interface ForgetOptions {
  /** What depends on them is forgotten too; else nothing may. */
  readonly dependents?: boolean;
}

/**
 * What can be done to state alone, each under the lock and in one record. Resources are called by URN, moniker,
 * name, id or a pattern; a component stands for all that is in it. What is so already is left as it is.
 */
export class StateOperations {
  readonly #ports: StateOperationPorts;

  constructor(ports: StateOperationPorts) {
    this.#ports = ports;
  }

  /** In the order in which they came into state. */
  async list(): Promise<readonly StateResource[]> {
    return stateResources((await this.#ports.store.read()).snapshot);
  }

  /** One resource, called by its URN, moniker, name or id. */
  async show(resource: string): Promise<StateResource> {
    return findResource(resource, await this.list());
  }

  /** The outputs of the last run that came to its end. */
  async outputs(): Promise<ValueObject> {
    return (await this.#ports.store.read()).snapshot.outputs;
  }

  /** The next plan replaces them. */
  taint(...resources: readonly string[]): Promise<readonly string[]> {
    return this.#change("state taint", (snapshot) => marked(snapshot, resources, true));
  }

  untaint(...resources: readonly string[]): Promise<readonly string[]> {
    return this.#change("state untaint", (snapshot) => marked(snapshot, resources, false));
  }

  /** Protects them as long as the program says nothing about it. */
  protect(...resources: readonly string[]): Promise<readonly string[]> {
    return this.#change("state protect", (snapshot) => guarded(snapshot, resources, true));
  }

  /** Takes their protection away, the program's too: the next apply may delete them, or protects them again. */
  unprotect(...resources: readonly string[]): Promise<readonly string[]> {
    return this.#change("state unprotect", (snapshot) => guarded(snapshot, resources, false));
  }

  /** Lets go of them: they leave state, and what exists of them stays in the world. */
  forget(resources: readonly string[], options: ForgetOptions = {}): Promise<readonly string[]> {
    return this.#change("state rm", (snapshot) => forgotten(snapshot, resources, options));
  }

  /**
   * Lets the journal keep the records of the last so many runs only. What state is stays the same, and so does what is known
   * of every run but which resources it changed. Answers with how many records are gone.
   */
  prune(keepRuns: number): Promise<number> {
    return this.#run("state prune", (run) => run.prune(keepRuns));
  }

  /** Makes a change to what state is under the lock; answers with the URNs of what it changed. */
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

/** One resource, or all that a pattern describes. None is a diagnostic, and so are several of one name. */
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

/** What became of an operation is to be found out before its object is changed under it. */
function refuseOpen(objects: readonly ObjectRow[], { open }: Snapshot, state: SnapshotIndex): void {
  const rids = new Set([...open.values()].map(({ rid }) => rid));
  const [first, ...rest] = [...new Set(objects.map(({ rid }) => rid))]
    .filter((rid) => rids.has(rid))
    .map((rid) => hasOpenOperation(state.urnOf(rid)));
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
}
