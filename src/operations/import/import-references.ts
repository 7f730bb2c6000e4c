import { isArray, isObject, type Value, type ValueObject } from "../../model/index.js";

/** An object that is being imported, as far as others may refer to it. */
export interface Referable {
  readonly urn: string;
  readonly id: string;
  readonly inputs: ValueObject;
  /** The URNs of its other dependencies. */
  readonly needs: readonly string[];
}

/** A reference from a field of one resource to another. */
export interface IdReference {
  readonly field: string;
  readonly id: string;
  readonly to: string;
}

/**
 * Finds input strings that are ids of other resources in the same import: they are written as references. A string
 * stays a string if the reference would close a cycle, or if several objects have the id.
 */
export function idReferences(resources: readonly Referable[]): ReadonlyMap<string, readonly IdReference[]> {
  const owners = new Map<string, string | undefined>();
  for (const { id, urn } of resources) owners.set(id, owners.has(id) ? undefined : urn);
  const needs = new Map(resources.map(({ urn, needs }) => [urn, new Set(needs)]));
  const found = new Map<string, readonly IdReference[]>();
  for (const { urn, inputs } of resources) {
    const own = Object.entries(inputs).flatMap(([field, value]) =>
      [...textsIn(value)].flatMap((id): IdReference[] => {
        const to = owners.get(id);
        if (to === undefined || reaches(to, urn, needs)) return [];
        needs.get(urn)!.add(to);
        return [{ field, id, to }];
      }),
    );
    found.set(urn, own);
  }
  return found;
}

function reaches(from: string, to: string, needs: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const reached = new Set([from]);
  for (const each of reached) for (const need of needs.get(each) ?? []) reached.add(need);
  return reached.has(to);
}

/**
 * Returns the strings in a value that are not secret. A secret is always written as a secret, even if its value is
 * known elsewhere.
 */
function textsIn(value: Value): ReadonlySet<string> {
  if (typeof value === "string") return new Set([value]);
  const parts = isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return new Set(parts.flatMap((part) => [...textsIn(part)]));
}
