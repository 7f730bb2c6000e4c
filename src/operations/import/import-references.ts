import { isArray, isObject, type Value, type ValueObject } from "../../model/index.js";

/** An object that is being imported, as far as others may refer to it. */
export interface Referable {
  readonly urn: string;
  readonly id: string;
  readonly inputs: ValueObject;
  /** The URNs of what it needs anyway. */
  readonly needs: readonly string[];
}

/** That a field of one refers to another. */
export interface IdReference {
  readonly field: string;
  readonly id: string;
  readonly to: string;
}

/**
 * Texts among inputs that are the ids of others which are imported with them: those are written as references. One
 * that would close a circle stays a text, and so does one that more than one object goes by.
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

/** The texts in a value that are not secret: a secret is written as one, wherever its value is known from. */
function textsIn(value: Value): ReadonlySet<string> {
  if (typeof value === "string") return new Set([value]);
  const parts = isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return new Set(parts.flatMap((part) => [...textsIn(part)]));
}
