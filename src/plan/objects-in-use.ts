import { equalValues, getProperty, type Stored, type ValueObject } from "../model/index.js";

/** The object of a resource, with its identity. */
export interface HeldObject {
  /** Identifies the record of the object. */
  readonly key: string;
  readonly urn: string;
  readonly identity: string;
}

/**
 * Returns the records whose objects must not be deleted, because another record keeps the same object, each with
 * the URN of that record's resource. Of several records that are all removed, the last one deletes the object.
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

/** A create that is in progress or did not get an answer. */
export interface Creation {
  readonly urn: string;
  readonly type: string;
  readonly inputs: ValueObject;
  /** The inputs that identify objects of the type, if it declares them. */
  readonly identifiedBy: readonly string[];
}

/** True if a create may return an existing object: all identifying inputs are equal. */
export function mayReturn({ type, inputs, identifiedBy }: Creation, stored: Stored): boolean {
  return (
    stored.type === type &&
    identifiedBy.length > 0 &&
    identifiedBy.every((field) => equalValues(getProperty(inputs, field), getProperty(stored.inputs, field)))
  );
}

/** The facts about an object right before its delete. */
export interface DeleteFacts {
  /** Undefined if ids do not identify objects of its type: then no other record has it. */
  readonly object: HeldObject | undefined;
  /** The URN of a resource whose create did not get an answer and may have returned the object. */
  readonly uncertain?: string | undefined;
  /** The objects of other records that stay. */
  readonly staying?: readonly HeldObject[];
}

export type DeleteVerdict =
  | { readonly kind: "delete" }
  /** `in-use`: the resource `by` has the object. `maybe-in-use`: it may have it. Nothing is deleted. */
  | { readonly kind: "in-use" | "maybe-in-use"; readonly by: string };

/** Decides whether the object of a record is deleted. If several resources have it, the first one is named. */
export function decideDelete({ object, uncertain, staying = [] }: DeleteFacts): DeleteVerdict {
  if (object === undefined) return { kind: "delete" };
  if (uncertain !== undefined) return { kind: "maybe-in-use", by: uncertain };
  const by = objectsInUse([object], staying.toReversed()).get(object.key);
  return by === undefined ? { kind: "delete" } : { kind: "in-use", by };
}
