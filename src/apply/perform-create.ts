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
  /** Everything of the object row that the call does not decide. */
  readonly object: Pick<ObjectRow, "rid" | "generation" | "edges"> & {
    readonly package: PackageRecord | undefined;
    readonly provider: ResourceId | undefined;
  };
  readonly schemaVersion: number;
  readonly planned: Planned;
  /** The inputs as the program gives them, for the call alone: the journal never sees them. */
  readonly asked: ValueObject;
  /** Whether the call can be made again from what is recorded. */
  readonly isRepeatable: boolean;
  readonly provider: ConfiguredProvider;
  readonly call: ProviderCall;
  /** What becomes of the object that this one takes the place of, in the commit that records this one. */
  readonly supersedes?: { readonly row: ObjectRow; readonly by: "doom" | "drop" } | undefined;
  /** What is to be replaced because this was: marked in the same commit, so that it is even if the run ends here. */
  readonly taints?: readonly ObjectRow[] | undefined;
  /** What remains in state if nothing was made; asked then, because other objects of the resource may have gone meanwhile. */
  readonly remains: () => Remains;
}

export type Performed =
  /** Its outcome is in the journal, and will be durable before anything behind it. */
  | { readonly kind: "done"; readonly object: ObjectRow; readonly durable: Promise<void> }
  | { readonly kind: "unfinished"; readonly object: ObjectRow; readonly diagnostics: readonly Diagnostic[] }
  | Extract<Outcome, { kind: "failed" | "uncertain" }>;

/** Creates an object: intent, call, outcome. What the journal says is true at every instant in between. */
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
      // The intent stays open: the next run finds out what became of it before it does anything else.
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

/** Written out: there are two for every object that is made, and a spread costs ten times as much. */
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

/** The mark that lets the next plan replace an object. */
export function tainted(row: ObjectRow): RowChange {
  return { put: "object", row: { ...row, stored: { ...row.stored, tainted: true } } };
}

function superseded({ supersedes }: CreateTask): readonly RowChange[] {
  if (supersedes === undefined) return [];
  const { row, by } = supersedes;
  if (by === "doom") return [{ put: "object", row: { ...row, status: "doomed" } }];
  return [{ drop: "object", rid: row.rid, generation: row.generation }];
}
