import { isArray, isObject, kindOf, type Value, type ValueObject } from "../../model/index.js";

/** An object that is being imported, as far as others may refer to its outputs. */
export interface DependentObject {
  readonly urn: string;
  /** The inputs that the program sets. */
  readonly inputs: ValueObject;
  readonly outputs: ValueObject;
  /** The URNs of all objects that it depends on. They form no cycle. */
  readonly needs: readonly string[];
}

/** The dependencies of an object, as a program states them. */
export interface StatedDependencies {
  readonly references: readonly AttributeReference[];
  /** The dependencies that no reference implies. */
  readonly dependsOn: readonly string[];
}

/** A reference from a field to an output of a dependency, instead of an equal string. */
export interface AttributeReference {
  readonly field: string;
  readonly text: string;
  readonly to: string;
  readonly property: string;
  readonly isSecret: boolean;
}

/**
 * Finds input strings that equal an output of a recorded dependency. A string stays a string if outputs of several dependencies
 * have it, if it is short, or if only one of the two is secret.
 */
export function statedDependencies(
  objects: readonly DependentObject[],
): ReadonlyMap<string, StatedDependencies> {
  const byUrn = new Map(objects.map((object) => [object.urn, object]));
  return new Map(
    objects.map((object) => {
      const needs = object.needs.flatMap((urn) => byUrn.get(urn) ?? []);
      const references = referencesOf(object, needs);
      return [object.urn, { references, dependsOn: notImplied(needs, references) }];
    }),
  );
}

/** Equal strings of an object get the same reference, whatever field they are in. */
function referencesOf(
  { inputs }: DependentObject,
  needs: readonly DependentObject[],
): readonly AttributeReference[] {
  const known = new Map<string, AttributeReference | undefined>();
  return Object.entries(inputs).flatMap(([field, value]) =>
    [...textsOf(value)].flatMap(([text, isSecret]) => {
      if (!known.has(text)) known.set(text, referenceTo({ field, text, isSecret }, needs));
      const reference = known.get(text);
      return reference === undefined || reference.isSecret !== isSecret ? [] : [{ ...reference, field }];
    }),
  );
}

/** Shorter strings are equal too often by chance. */
const shortest = 4;

type Wanted = Pick<AttributeReference, "field" | "text" | "isSecret">;

function referenceTo(wanted: Wanted, needs: readonly DependentObject[]): AttributeReference | undefined {
  if (wanted.text.length < shortest) return undefined;
  const candidates = needs.flatMap((each) => {
    const best = bestProperty(wanted, each);
    return best === undefined ? [] : [{ to: each.urn, ...best }];
  });
  const rank = Math.min(...candidates.map((each) => each.rank));
  const [best, second] = candidates.filter((each) => each.rank === rank);
  if (best === undefined || second !== undefined) return undefined;
  return { ...wanted, to: best.to, property: best.property };
}

/** Prefers the id, then outputs that the provider chose, then an input with the same name. */
function bestProperty(
  { field, text, isSecret }: Wanted,
  { inputs, outputs }: DependentObject,
): { readonly property: string; readonly rank: number } | undefined {
  const ranked = Object.entries(outputs).flatMap(([property, value]) => {
    const found = secretText(value);
    if (found?.text !== text || found.isSecret !== isSecret) return [];
    if (property === "id") return [{ property, rank: 0 }];
    if (!Object.hasOwn(inputs, property)) return [{ property, rank: property === field ? 1 : 2 }];
    return property === field ? [{ property, rank: 3 }] : [];
  });
  return ranked.toSorted((one, other) => one.rank - other.rank)[0];
}

function secretText(value: Value): { readonly text: string; readonly isSecret: boolean } | undefined {
  if (typeof value === "string") return { text: value, isSecret: false };
  if (kindOf(value) !== "secret") return undefined;
  const { value: inner } = value as { readonly value: Value };
  return typeof inner === "string" ? { text: inner, isSecret: true } : undefined;
}

/** Returns the strings in a value, and whether each is a secret. Strings inside larger secrets are left out. */
function textsOf(value: Value): ReadonlyMap<string, boolean> {
  const found = secretText(value);
  if (found !== undefined) return new Map([[found.text, found.isSecret]]);
  const parts = isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return new Map(parts.flatMap((part) => [...textsOf(part)]));
}

/** Returns the dependencies that neither a reference nor another dependency implies. */
function notImplied(
  needs: readonly DependentObject[],
  references: readonly AttributeReference[],
): readonly string[] {
  const implied = new Set(references.map(({ to }) => to));
  for (const each of needs) for (const urn of each.needs) implied.add(urn);
  return needs.filter(({ urn }) => !implied.has(urn)).map(({ urn }) => urn);
}
