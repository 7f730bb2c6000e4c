import type { Diagnostic, ResourceId, ResourceRow, Snapshot, Step } from "../../model/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import { problem } from "../diagnostics.js";

export interface UntouchedPorts {
  readonly snapshot: Snapshot;
  readonly state: SnapshotIndex;
  /** Resources that must not be touched. */
  readonly untouched: ReadonlySet<ResourceId>;
}

/** Returns a problem for each removed resource that an untouched resource depends on. */
export function stillNeeded(
  leaving: readonly ResourceRow[],
  { snapshot, state, untouched }: UntouchedPorts,
): readonly Diagnostic[] {
  const rids = new Set(leaving.map(({ rid }) => rid));
  const neededBy = new Map<ResourceId, string[]>();
  for (const rid of untouched) {
    for (const need of state.needs(rid)) {
      if (rids.has(need)) neededBy.set(need, [...(neededBy.get(need) ?? []), state.urnOf(rid)]);
    }
  }
  return [...neededBy]
    .sort(([a], [b]) => a - b)
    .map(([rid, by]) => isStillNeeded(snapshot.resources.get(rid)!, "deletes", by.toSorted()));
}

/** Returns a problem for each replacement that would require changing an untouched resource. */
export function replacedApart(steps: readonly Step[], ports: UntouchedPorts): readonly Diagnostic[] {
  return blockedReplacements(steps, ports).map(({ row, by }) => isStillNeeded(row, "replaces", by));
}

/** A replacement that cannot be performed alone. */
export interface BlockedReplacement {
  readonly row: ResourceRow;
  /** The URNs of the resources that would have to change with it. */
  readonly by: readonly string[];
}

/**
 * Returns the replacements that would require changing an untouched resource: one that is replaced or deleted with the
 * replaced resource, or that refers to an object that is deleted before its successor exists. A reference to an object
 * that is deleted afterwards is fine: that object stays until a later plan.
 */
export function blockedReplacements(
  steps: readonly Step[],
  { snapshot, state, untouched }: UntouchedPorts,
): readonly BlockedReplacement[] {
  const replacements = steps.filter(({ action, replacement }) => action === "create" && replacement);
  if (replacements.length === 0) return [];
  const byId = new Map(steps.map((step) => [step.id, step]));
  return replacements.flatMap(({ urn, after }) => {
    const row = state.byUrn.get(urn);
    if (row === undefined) return [];
    const isDeletedFirst = after.some((id) => byId.get(id)!.urn === urn);
    const bound = isDeletedFirst
      ? ["deleted-with", "replace-with", "input"]
      : ["deleted-with", "replace-with"];
    const by = state
      .dependents(row.rid)
      .filter(({ rid, status }) => untouched.has(rid) && status !== "doomed")
      .filter(({ edges }) => edges.some(({ to, kind }) => to === row.rid && bound.includes(kind)))
      .map(({ rid }) => state.urnOf(rid));
    return by.length === 0 ? [] : [{ row: snapshot.resources.get(row.rid)!, by }];
  });
}

function isStillNeeded({ urn, position }: ResourceRow, verb: string, by: readonly string[]): Diagnostic {
  return problem("engine/still-needed", {
    detail: `This plan ${verb} the resource, but --target or --exclude leaves out these dependents: ${by.join(", ")}.`,
    hint: "Add the dependents as targets, or include all dependents of the targets:\n--dependents",
    resource: urn,
    ...(position && { position }),
    related: by.map((resource) => ({ message: `${resource} depends on it`, resource })),
  });
}
