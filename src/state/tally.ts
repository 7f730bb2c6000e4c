import type { ResourceId } from "../model/index.js";

/**
 * How often each resource was counted under a key. Nearly every key has one resource, counted once: it stands there
 * as it is, and only where there are several they have a map of their own.
 */
export class Tally<Key> {
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
