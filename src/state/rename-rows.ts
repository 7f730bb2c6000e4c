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

/** State with new names, and the changes to record for it. */
export interface Renamed {
  readonly snapshot: Snapshot;
  readonly changes: readonly RowChange[];
  /** The former URNs of the resources that were renamed. */
  readonly from: ReadonlyMap<ResourceId, string>;
}

/**
 * Gives resources new URNs, all together, so that two may swap names. All references in state follow; edges use numbers
 * and need no change. Strings that merely look like a URN stay unchanged, because the real objects contain them.
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
 * Returns the renames of all descendants of renamed resources that are not renamed explicitly: the parent types in the
 * URN change, and a name that begins with the parent's name gets the new one.
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

/** Returns the renames that would give two resources the same URN, with the resources that they collide with. */
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

/** Returns the new URN of a child when its parent is renamed; undefined if its URN does not contain the parent's. */
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

/**
 * A different package cannot manage objects of this one. The object then keeps its old type, and a plan replaces it.
 */
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
