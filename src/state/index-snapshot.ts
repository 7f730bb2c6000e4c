import type { ObjectRow, ResourceId, ResourceRow, Snapshot } from "../model/index.js";

/** The questions that planning asks of a state, answered from maps that are built once. */
export function indexSnapshot(snapshot: Snapshot): SnapshotIndex {
  const rows = [...snapshot.resources.values()];
  const objects = [...snapshot.objects.values()].sort((a, b) => a.rid - b.rid || a.generation - b.generation);
  const own = groupBy(objects, ({ rid }) => [rid]);
  const dependents = groupBy(objects, ({ rid, edges }) => [
    ...new Set(edges.map(({ to }) => to).filter((to) => to !== rid)),
  ]);
  const children = groupBy(rows, ({ parent }) => (parent === undefined ? [] : [parent]));
  const current = new Map(
    objects.filter(({ status }) => status === "current").map((row) => [row.rid, row] as const),
  );
  return {
    byUrn: new Map(rows.map((row) => [row.urn, row])),
    byGlobalId: new Map(
      rows.flatMap((row) => (row.globalId === undefined ? [] : [[row.globalId, row] as const])),
    ),
    doomed: objects.filter(({ status }) => status === "doomed"),
    urnOf: (rid) => snapshot.resources.get(rid)?.urn ?? `resource ${rid}`,
    currentOf: (rid) => current.get(rid),
    objectsOf: (rid) => own.get(rid) ?? [],
    dependents: (rid) => dependents.get(rid) ?? [],
    children: (rid) => children.get(rid) ?? [],
    needs: (rid) => neededBy(snapshot.resources.get(rid), own.get(rid) ?? []),
  };
}

export interface SnapshotIndex {
  readonly byUrn: ReadonlyMap<string, ResourceRow>;
  readonly byGlobalId: ReadonlyMap<string, ResourceRow>;
  /** What earlier replacements left to be deleted. */
  readonly doomed: readonly ObjectRow[];
  urnOf(rid: ResourceId): string;
  currentOf(rid: ResourceId): ObjectRow | undefined;
  /** Oldest generation first. */
  objectsOf(rid: ResourceId): readonly ObjectRow[];
  /** The objects, doomed ones too, with an edge to a resource; its own apart. */
  dependents(rid: ResourceId): readonly ObjectRow[];
  children(rid: ResourceId): readonly ResourceRow[];
  /** The resources that it needs in any way: through edges of its objects, as their provider, as its parent. */
  needs(rid: ResourceId): ReadonlySet<ResourceId>;
}

function neededBy(row: ResourceRow | undefined, objects: readonly ObjectRow[]): ReadonlySet<ResourceId> {
  const needed = objects.flatMap(({ edges, provider }) => [...edges.map(({ to }) => to), provider]);
  return new Set([...needed, row?.parent].filter((rid) => rid !== undefined));
}

function groupBy<Item, Key>(items: readonly Item[], keys: (item: Item) => readonly Key[]): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    for (const key of keys(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
  }
  return groups;
}
