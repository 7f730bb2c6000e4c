import { equalValues, getProperty, type Stored, type ValueObject } from "../model/index.js";

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

/** A create that is under way, or that had no answer. */
export interface Creation {
  readonly urn: string;
  readonly type: string;
  readonly inputs: ValueObject;
  /** The inputs that tell objects of the type apart, as far as the type says so. */
  readonly identifiedBy: readonly string[];
}

/** Whether a create may answer with an object that exists: everything that tells objects of the type apart is the same. */
export function mayReturn({ type, inputs, identifiedBy }: Creation, stored: Stored): boolean {
  return (
    stored.type === type &&
    identifiedBy.length > 0 &&
    identifiedBy.every((field) => equalValues(getProperty(inputs, field), getProperty(stored.inputs, field)))
  );
}

/** What is known about an object when its delete is about to be called. */
export interface DeleteFacts {
  /** Undefined if ids identify no objects of its type: then no other record has it. */
  readonly object: HeldObject | undefined;
  /** The URN of a resource whose create had no answer, and may have returned the object. */
  readonly uncertain?: string | undefined;
  /** What other records have that stay. */
  readonly staying?: readonly HeldObject[];
}

export type DeleteVerdict =
  | { readonly kind: "delete" }
  /** `in-use`: the resource `by` has the object. `maybe-in-use`: it may have it. Nothing is deleted. */
  | { readonly kind: "in-use" | "maybe-in-use"; readonly by: string };

/** Whether the object of a record is deleted. If several resources have it, the first is named. */
export function decideDelete({ object, uncertain, staying = [] }: DeleteFacts): DeleteVerdict {
  if (object === undefined) return { kind: "delete" };
  if (uncertain !== undefined) return { kind: "maybe-in-use", by: uncertain };
  const by = objectsInUse([object], staying.toReversed()).get(object.key);
  return by === undefined ? { kind: "delete" } : { kind: "in-use", by };
}
