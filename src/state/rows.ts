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
 * The rows of a stack with the indexes that the rules need. Each change updates the indexes at the cost of that change.
 * Accepts any rows: `rules.ts` checks whether they are consistent.
 */
export class Rows {
  readonly resources: Map<ResourceId, ResourceRow>;
  readonly open: Map<string, OpenIntent>;
  outputs: ValueObject;
  moves: readonly string[];
  seen: Snapshot["seen"];

  /** Two resources with one name are an error, but may occur while a record is entered. */
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

  /** Returns a copy of all objects, by their keys in a snapshot. */
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

  /** Returns all resource numbers that have any row. */
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

  /**
   * Returns everything that refers to a resource: edges of objects, children, and objects that a provider resource
   * manages.
   */
  referrers(rid: ResourceId): ResourceId[] {
    return this.#referrers.of(rid);
  }

  isReferredTo(rid: ResourceId): boolean {
    return this.#referrers.has(rid);
  }

  /** Whether any resource refers to itself or to a newer one. Without such references there is no cycle. */
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
   * Returns the dependencies of a resource: its parent, and the edges of its objects except those to be deleted. Edges
   * of an object to be deleted are outdated and may contradict current ones.
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

/**
 * Returns a list with an item replaced, or added at the end if there is no old one; undefined if the list is empty
 * then.
 */
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
 * Counts resources by key. Almost every key has one resource with the count 1, which is stored directly; only keys with
 * several resources have a map.
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
