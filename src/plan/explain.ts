import {
  containsPath,
  getAt,
  hiddenPaths,
  hushed,
  isKnown,
  parsePropertyPath,
  shownInputs,
  shownSides,
  type Because,
  type Cause,
  type Change,
  type ChangeNeed,
  type ChangedFieldBecause,
  type DriftBecause,
  type Explanation,
  type FieldSource,
  type PathSegment,
  type Plan,
  type PlannedField,
  type Reason,
  type ValueObject,
} from "../model/index.js";
import { movedProperties } from "./moved-properties.js";
import { planRelations, type PlanRelations } from "./plan-relations.js";

/**
 * Explains the changes of resources: first the given ones, then every resource that their reasons lead to, each
 * once, in order of discovery. Empty if the plan does not contain them.
 */
export function explain(plan: Plan, ...urns: readonly string[]): readonly Explanation[] {
  const relations = planRelations(plan);
  const met = new Set(urns.filter((urn) => relations.changes.has(urn)));
  const explanations: Explanation[] = [];
  for (const each of met) {
    const change = relations.changes.get(each)!;
    const because = reasonsOf(change, relations);
    for (const cause of because.flatMap(causesIn)) met.add(cause.urn);
    explanations.push({ ...causeOf(change), kind: change.kind, ...positionOf(change), because });
  }
  return explanations;
}

function reasonsOf(change: Change, relations: PlanRelations): readonly Because[] {
  const { urn, action, kind, planned, reasons } = change;
  const isUnexplained = action === "update" && reasons.length === 0;
  return [
    ...reasons.flatMap((reason) => behind(reason, change, relations)),
    ...(isUnexplained ? [{ kind: "provider" } as const] : []),
    ...relations
      .deletedAfter(urn)
      .map((other): Because => ({ kind: "deleted-before", cause: causeOf(other) })),
    ...(kind === "component" ? relations.changingIn(urn) : []).map((member): Because => ({
      kind: "contains",
      cause: causeOf(member),
    })),
    ...predictedApart(change),
    ...(relations.hasLeftovers(urn) ? [{ kind: "left-behind" } as const] : []),
    ...(planned?.deferred === undefined ? [] : [{ kind: "deferred", why: planned.deferred } as const]),
  ];
}

/** The values that depend on predicted outputs, apart from the fields that change. */
function predictedApart({ predicted = [], reasons }: Change): readonly Because[] {
  const changed = new Set(
    reasons.flatMap((reason) =>
      reason.kind === "fields" ? reason.fields.map(({ path }) => parsePropertyPath(path)[0]) : [],
    ),
  );
  const fields = predicted.filter((field) => !changed.has(field));
  return fields.length === 0 ? [] : [{ kind: "predicted", fields }];
}

function behind(reason: Reason, change: Change, relations: PlanRelations): readonly Because[] {
  switch (reason.kind) {
    case "fields":
      return reason.fields.map((field) => changedField(field, change, relations));
    case "drift":
      return reason.fields.map((field) => driftedField(field, change.baseline, change));
    case "observed":
      return reason.fields.map((field) => driftedField(field, change.prior?.outputs, change));
    case "forced": {
      const other = reason.of === undefined ? undefined : relations.changes.get(reason.of);
      const goes = reason.by === "replace-with" || reason.by === "deleted-with";
      if (other === undefined || !goes) return [{ kind: "reason", reason }];
      return [{ kind: "goes-with", by: reason.by as "replace-with", cause: causeOf(other) }];
    }
    default:
      return [{ kind: "reason", reason }];
  }
}

function changedField(field: PlannedField, change: Change, relations: PlanRelations): ChangedFieldBecause {
  const { action, observed, planned } = change;
  const isOutput = field.of === "outputs";
  const prior = action === "import" ? observed : change.prior;
  const before = isOutput ? prior?.outputs : prior?.inputs;
  const after = isOutput ? planned?.outputs : shownInputs(change);
  const predicted = isOutput ? planned?.predicted : change.predicted;
  const path = parsePropertyPath(field.path);
  const value = getAt(after ?? {}, path);
  const isPredicted = predicted === "all" || predicted?.includes(path[0] as string) === true;
  return {
    kind: "field",
    ...shownField(field, change, before, after),
    change: field.kind,
    ...(isPredicted && value !== undefined && isKnown(value) && { predicted: true }),
    from: isOutput ? [{ kind: "provider" }] : sourcesOf(path, change, relations),
  };
}

function driftedField(field: PlannedField, before: ValueObject | undefined, change: Change): DriftBecause {
  const found = change.observed?.outputs ?? change.prior?.outputs;
  // An observed value is masked if the recorded value was secret.
  const masked = before === undefined || found === undefined ? found : hushed(found, before);
  return { kind: "drift", ...shownField(field, change, before, masked) };
}

function shownField(
  { path, replaces }: PlannedField,
  { hideDiffs }: Change,
  before: ValueObject | undefined,
  after: ValueObject | undefined,
): Pick<ChangedFieldBecause, "path" | "replaces" | "hidden" | "before" | "after"> {
  const hidden = hiddenPaths(hideDiffs);
  const segments = parsePropertyPath(path);
  const isHidden = hidden.covers(segments);
  return { path, replaces, ...(isHidden ? { hidden: true } : shownSides(hidden, segments, before, after)) };
}

/**
 * Returns where the value at a path comes from: the changing resources that it is computed from, otherwise the
 * program.
 */
function sourcesOf(
  path: readonly PathSegment[],
  change: Change,
  relations: PlanRelations,
): readonly FieldSource[] {
  const moved = change.needs.flatMap((need): readonly FieldSource[] => {
    const other = relations.changes.get(need.urn);
    if (need.kind !== "input" || need.field !== path[0] || other === undefined) return [];
    const properties = movedIn(readsAt(path, need), other, relations);
    if (properties === "none") return [];
    const cause = causeOf(other);
    return [{ kind: "resource", ...(properties !== "unnamed" && { properties }), cause }];
  });
  if (moved.length > 0) return moved;
  const isGiven = (object: ValueObject) => (getAt(object, path) ?? null) !== null;
  if (!isGiven(change.inputs) && isGiven(shownInputs(change))) return [{ kind: "provider" }];
  return [{ kind: "program", ...positionOf(change) }];
}

/** Returns the reads for the value at a path, one entry per element; undefined if they are unknown. */
function readsAt(
  path: readonly PathSegment[],
  { reads, elements }: ChangeNeed,
): readonly (readonly string[] | undefined)[] {
  if (elements === undefined) return [reads];
  const isPart = (element: readonly PathSegment[]) =>
    containsPath(element, path) || containsPath(path, element);
  return elements.filter((each) => isPart(parsePropertyPath(each.path))).map((each) => each.reads);
}

function movedIn(
  reads: readonly (readonly string[] | undefined)[],
  other: Change,
  relations: PlanRelations,
): readonly string[] | "unnamed" | "none" {
  const found = reads
    .map((each) => movedProperties(other, each, relations))
    .filter((each) => each !== "none");
  if (found.length === 0) return "none";
  const named = found.flatMap((each) => (each === "unnamed" ? [] : each));
  return named.length === 0 ? "unnamed" : [...new Set(named)];
}

function causesIn(because: Because): readonly Cause[] {
  if (because.kind === "field")
    return because.from.flatMap((source) => (source.kind === "resource" ? [source.cause] : []));
  return "cause" in because ? [because.cause] : [];
}

function causeOf({ urn, type, name, action }: Change): Cause {
  return { urn, type, name, action };
}

function positionOf({ position }: Change): Pick<Explanation, "position"> {
  return position === undefined ? {} : { position };
}
