import {
  objectKey,
  type ObjectRow,
  type OpenIntent,
  type ResourceId,
  type ResourceRow,
  type Snapshot,
  type ValueObject,
} from "../model/index.js";

/**
 * The rows of a stack with everything that the rules ask of them at hand, kept up with each change at the cost of
 * the change. Holds whatever it is told: whether that is sound is for `rules.ts` to say.
 */
export class Rows {
  readonly resources: Map<ResourceId, ResourceRow>;
  readonly open: Map<string, OpenIntent>;
  outputs: ValueObject;
  moves: readonly string[];
  seen: Snapshot["seen"];

  /** More than one resource under a name is a fault, but one that a record may pass through. */
  readonly #urns = new Tally<string>();
  readonly #globalIds = new Tally<string>();
  readonly #objects = new Map<ResourceId, readonly ObjectRow[]>();
  readonly #intents = new Map<ResourceId, readonly OpenIntent[]>();
  readonly #referrers = new Tally<ResourceId>();
  readonly #managed = new Tally<ResourceId>();
  #ahead = 0;

  constructor(snapshot: Snapshot) {
    this.outputs = snapshot.outputs;
    this.moves = snapshot.moves;
    this.seen = snapshot.seen;
    this.resources = new Map(snapshot.resources);
    this.open = new Map(snapshot.open);
    for (const row of snapshot.resources.values()) this.#countResource(row, 1);
    for (const row of snapshot.objects.values()) this.setObject(row.rid, row.generation, row);
    for (const intent of snapshot.open.values()) this.#replaceIntent(intent.rid, undefined, intent);
  }

