import type { ObjectRow, Planned, ResourceRow, Stored, ValueObject } from "../model/index.js";
import type { ConfiguredProvider, ProviderCall } from "../provider/contract/index.js";
import { byDeadline, type ChangeTimes } from "./in-time.js";
import { runningRecorder, type PerformPorts } from "./journal.js";
import type { Performed } from "./perform-create.js";

export interface UpdateTask {
  readonly resource: ResourceRow;
  readonly object: ObjectRow;
  /** The stored object, upgraded to the current schema version. */
  readonly prior: Stored;
  /** The outputs of the last create or update, upgraded to the current schema version. */
  readonly baseline: ValueObject;
  readonly observed?: Stored;
  readonly planned: Planned;
  /** The inputs as the program gives them. Only the call receives them; they are never written to the journal. */
  readonly asked: ValueObject;
  readonly edges: ObjectRow["edges"];
  readonly provider: ConfiguredProvider;
  readonly package: NonNullable<ObjectRow["package"]>;
  readonly providerRid: number | undefined;
  readonly call: ProviderCall;
}

/** Updates an object as planned: intent, call, outcome. */
export function performUpdate(task: UpdateTask, ports: PerformPorts): Promise<Performed> {
  return byDeadline(task.call, ports, (call, times) => update({ ...task, call }, times, ports));
}

async function update(
  task: UpdateTask,
  { begunAt, deadline }: ChangeTimes,
  ports: PerformPorts,
): Promise<Performed> {
  const { resource, object, prior, observed, planned, provider, call } = task;
  const { journal } = ports;
  const { rid, generation } = object;
  const operation = ports.nextOperation();
  const key = ports.keyOf({ action: "update", rid, generation });
  await journal.append({
    event: {
      kind: "intent",
      operation,
      action: "update",
      rid,
      generation,
      key,
      inputs: planned.inputs,
      deadline,
      begunAt,
    },
    changes: [],
  });
  const outcome = await provider.update(call, {
    prior,
    baseline: task.baseline,
    ...(observed && { observed }),
    planned,
    asked: task.asked,
    key,
    running: runningRecorder(journal, operation),
  });
  switch (outcome.kind) {
    case "ok":
    case "unfinished": {
      const row = updated(task, outcome.stored, ports.now());
      const result = outcome.kind === "ok" ? "ok" : "partial";
      const { durable } = await journal.enter({
        event: { kind: "outcome", operation, result },
        changes: [
          { put: "resource", row: resource },
          { put: "object", row },
        ],
      });
      if (outcome.kind === "ok") return { kind: "done", object: row, durable };
      await durable;
      return { kind: "unfinished", object: row, diagnostics: outcome.diagnostics };
    }
    case "failed":
      await journal.append({ event: { kind: "outcome", operation, result: "failed" }, changes: [] });
      return outcome;
    case "uncertain":
      return outcome;
  }
}

function updated(task: UpdateTask, stored: Stored, modifiedAt: string): ObjectRow {
  const { provider: _former, seenAt: _seenAt, observed: _observed, ...object } = task.object;
  return {
    ...object,
    package: task.package,
    ...(task.providerRid !== undefined && { provider: task.providerRid }),
    edges: task.edges,
    stored,
    baseline: stored.outputs,
    modifiedAt,
  };
}
