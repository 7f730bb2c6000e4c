import {
  isReference,
  mapValue,
  parseUrn,
  printUrn,
  referenceTo,
  typeOfUrn,
  type ObjectRow,
  type ResourceId,
  type ResourceRow,
  type RowChange,
  type RowRename,
  type Snapshot,
  type Value,
  type ValueObject,
} from "../model/index.js";
import { indexSnapshot } from "./index-snapshot.js";

/** State under other names, and what has to be recorded for it to be so. */
export interface Renamed {
  readonly snapshot: Snapshot;
  readonly changes: readonly RowChange[];
  /** What those with another URN were called before. */
  readonly from: ReadonlyMap<ResourceId, string>;
}

/**
 * Gives resources other URNs, all at once, so that two may swap. Every reference to one that state holds follows;
 * edges need not, they go by number. Text that happens to be a URN stays: the world has it as it is.
 */
export function renameRows(snapshot: Snapshot, renames: readonly RowRename[]): Renamed {
  const moved = renames.filter(({ rid, urn }) => snapshot.resources.get(rid)?.urn !== urn);
  if (moved.length === 0) return { snapshot, changes: [], from: new Map() };
  const from = new Map(moved.map(({ rid }) => [rid, snapshot.resources.get(rid)!.urn]));
  const urns = new Map(moved.map(({ rid, urn }) => [from.get(rid)!, urn]));
  const rows = moved.map((rename) => renamedRow(snapshot.resources.get(rename.rid)!, rename));
  const retyped = new Map(moved.flatMap(({ rid, urn, retypes }) => (retypes ? [[rid, ownType(urn)]] : [])));
  const objects = [...snapshot.objects].flatMap(([key, object]) => {
    const renamed = renamedObject(object, urns, retyped.get(object.rid));
    return renamed === object ? [] : [[key, renamed] as const];
  });
  const outputs = renamedValues(snapshot.outputs, urns);
  return {
    snapshot: {
      ...snapshot,
      resources: new Map([...snapshot.resources, ...rows.map((row) => [row.rid, row] as const)]),
      objects: new Map([...snapshot.objects, ...objects]),
      outputs,
    },
    changes: [
      ...rows.map((row) => ({ put: "resource", row }) as const),
      ...objects.map(([, row]) => ({ put: "object", row }) as const),
      ...(outputs === snapshot.outputs ? [] : [{ put: "outputs", outputs } as const]),
    ],
    from,
  };
}

/**
 * The renames of everything below what is renamed, as far as it is not named itself: the types above change, and
 * a name that begins with that of the parent begins with its new one.
 */
export function carriedRenames(snapshot: Snapshot, renames: readonly RowRename[]): readonly RowRename[] {
  if (renames.length === 0) return [];
  const named = new Map(renames.map((rename) => [rename.rid, rename.urn]));
  const { children } = indexSnapshot(snapshot);
  const carried: RowRename[] = [];
  const rest = [...named];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [rid, urn] = next;
    const before = snapshot.resources.get(rid)?.urn;
    if (before === undefined || before === urn) continue;
    for (const child of children(rid)) {
      const moved = named.has(child.rid) ? undefined : movedBelow(child.urn, before, urn);
      if (moved === undefined || moved === child.urn) continue;
      carried.push({ rid: child.rid, urn: moved });
      rest.push([child.rid, moved]);
    }
  }
  return carried;
}

/** The renames that would leave two resources with one URN, with the others that have it then. */
export function collidingRenames(
  snapshot: Snapshot,
  renames: readonly RowRename[],
): readonly { readonly rename: RowRename; readonly taken: readonly ResourceId[] }[] {
  if (renames.length === 0) return [];
  const urns = new Map(renames.map(({ rid, urn }) => [rid, urn]));
  const after = new Map<string, ResourceId[]>();
  for (const { rid, urn: before } of snapshot.resources.values()) {
    const urn = urns.get(rid) ?? before;
    after.set(urn, [...(after.get(urn) ?? []), rid]);
  }
  return renames.flatMap((rename) => {
    const taken = (after.get(rename.urn) ?? []).filter((rid) => rid !== rename.rid);
    return taken.length === 0 ? [] : [{ rename, taken }];
  });
}

/** What a child is called when its parent is called something else; undefined if its URN never named the parent's. */
export function movedBelow(child: string, before: string, after: string): string | undefined {
  const [own, old, now] = [child, before, after].map((urn) => parseUrn(urn, { names: "foreign" }));
  const isBelow = old!.types.every((type, index) => own!.types[index] === type);
  if (!isBelow) return undefined;
  return printUrn({
    stack: now!.stack,
    project: now!.project,
    types: [...now!.types, ...own!.types.slice(old!.types.length)],
    name: withPrefix(own!.name, old!.name, now!.name),
  });
}

function withPrefix(name: string, before: string, after: string): string {
  return name.startsWith(before) ? after + name.slice(before.length) : name;
}

function renamedRow(before: ResourceRow, { urn, scope }: RowRename): ResourceRow {
  const { scope: _, ...row } = before;
  const { name } = parseUrn(urn, { names: "foreign" });
  return { ...row, urn, name, type: ownType(urn), ...(scope !== undefined && { scope }) };
}

function ownType(urn: string): string {
  return typeOfUrn(parseUrn(urn, { names: "foreign" }));
}

function renamedObject(
  object: ObjectRow,
  urns: ReadonlyMap<string, string>,
  type: string | undefined,
): ObjectRow {
  const { stored, baseline } = object;
  const inputs = renamedValues(stored.inputs, urns);
  const outputs = renamedValues(stored.outputs, urns);
  const renamedBaseline = renamedValues(baseline, urns);
  const isSame = inputs === stored.inputs && outputs === stored.outputs && renamedBaseline === baseline;
  const isRetyped = type !== undefined && type !== stored.type && isOfPackage(type, object);
  if (isSame && !isRetyped) return object;
  const renamed = { ...stored, inputs, outputs, ...(isRetyped && { type }) };
  return { ...object, stored: renamed, baseline: renamedBaseline };
}

/** Another package knows nothing of what this one has made: then the old type stays, and a plan will replace it. */
function isOfPackage(type: string, { package: record }: ObjectRow): boolean {
  return record === undefined || type.startsWith(`${record.name}:`);
}

function renamedValues(values: ValueObject, urns: ReadonlyMap<string, string>): ValueObject {
  const renamed = (value: Value): Value => {
    const urn = isReference(value) ? urns.get(value.urn) : undefined;
    return isReference(value) && urn !== undefined ? referenceTo({ ...value, urn }) : value;
  };
  return mapValue(values, renamed) as ValueObject;
}
