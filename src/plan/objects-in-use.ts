/** An object that a resource has, and what identifies it in the world. */
export interface HeldObject {
  /** Names the record of the object. */
  readonly key: string;
  readonly urn: string;
  readonly identity: string;
}

/**
 * The records whose objects must not be deleted, because another record has the same object and keeps it; each with
 * the URN of the resource that keeps it. Of several records that all leave, the last one is deleted.
 */
export function objectsInUse(
  leaving: readonly HeldObject[],
  staying: readonly HeldObject[],
): ReadonlyMap<string, string> {
  const keepers = new Map([...leaving, ...staying].map((held) => [held.identity, held]));
  const inUse = new Map<string, string>();
  for (const { key, identity } of leaving) {
    const keeper = keepers.get(identity)!;
    if (keeper.key !== key) inUse.set(key, keeper.urn);
  }
  return inUse;
}
