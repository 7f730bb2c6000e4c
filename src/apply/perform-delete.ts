import type { Intent, ObjectRow, PlannedDelete, RowChange, Stored } from "../model/index.js";
import type { ConfiguredProvider, Outcome, ProviderCall } from "../provider/contract/index.js";
import { byDeadline, type ChangeTimes } from "./in-time.js";
import { runningRecorder, type PerformPorts } from "./journal.js";

export interface DeleteTask {
  readonly object: ObjectRow;
  readonly prior: Stored;
  /** The provider's plan for the delete, if it plans deletes. */
  readonly planned?: PlannedDelete | undefined;
  readonly provider: ConfiguredProvider;
  readonly call: ProviderCall;
  /**
   * Returns the row changes of the delete. Called once the object is gone, because other objects of the resource may be
   * gone by then.
   */
  readonly changes: () => readonly RowChange[];
}

/**
 * `owed`: a successor still has to be created. `resource`: only the object is removed. `nothing`: the resource is
 * removed too.
 */
export type Remains = "owed" | "resource" | "nothing";

export type Deleted =
  /** The outcome is in the journal and becomes durable before any later record. */
  | { readonly kind: "done"; readonly durable: Promise<void> }
  | Extract<Outcome, { kind: "failed" | "uncertain" }>;

/** Deletes an object: intent, call, outcome. */
export function performDelete(task: DeleteTask, ports: PerformPorts): Promise<Deleted> {
  return byDeadline(task.call, ports, (call, times) => remove({ ...task, call }, times, ports));
}

async function remove(
  task: DeleteTask,
  { begunAt, deadline }: ChangeTimes,
  ports: PerformPorts,
): Promise<Deleted> {
  const { object, prior, planned, provider, call } = task;
  const { journal } = ports;
  const { rid, generation } = object;
  const operation = ports.nextOperation();
  const key = ports.keyOf({ action: "delete", rid, generation });
  const intent: Intent = {
    kind: "intent",
    operation,
    action: "delete",
    rid,
    generation,
    key,
    deadline,
    begunAt,
    ...(planned?.opaque !== undefined && { opaque: planned.opaque }),
  };
  await journal.append({ event: intent, changes: [] });
  const running = runningRecorder(journal, operation);
  const outcome = await provider.delete(call, { prior, planned, key, running });
  switch (outcome.kind) {
    case "ok": {
      const { durable } = await journal.enter({
        event: { kind: "outcome", operation, result: "ok" },
        changes: task.changes(),
      });
      return { kind: "done", durable };
    }
    case "failed":
      await journal.append({ event: { kind: "outcome", operation, result: "failed" }, changes: [] });
      return outcome;
    case "unfinished":
    case "uncertain":
      return { kind: "uncertain", diagnostics: outcome.diagnostics };
  }
}

/** Returns the row changes for an object that is gone. */
export function afterDelete(object: ObjectRow, remains: Remains): readonly RowChange[] {
  const { rid, generation } = object;
  if (remains === "owed") return [{ put: "object", row: { ...object, status: "owed" } }];
  const drop: RowChange = { drop: "object", rid, generation };
  return remains === "resource" ? [drop] : [drop, { drop: "resource", rid }];
}
