import type { ObjectRow, Registration, ResourceId, Stored, ValueObject } from "../../model/index.js";
import type { Facts, PriorFacts, RecordedRows } from "../../plan/index.js";
import type { LoadedPackage, ReadRequest } from "../../provider/contract/index.js";
import type { SnapshotIndex } from "../../state/index.js";

export interface PriorState extends RecordedRows {
  /** The stored object, upgraded to the current schema version. */
  readonly stored: Stored;
  /** The outputs of the last create or update, upgraded too. */
  readonly baseline: ValueObject;
}

/** Returns the current or owed object of a resource in state. */
export function priorState({ urn }: Registration, state: SnapshotIndex): PriorState | undefined {
  const row = state.byUrn.get(urn);
  const object =
    row && (state.currentOf(row.rid) ?? state.objectsOf(row.rid).find(({ status }) => status === "owed"));
  return row === undefined || object === undefined
    ? undefined
    : { row, object, stored: object.stored, baseline: object.baseline };
}

export function priorFacts({ row, object, stored }: PriorState): PriorFacts {
  return {
    kind: row.kind,
    status: object.status === "owed" ? "owed" : "current",
    unfinished: stored.unfinished,
  };
}

export function managedDifferently(
  prior: PriorState | undefined,
  { type }: Registration,
  { record }: LoadedPackage,
  moved: ProviderMove | undefined,
): Facts["managedDifferently"] {
  const before = prior?.object.package;
  if (prior === undefined || before === undefined) return undefined;
  if (before.name === record.name && prior.stored.type === type) return moved;
  return { before: `${before.name} ${prior.stored.type}`, after: `${record.name} ${type}` };
}

/** A change from one configuration of a package to another, in words. */
export interface ProviderMove {
  readonly before: string;
  readonly after: string;
}

/** Returns the change of provider configuration, in words; undefined if it is unchanged. */
export function providerMove(
  prior: PriorState | undefined,
  providedBy: Registration | undefined,
  urnOf: (rid: ResourceId) => string,
): ProviderMove | undefined {
  if (prior?.object.package === undefined) return undefined;
  const { provider, package: record } = prior.object;
  const before = provider === undefined ? undefined : urnOf(provider);
  if (before === providedBy?.urn) return undefined;
  const byDefault = `the stack configuration of ${record.name}`;
  return { before: before ?? byDefault, after: providedBy?.urn ?? byDefault };
}

/** Returns the read request for an object whose drift matters. A stale read soon after the last change is repeated. */
export function readRequest(
  { stored, baseline }: Pick<ObjectRow, "stored" | "baseline">,
  { createdAt, modifiedAt = createdAt }: ObjectRow,
): ReadRequest {
  return { prior: stored, baseline, changedAt: modifiedAt };
}

/**
 * Returns the object of a resource whose interrupted create is repeated before anything else, with its original inputs.
 * All other interrupted creates are resolved or held back by the time of planning.
 */
export function repeatedCreate(urn: string, state: SnapshotIndex): ObjectRow | undefined {
  const row = state.byUrn.get(urn);
  return row && state.objectsOf(row.rid).find(isRepeated);
}

export function isRepeated({ status }: ObjectRow): boolean {
  return status === "creating";
}