  /** All objects, under the keys that a snapshot has them under. A copy. */
  objects(): Map<string, ObjectRow> {
    const objects = new Map<string, ObjectRow>();
    for (const rows of this.#objects.values())
      for (const row of rows) objects.set(objectKey(row.rid, row.generation), row);
    return objects;
  }

  setResource(rid: ResourceId, row: ResourceRow | undefined): void {
    const old = this.resources.get(rid);
    if (old !== undefined) this.#countResource(old, -1);
    if (row !== undefined) this.#countResource(row, 1);
    setOrDelete(this.resources, rid, row);
  }

  setObject(rid: ResourceId, generation: number, row: ObjectRow | undefined): void {
    const rows = this.#objects.get(rid) ?? none;
    const old = rows.find((each) => each.generation === generation);
    if (old !== undefined) this.#countObject(old, -1);
    if (row !== undefined) this.#countObject(row, 1);
    setOrDelete(this.#objects, rid, replaced(rows, old, row));
  }

  setIntent(operation: string, intent: OpenIntent | undefined): void {
    const old = this.open.get(operation);
    if (old !== undefined) this.#replaceIntent(old.rid, old, undefined);
    if (intent !== undefined) this.#replaceIntent(intent.rid, undefined, intent);
    setOrDelete(this.open, operation, intent);
  }

  /** All numbers that anything is recorded under. */
  rids(): ResourceId[] {
    const others = new Set<ResourceId>();
    for (const rid of this.#objects.keys()) if (!this.resources.has(rid)) others.add(rid);
    for (const rid of this.#intents.keys()) if (!this.resources.has(rid)) others.add(rid);
    return [...this.resources.keys(), ...others];
  }

  objectsOf(rid: ResourceId): readonly ObjectRow[] {
    return this.#objects.get(rid) ?? none;
  }

  object(rid: ResourceId, generation: number): ObjectRow | undefined {
    return this.#objects.get(rid)?.find((each) => each.generation === generation);
  }

  intentsOf(rid: ResourceId): readonly OpenIntent[] {
    return this.#intents.get(rid) ?? none;
  }

  /** Everything that refers to a resource: edges of objects, children, what a provider resource manages. */
  referrers(rid: ResourceId): ResourceId[] {
    return this.#referrers.of(rid);
  }

  isReferredTo(rid: ResourceId): boolean {
    return this.#referrers.has(rid);
  }

  /** Whether anything refers to itself or to what was made later. What refers to earlier ones alone is in no circle. */
  get refersAhead(): boolean {
    return this.#ahead > 0;
  }

  isManager(rid: ResourceId): boolean {
    return this.#managed.has(rid);
  }

  withUrn(urn: string): ResourceId[] {
    return this.#urns.of(urn);
  }

  withGlobalId(globalId: string): ResourceId[] {
    return this.#globalIds.of(globalId);
  }

  /**
   * What a resource comes after: its parent, and the edges of its objects that are to stay. A doomed object's edges
   * are of the past, and may point against those of today.
   */
  needs(rid: ResourceId): ResourceId[] {
    const needs: ResourceId[] = [];
    const parent = this.resources.get(rid)?.parent;
    if (parent !== undefined) needs.push(parent);
    for (const { status, edges } of this.objectsOf(rid)) {
      if (status !== "doomed") for (const { to } of edges) needs.push(to);
    }
    return needs;
  }

  #countResource({ rid, urn, globalId, parent }: ResourceRow, by: 1 | -1): void {
    this.#urns.add(urn, rid, by);
    if (globalId !== undefined) this.#globalIds.add(globalId, rid, by);
    if (parent !== undefined) this.#countReference(rid, parent, by);
  }

  #countObject({ rid, provider, edges }: ObjectRow, by: 1 | -1): void {
    for (const { to } of edges) this.#countReference(rid, to, by);
    if (provider !== undefined) {
      this.#referrers.add(provider, rid, by);
      this.#managed.add(provider, rid, by);
    }
  }

  #countReference(from: ResourceId, to: ResourceId, by: 1 | -1): void {
    this.#referrers.add(to, from, by);
    if (to >= from) this.#ahead += by;
  }

  #replaceIntent(rid: ResourceId, old: OpenIntent | undefined, intent: OpenIntent | undefined): void {
    setOrDelete(this.#intents, rid, replaced(this.intentsOf(rid), old, intent));
  }
}

const none: readonly never[] = [];

/** A list with an item in the place of an old one, behind all if there is none; nothing if it is empty then. */
function replaced<Item>(
  items: readonly Item[],
  old: Item | undefined,
  item: Item | undefined,
): readonly Item[] | undefined {
  if (items.length <= 1 && items[0] === old) return item === undefined ? undefined : [item];
  if (item !== undefined)
    return old === undefined ? [...items, item] : items.map((each) => (each === old ? item : each));
  const rest = items.filter((each) => each !== old);
  return rest.length === 0 ? undefined : rest;
}

function setOrDelete<Key, Item>(map: Map<Key, Item>, key: Key, item: Item | undefined): void {
  if (item === undefined) map.delete(key);
  else map.set(key, item);
}

/**
 * How often each resource was counted under a key. Nearly every key has one resource, counted once: it stands there
 * as it is, and only where there are several they have a map of their own.
 */
class Tally<Key> {
  readonly #sole = new Map<Key, ResourceId>();
  readonly #several = new Map<Key, Map<ResourceId, number>>();

  add(key: Key, rid: ResourceId, by: 1 | -1): void {
    const several = this.#several.get(key);
    if (several !== undefined) return this.#count(key, several, rid, by);
    const sole = this.#sole.get(key);
    if (by === -1) this.#sole.delete(key);
    else if (sole === undefined) this.#sole.set(key, rid);
    else {
      this.#sole.delete(key);
      const counts = new Map([[sole, 1]]);
      this.#several.set(key, counts);
      this.#count(key, counts, rid, by);
    }
  }

  has(key: Key): boolean {
    return this.#sole.has(key) || this.#several.has(key);
  }

  of(key: Key): ResourceId[] {
    const sole = this.#sole.get(key);
    return sole === undefined ? [...(this.#several.get(key)?.keys() ?? [])] : [sole];
  }

  #count(key: Key, counts: Map<ResourceId, number>, rid: ResourceId, by: 1 | -1): void {
    const count = (counts.get(rid) ?? 0) + by;
    if (count === 0) counts.delete(rid);
    else counts.set(rid, count);
    if (counts.size === 0) this.#several.delete(key);
  }
}
