import type {
  Diagnostic,
  ObjectRow,
  PackageRecord,
  Planned,
  ResourceId,
  ResourceRow,
  RowChange,
  Stored,
  ValueObject,
} from "../model/index.js";
import type { ConfiguredProvider, Outcome, ProviderCall } from "../provider/contract/index.js";
import type { Mutable } from "../std/mutable.js";
import { byDeadline, type ChangeTimes } from "./in-time.js";
import { runningRecorder, type PerformPorts } from "./journal.js";
import { afterDelete, type Remains } from "./perform-delete.js";

export interface CreateTask {
  readonly resource: ResourceRow;
  /** The parts of the object row that do not depend on the result of the call. */
  readonly object: Pick<ObjectRow, "rid" | "generation" | "edges"> & {
    readonly package: PackageRecord | undefined;
    readonly provider: ResourceId | undefined;
  };
  readonly schemaVersion: number;
  readonly planned: Planned;
  /** The inputs as the program gives them. Only the call receives them; they are never written to the journal. */
  readonly asked: ValueObject;
  /** True if the call can be repeated from the recorded data. */
  readonly isRepeatable: boolean;
  readonly provider: ConfiguredProvider;
  readonly call: ProviderCall;
  /** The object that this one replaces, and whether its row is marked for deletion or dropped in the same commit. */
  readonly supersedes?: { readonly row: ObjectRow; readonly by: "doom" | "drop" } | undefined;
  /**
   * Objects that must be replaced because this one was. They are marked in the same commit, so the mark survives a
   * crash.
   */
  readonly taints?: readonly ObjectRow[] | undefined;
  /**
   * Returns what remains in state if the create made nothing. Called late, because other objects of the resource may be
   * gone by then.
   */
  readonly remains: () => Remains;
}

export type Performed =
  /** The outcome is in the journal and becomes durable before any later record. */
  | { readonly kind: "done"; readonly object: ObjectRow; readonly durable: Promise<void> }
  | { readonly kind: "unfinished"; readonly object: ObjectRow; readonly diagnostics: readonly Diagnostic[] }
  | Extract<Outcome, { kind: "failed" | "uncertain" }>;

/** Creates an object: intent, call, outcome. The journal is correct at every point in between. */
export function performCreate(task: CreateTask, ports: PerformPorts): Promise<Performed> {
  return byDeadline(task.call, ports, (call, times) => create(task, call, times, ports));
}

async function create(
  task: CreateTask,
  call: ProviderCall,
  { begunAt, deadline }: ChangeTimes,
  ports: PerformPorts,
): Promise<Performed> {
  const { resource, object, planned, asked, provider } = task;
  const { journal, now } = ports;
  const operation = ports.nextOperation();
  const key = ports.keyOf({ action: "create", rid: object.rid, generation: object.generation });
  const creating = (id?: string) => objectRow(object, "creating", storedBefore(task, id), {}, begunAt);
  await journal.append({
    event: {
      kind: "intent",
      operation,
      action: "create",
      rid: object.rid,
      generation: object.generation,
      key,
      inputs: planned.inputs,
      deadline,
      begunAt,
      ...(!task.isRepeatable && { repeatable: false }),
    },
    changes: [
      { put: "resource", row: resource },
      { put: "object", row: creating() },
    ],
  });
  const identified = (id: string) =>
    journal.append({
      event: { kind: "identified", operation, id },
      changes: [{ put: "object", row: creating(id) }],
    });
  const running = runningRecorder(journal, operation);
  const request = { type: resource.type, planned, asked, key, identified, running };
  const outcome = await provider.create(call, request);
  switch (outcome.kind) {
    case "ok":
    case "unfinished": {
      const { stored } = outcome;
      const row = objectRow(object, "current", stored, stored.outputs, begunAt);
      row.modifiedAt = now();
      const result = outcome.kind === "ok" ? "ok" : "partial";
      const { durable } = await journal.enter({
        event: { kind: "outcome", operation, result },
        changes: [{ put: "object", row }, ...superseded(task), ...(task.taints ?? []).map(tainted)],
      });
      if (outcome.kind === "ok") return { kind: "done", object: row, durable };
      await durable;
      return { kind: "unfinished", object: row, diagnostics: outcome.diagnostics };
    }
    case "failed":
      await journal.append({
        event: { kind: "outcome", operation, result: "failed" },
        changes: afterDelete(creating(), task.remains()),
      });
      return outcome;
    case "uncertain":
      // The intent stays open: the next run resolves the interrupted create before it does anything else.
      return outcome;
  }
}

function storedBefore({ resource, schemaVersion, planned }: CreateTask, id: string | undefined): Stored {
  const { type } = resource;
  const { inputs } = planned;
  return id === undefined
    ? { type, schemaVersion, inputs, outputs: {} }
    : { type, schemaVersion, inputs, outputs: {}, id };
}

/** Written out because it runs twice per created object, and a spread costs ten times as much. */
function objectRow(
  { rid, generation, package: managedBy, provider, edges }: CreateTask["object"],
  status: ObjectRow["status"],
  stored: Stored,
  baseline: ValueObject,
  createdAt: string,
): Mutable<ObjectRow> {
  const row: Mutable<ObjectRow> = { rid, generation, status, stored, baseline, edges, createdAt };
  if (managedBy !== undefined) row.package = managedBy;
  if (provider !== undefined) row.provider = provider;
  return row;
}

/** Returns the row change that marks an object for replacement by the next plan. */
export function tainted(row: ObjectRow): RowChange {
  return { put: "object", row: { ...row, stored: { ...row.stored, tainted: true } } };
}

function superseded({ supersedes }: CreateTask): readonly RowChange[] {
  if (supersedes === undefined) return [];
  const { row, by } = supersedes;
  if (by === "doom") return [{ put: "object", row: { ...row, status: "doomed" } }];
  return [{ drop: "object", rid: row.rid, generation: row.generation }];
}
