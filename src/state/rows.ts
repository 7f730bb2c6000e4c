import { objectKey } from "../model/index.js";
import type {
  ObjectRow,
  OpenIntent,
  ResourceId,
  ResourceRow,
  Snapshot,
  ValueObject,
} from "../model/index.js";

/**
 * The rows of a stack with everything that the rules ask of them at hand, kept up with each change at the cost of
 * the change. Holds whatever it is told: whether that is sound is for `rules.ts` to say.
 */
export class Rows {
  readonly resources = new Map<ResourceId, ResourceRow>();
  readonly objects = new Map<string, ObjectRow>();
  readonly open = new Map<string, OpenIntent>();
  outputs: ValueObject;
  moves: readonly string[];

  /** More than one resource under a name is a fault, but one that a record may pass through. */
  readonly #named = new Tally<string>();
  readonly #objects = new Map<ResourceId, Map<number, ObjectRow>>();
  readonly #intents = new Map<ResourceId, Map<string, OpenIntent>>();
  readonly #referrers = new Tally<ResourceId>();
  readonly #managed = new Tally<ResourceId>();

  constructor(snapshot: Snapshot) {
    this.outputs = snapshot.outputs;
    this.moves = snapshot.moves;
    for (const [rid, row] of snapshot.resources) this.setResource(rid, row);
    for (const row of snapshot.objects.values()) this.setObject(row.rid, row.generation, row);
    for (const [operation, intent] of snapshot.open) this.setIntent(operation, intent);
  }

  setResource(rid: ResourceId, row: ResourceRow | undefined): void {
    const old = this.resources.get(rid);
    if (old !== undefined) this.#countResource(old, -1);
    if (row !== undefined) this.#countResource(row, 1);
    setOrDelete(this.resources, rid, row);
  }

  setObject(rid: ResourceId, generation: number, row: ObjectRow | undefined): void {
    const key = objectKey(rid, generation);
    const old = this.objects.get(key);
    if (old !== undefined) this.#countObject(old, -1);
    if (row !== undefined) this.#countObject(row, 1);
    setOrDelete(this.objects, key, row);
    setInside(this.#objects, rid, generation, row);
  }

  setIntent(operation: string, intent: OpenIntent | undefined): void {
    const old = this.open.get(operation);
    if (old !== undefined) setInside(this.#intents, old.rid, operation, undefined);
    if (intent !== undefined) setInside(this.#intents, intent.rid, operation, intent);
    setOrDelete(this.open, operation, intent);
  }

  /** All numbers that anything is recorded under. */
  rids(): Set<ResourceId> {
    return new Set([...this.resources.keys(), ...this.#objects.keys(), ...this.#intents.keys()]);
  }

  objectsOf(rid: ResourceId): ObjectRow[] {
    return [...(this.#objects.get(rid)?.values() ?? [])];
  }

  object(rid: ResourceId, generation: number): ObjectRow | undefined {
    return this.#objects.get(rid)?.get(generation);
  }

  intentsOf(rid: ResourceId): OpenIntent[] {
    return [...(this.#intents.get(rid)?.values() ?? [])];
  }

  /** Everything that refers to a resource: edges of objects, children, what a provider resource manages. */
  referrers(rid: ResourceId): ResourceId[] {
    return this.#referrers.of(rid);
  }

  managedBy(rid: ResourceId): ResourceId[] {
    return this.#managed.of(rid);
  }

  withUrn(urn: string): ResourceId[] {
    return this.#named.of(urnKey(urn));
  }

  withGlobalId(globalId: string): ResourceId[] {
    return this.#named.of(globalKey(globalId));
  }

  /**
   * What a resource comes after: its parent, and the edges of its objects that are to stay. A doomed object's edges
   * are of the past, and may point against those of today.
   */
  needs(rid: ResourceId): Set<ResourceId> {
    const parent = this.resources.get(rid)?.parent;
    const edges = this.objectsOf(rid).flatMap((row) => (row.status === "doomed" ? [] : row.edges));
    return new Set([...(parent === undefined ? [] : [parent]), ...edges.map(({ to }) => to)]);
  }

  #countResource({ rid, urn, globalId, parent }: ResourceRow, by: 1 | -1): void {
    this.#named.add(urnKey(urn), rid, by);
    if (globalId !== undefined) this.#named.add(globalKey(globalId), rid, by);
    if (parent !== undefined) this.#referrers.add(parent, rid, by);
  }

  #countObject({ rid, provider, edges }: ObjectRow, by: 1 | -1): void {
    for (const { to } of edges) this.#referrers.add(to, rid, by);
    if (provider !== undefined) {
      this.#referrers.add(provider, rid, by);
      this.#managed.add(provider, rid, by);
    }
  }
}

const urnKey = (urn: string) => `urn ${urn}`;
const globalKey = (globalId: string) => `global ${globalId}`;

/** How often each resource was counted under a key. */
class Tally<Key> {
  readonly #counts = new Map<Key, Map<ResourceId, number>>();

  add(key: Key, rid: ResourceId, by: 1 | -1): void {
    const count = (this.#counts.get(key)?.get(rid) ?? 0) + by;
    setInside(this.#counts, key, rid, count === 0 ? undefined : count);
  }

  of(key: Key): ResourceId[] {
    return [...(this.#counts.get(key)?.keys() ?? [])];
  }
}

function setOrDelete<Key, Item>(map: Map<Key, Item>, key: Key, item: Item | undefined): void {
  if (item === undefined) map.delete(key);
  else map.set(key, item);
}

function setInside<Outer, Inner, Item>(
  maps: Map<Outer, Map<Inner, Item>>,
  outer: Outer,
  inner: Inner,
  item: Item | undefined,
): void {
  const map = maps.get(outer);
  if (map !== undefined) {
    setOrDelete(map, inner, item);
    if (map.size === 0) maps.delete(outer);
  } else if (item !== undefined) maps.set(outer, new Map([[inner, item]]));
}
