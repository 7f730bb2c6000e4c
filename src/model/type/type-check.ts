import type { Diagnostic } from "../diagnostic.js";
import {
  getProperty,
  isSecret,
  kindOf,
  pathText,
  type ResourceReference,
  type Value,
  type ValueKind,
  type ValueObject,
} from "../value/index.js";
import { problem } from "./diagnostics.js";
import { outlineType } from "./outline-type.js";
import type { EnumType, Field, Type } from "./type.js";

/**
 * Returns every place where the value does not match the type, with its property path.
 *
 * - Unknown values match every type. Secrets are checked, but nothing of them is printed.
 * - Null and absent are equivalent: both match Null, Any, a union with one of these, and optional fields.
 * - Objects are closed: a key that the type does not declare is a mismatch, unless its value is null.
 * - Input, Output and Promise check their inner type, because values are already evaluated.
 */
export function checkType(value: Value, type: Type): Diagnostic[] {
  const found: Mismatch[] = [];
  check(value, type, { depth: 0, secret: false }, found);
  return found.map(({ place, detail, hint }) =>
    problem("model/type-mismatch", { detail, hint, path: printPlace(place) }),
  );
}

/** The path of a value: a list from the inside out. */
interface ValuePath {
  readonly depth: number;
  readonly step?: PathStep;
  readonly outer?: ValuePath;
  /** Whether the place is a secret or inside one. */
  readonly secret: boolean;
}

/** `someKey` stands for a key of the value that is part of a secret. */
type PathStep = string | number | typeof someKey;
const someKey = Symbol("some key");

interface Mismatch {
  readonly place: ValuePath;
  readonly detail: string;
  readonly hint: string;
}

/** Recursion is bounded by the depth of types. */
function check(value: Value, type: Type, place: ValuePath, found: Mismatch[]): void {
  if (isSecret(value)) return check(value.value, type, { ...place, secret: true }, found);
  const kind = kindOf(value);
  if (kind === "unknown") return;
  switch (type.kind) {
    case "any":
      return;
    case "input":
    case "output":
    case "promise":
      return check(value, type.inner, place, found);
    case "union":
      return checkUnion(value, type.members, place, found);
  }
  if (kind !== expectedKind(type)) {
    found.push(wrongKind(value, type, place));
    return;
  }
  switch (type.kind) {
    case "reference":
      return checkReference(value as ResourceReference, type.token, place, found);
    case "tuple":
      return checkTuple(value as readonly Value[], type.items, place, found);
    case "array":
      for (const [index, item] of (value as readonly Value[]).entries()) {
        check(item, type.element, within(place, index), found);
      }
      return;
    case "map":
      for (const [key, item] of Object.entries(value as ValueObject)) {
        check(item, type.element, within(place, ownKey(place, key)), found);
      }
      return;
    case "object":
      return checkObject(value as ValueObject, type.fields, place, found);
    case "enum":
      return checkEnum(value, type, place, found);
  }
}

/**
 * A value that matches no member is reported against the closest member: of the right kind, with fewer mismatches
 * inside than any other. Without such a member, the union as a whole is the mismatch.
 */
function checkUnion(value: Value, members: readonly Type[], place: ValuePath, found: Mismatch[]): void {
  let closest: Mismatch[] | undefined;
  let tied = false;
  for (const member of members) {
    const inside: Mismatch[] = [];
    check(value, member, place, inside);
    if (inside.length === 0) return;
    if (inside.some((mismatch) => mismatch.place.depth === place.depth)) continue;
    tied = closest?.length === inside.length || (tied && closest!.length < inside.length);
    if (closest === undefined || inside.length < closest.length) closest = inside;
  }
  if (closest === undefined || tied) found.push(wrongKind(value, { kind: "union", members }, place));
  else for (const mismatch of closest) found.push(mismatch);
}

function checkReference(
  reference: ResourceReference,
  token: string | undefined,
  place: ValuePath,
  found: Mismatch[],
): void {
  const actual = typeTokenOf(reference.urn);
  if (token === undefined || token === actual) return;
  const shown = place.secret || actual === undefined ? "another type" : actual;
  found.push({
    place,
    detail: `Expected a reference to a resource of type ${token}, found one of ${shown}.`,
    hint: `Pass a resource of type ${token}.`,
  });
}

