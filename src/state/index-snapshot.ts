import type { ObjectRow, ResourceId, ResourceRow, Snapshot } from "../model/index.js";

/** Builds the lookups in a state that planning needs. Each map is built once. */
export function indexSnapshot(snapshot: Snapshot): SnapshotIndex {
  const { resources } = snapshot;
  const byUrn = new Map<string, ResourceRow>();
  const byGlobalId = new Map<string, ResourceRow>();
  const children = new Groups<ResourceRow>();
  for (const row of resources.values()) {
    byUrn.set(row.urn, row);
    if (row.globalId !== undefined) byGlobalId.set(row.globalId, row);
    if (row.parent !== undefined) children.add(row.parent, row);
  }
  const own = new Groups<ObjectRow>();
  const dependents = new Groups<ObjectRow>();
  const doomed: ObjectRow[] = [];
  const objects = [...snapshot.objects.values()].sort((a, b) => a.rid - b.rid || a.generation - b.generation);
  for (const row of objects) {
    own.add(row.rid, row);
    if (row.status === "doomed") doomed.push(row);
    for (const { to } of row.edges) if (to !== row.rid) dependents.add(to, row);
  }
  return {
    byUrn,
    byGlobalId,
    doomed,
    urnOf: (rid) => resources.get(rid)?.urn ?? `resource ${rid}`,
    currentOf: (rid) => own.of(rid).find(({ status }) => status === "current"),
    objectsOf: (rid) => own.of(rid),
    dependents: (rid) => dependents.of(rid),
    children: (rid) => children.of(rid),
    needs: (rid) => neededBy(resources.get(rid), own.of(rid)),
  };
}

export interface SnapshotIndex {
  readonly byUrn: ReadonlyMap<string, ResourceRow>;
  readonly byGlobalId: ReadonlyMap<string, ResourceRow>;
  /** Objects that earlier replacements left to be deleted. */
  readonly doomed: readonly ObjectRow[];
  urnOf(rid: ResourceId): string;
  currentOf(rid: ResourceId): ObjectRow | undefined;
  /** Returns the objects of a resource, oldest generation first. */
  objectsOf(rid: ResourceId): readonly ObjectRow[];
  /** Returns the objects of other resources with an edge to this one, including objects to be deleted. */
  dependents(rid: ResourceId): readonly ObjectRow[];
  children(rid: ResourceId): readonly ResourceRow[];
  /**
   * Returns the resources that it depends on in any way: by edges of its objects, as their provider, or as its parent.
   */
  needs(rid: ResourceId): ReadonlySet<ResourceId>;
}

function neededBy(row: ResourceRow | undefined, objects: readonly ObjectRow[]): ReadonlySet<ResourceId> {
  const needed = objects.flatMap(({ edges, provider }) => [...edges.map(({ to }) => to), provider]);
  return new Set([...needed, row?.parent].filter((rid) => rid !== undefined));
}

/** Items by resource, in insertion order. */
class Groups<Item> {
  readonly #groups = new Map<ResourceId, Item[]>();

  /** Ignores an item that equals the previous one. */
  add(rid: ResourceId, item: Item): void {
    const group = this.#groups.get(rid);
    if (group === undefined) this.#groups.set(rid, [item]);
    else if (group.at(-1) !== item) group.push(item);
  }

  of(rid: ResourceId): readonly Item[] {
    return this.#groups.get(rid) ?? none;
  }
}

const none: readonly never[] = [];
