import assert from "node:assert/strict";
import type { PlanOptions, StackPlan } from "../../../src/engine/index.js";
import type { Stack } from "../../../src/operations/stack/index.js";
import {
  isDiagnosticError,
  type ResourceRow,
  type RunEvent,
  type Snapshot,
} from "../../../src/model/index.js";
import type { Effect } from "../../../src/testing/cloud/index.js";
import { cloudIdOf } from "../../../src/testing/managed-object.js";
import { labelOf } from "../scenario/label.js";

/** The URNs of what a run is asked to leave alone; undefined if it may touch everything. */
export async function leftAlone(
  stack: Stack,
  { targets, excludes, ...options }: PlanOptions & { readonly plan?: StackPlan | undefined },
): Promise<ReadonlySet<string> | undefined> {
  const isPartial = targets !== undefined || excludes !== undefined;
  const request = { ...options, ...(targets && { targets }), ...(excludes && { excludes }) };
  const plan = options.plan ?? (isPartial ? await planOf(stack, request) : undefined);
  const urns = plan?.changes.flatMap(({ action, urn }) => (action === "skip" ? [urn] : []));
  return isPartial || urns?.length ? new Set(urns) : undefined;
}

async function planOf(stack: Stack, options: PlanOptions): Promise<StackPlan | undefined> {
  try {
    return await stack.plan(options);
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    return undefined;
  }
}

export interface PartialRun {
  readonly alone: ReadonlySet<string>;
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** All that was asked of the cloud, for the plan too. */
  readonly effects: readonly Effect[];
  readonly events: readonly RunEvent[];
}

/**
 * What a run is to leave alone it does not even look at, and state has exactly what it had. Whatever the run was
 * asked for: what no step was begun for stays as it was, a component's offers apart.
 */
export function checkUntouched({ alone, before, after, effects, events }: PartialRun): void {
  const begun = new Set(events.flatMap((event) => (event.kind === "step-started" ? [event.urn] : [])));
  // A process may die when an intent is durable, and before it has said so.
  for (const { rid } of after.open.values()) begun.add(after.resources.get(rid)!.urn);
  for (const row of before.resources.values()) {
    const { urn } = after.resources.get(row.rid) ?? row;
    const isAlone = alone.has(urn);
    if (!isAlone && (begun.has(urn) || begun.has(row.urn) || row.kind === "component")) continue;
    assert.deepEqual(rowsOf(row, after), rowsOf(row, before), `what state has of ${labelOf(row)}`);
    const ids = ownIds(row, before, after);
    const seen = effects.filter(
      ({ id, action }) =>
        id !== undefined && action !== "create" && ids.has(id) && (isAlone || action !== "read"),
    );
    assert.deepEqual(
      seen.map(({ action }) => action),
      [],
      `what was asked of the cloud for ${labelOf(row)}`,
    );
  }
}

/** But for the names: they follow the program for the stack as a whole. */
function rowsOf(row: ResourceRow, snapshot: Snapshot): unknown {
  const found = snapshot.resources.get(row.rid);
  return { row: found && { ...found, urn: "", name: "" }, objects: objectsOf(row, snapshot) };
}

/**
 * The cloud's ids of the objects that no other resource has. An object that two have is looked at for the other one, and
 * a create for another one may overwrite it.
 */
function ownIds(row: ResourceRow, before: Snapshot, after: Snapshot): ReadonlySet<string> {
  const ids = new Set(objectsOf(row, before).flatMap(({ stored }) => cloudIdOf(stored) ?? []));
  for (const { rid, stored } of [...before.objects.values(), ...after.objects.values()])
    if (rid !== row.rid) ids.delete(cloudIdOf(stored) ?? "");
  return ids;
}

function objectsOf({ rid }: ResourceRow, { objects }: Snapshot) {
  return [...objects.values()].filter((object) => object.rid === rid);
}