function checkTuple(
  items: readonly Value[],
  types: readonly Type[],
  place: ValuePath,
  found: Mismatch[],
): void {
  if (items.length !== types.length) {
    const shown = place.secret ? "another length" : `length ${items.length}`;
    found.push({
      place,
      detail: `Expected ${outlineType({ kind: "tuple", items: types })}, a list of length ${types.length}; found one of ${shown}.`,
      hint: `Pass a list of length ${types.length}.`,
    });
  }
  for (const [index, type] of types.entries()) {
    if (index < items.length) check(items[index], type, within(place, index), found);
  }
}

function checkObject(
  object: ValueObject,
  fields: readonly Field[],
  place: ValuePath,
  found: Mismatch[],
): void {
  for (const { key, type, optional } of fields) {
    const value = getProperty(object, key);
    if (optional === true && isNull(value)) continue;
    check(value, type, within(place, key), found);
  }
  const declared = new Set(fields.map(({ key }) => key));
  for (const [key, value] of Object.entries(object)) {
    if (declared.has(key) || isNull(value)) continue;
    found.push(undeclaredKey(fields, within(place, ownKey(place, key))));
  }
}

function checkEnum(value: Value, type: EnumType, place: ValuePath, found: Mismatch[]): void {
  if (type.values.some((allowed) => allowed === value)) return;
  const shown = place.secret ? "another value" : JSON.stringify(value);
  found.push({
    place,
    detail: `Expected one of ${listed(type.values.map((allowed) => JSON.stringify(allowed)))}, found ${shown}.`,
    hint: "Pass one of these values.",
  });
}

function isNull(value: Value): boolean {
  return isSecret(value) ? isNull(value.value) : kindOf(value) === "null";
}

/** Undefined for types with values of several kinds. */
function expectedKind(type: Type): ValueKind | undefined {
  switch (type.kind) {
    case "bool":
      return "boolean";
    case "tuple":
      return "array";
    case "map":
      return "object";
    case "enum":
      return expectedKind(type.base);
    case "any":
    case "union":
    case "input":
    case "output":
    case "promise":
      return undefined;
    default:
      return type.kind;
  }
}

function wrongKind(value: Value, type: Type, place: ValuePath): Mismatch {
  const expected = outlineType(type);
  return {
    place,
    detail: `Expected ${expected}, found ${foundName(value)}.`,
    hint:
      value === undefined ? "The property is required. Set a value." : `Pass a value of type ${expected}.`,
  };
}

function undeclaredKey(fields: readonly Field[], place: ValuePath): Mismatch {
  const keys = fields.map(({ key }) => JSON.stringify(key));
  const what =
    typeof place.step === "string" ? `The key ${JSON.stringify(place.step)}` : "A key of the secret";
  return {
    place,
    detail: `${what} is not allowed in this object.`,
    hint:
      keys.length === 0
        ? "The object type has no keys. Remove the key."
        : `Remove it, or use one of ${listed(keys)}.`,
  };
}

function foundName(value: Value): string {
  if (value === undefined) return "nothing";
  const kind = kindOf(value);
  if (kind === "boolean") return "Bool";
  return kind === "reference" ? "ResourceReference" : kind[0]!.toUpperCase() + kind.slice(1);
}

function listed(texts: readonly string[]): string {
  const limit = 20;
  if (texts.length <= limit) return texts.join(", ");
  return `${texts.slice(0, limit).join(", ")} and ${texts.length - limit} others`;
}

function within(outer: ValuePath, step: PathStep): ValuePath {
  return { depth: outer.depth + 1, step, outer, secret: outer.secret };
}

function ownKey(place: ValuePath, key: string): PathStep {
  return place.secret ? someKey : key;
}

/** Ends with a wildcard where a key must not be revealed. */
function printPlace(place: ValuePath): string {
  const steps: PathStep[] = [];
  for (let at: ValuePath | undefined = place; at?.step !== undefined; at = at.outer) steps.push(at.step);
  steps.reverse();
  const hidden = steps.indexOf(someKey);
  const told = (hidden === -1 ? steps : steps.slice(0, hidden)) as (string | number)[];
  return `${pathText(told)}${hidden === -1 ? "" : "[*]"}`;
}

/** Returns the type of the resource: the last type in the third part of a URN. */
function typeTokenOf(urn: string): string | undefined {
  return urn.split("::")[2]?.split("$").at(-1);
}
