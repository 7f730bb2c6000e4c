import { DiagnosticError } from "../diagnostic.js";
import { problem } from "./diagnostics.js";

/**
 * A type of the type system, as data. Create types only with the constructors below: they keep types frozen, free of
 * duplicates and at most `maximumTypeDepth` deep, so that functions on types may recurse.
 */
export type Type =
  | { readonly kind: "any" | "null" | "bool" | "number" | "string" | "asset" | "archive" }
  | { readonly kind: "reference"; readonly token?: string }
  | { readonly kind: "tuple"; readonly items: readonly Type[] }
  | { readonly kind: "array" | "map"; readonly element: Type }
  | { readonly kind: "object"; readonly fields: readonly Field[] }
  | { readonly kind: "union"; readonly members: readonly Type[] }
  | EnumType
  | { readonly kind: "input" | "output" | "promise"; readonly inner: Type };

/** Fields keep the order in which they were given. It matters for printing, but not for equality. */
export interface Field {
  readonly key: string;
  readonly type: Type;
  readonly optional?: boolean;
}

export interface EnumType {
  readonly kind: "enum";
  readonly base: ScalarType;
  readonly values: readonly Scalar[];
}

export type ScalarType = { readonly kind: "bool" | "number" | "string" };
export type Scalar = boolean | number | string;

export const maximumTypeDepth = 1_000;

export const anyType: Type = Object.freeze({ kind: "any" });
export const nullType: Type = Object.freeze({ kind: "null" });
export const boolType: ScalarType = Object.freeze({ kind: "bool" });
export const numberType: ScalarType = Object.freeze({ kind: "number" });
export const stringType: ScalarType = Object.freeze({ kind: "string" });
export const assetType: Type = Object.freeze({ kind: "asset" });
export const archiveType: Type = Object.freeze({ kind: "archive" });

/** A reference to any resource, or only to resources of the type token. */
export function referenceType(token?: string): Type {
  return Object.freeze({ kind: "reference", ...(token !== undefined && { token }) });
}

export function tupleType(items: readonly Type[]): Type {
  return nested({ kind: "tuple", items: Object.freeze([...items]) }, items);
}

export function arrayType(element: Type): Type {
  return nested({ kind: "array", element }, [element]);
}

export function mapType(element: Type): Type {
  return nested({ kind: "map", element }, [element]);
}

export function objectType(fields: readonly Field[]): Type {
  const keys = new Set<string>();
  for (const { key } of fields) {
    if (keys.has(key)) throw duplicateKey(key);
    keys.add(key);
  }
  const copies = fields.map(({ key, type, optional }) =>
    Object.freeze({ key, type, ...(optional === true && { optional }) }),
  );
  return nested(
    { kind: "object", fields: Object.freeze(copies) },
    fields.map(({ type }) => type),
  );
}

/**
 * Returns the simplest type that accepts everything that the members accept: nested unions are flattened, equal members
 * dropped, enums of one base merged, an enum next to its own base dropped; `Any` absorbs everything, and a single
 * member is returned as is. Throws if there are no members, because the type would accept nothing.
 */
export function unionType(members: readonly Type[]): Type {
  const flat = members.flatMap((member) => (member.kind === "union" ? member.members : [member]));
  if (flat.some(({ kind }) => kind === "any")) return anyType;
  const kept: Type[] = [];
  for (const member of joinEnums(flat)) {
    if (!kept.some((other) => equalTypes(other, member))) kept.push(member);
  }
  if (kept.length === 0) throw emptyUnion();
  return kept.length === 1 ? kept[0]! : nested({ kind: "union", members: Object.freeze(kept) }, kept);
}

/**
 * A type with a few values of a scalar type. Equal values are dropped, and -0 is 0. Throws if there are no values, or
 * if a value has another type or is a number that JSON cannot represent.
 */
export function enumType(base: ScalarType, values: readonly Scalar[]): EnumType {
  if (values.length === 0) throw invalidEnum("An enum without values accepts nothing.");
  const fits = scalarTests.get(base.kind);
  if (fits === undefined) throw invalidEnum("The base of an enum must be Bool, Number or String.");
  for (const value of values) {
    if (!fits(value)) throw invalidEnum(`${JSON.stringify(value)} is not a value of the enum's base type.`);
  }
  const distinct = new Set(values.map((value) => (value === 0 ? 0 : value)));
  return Object.freeze({ kind: "enum", base, values: Object.freeze([...distinct]) });
}

export function inputType(inner: Type): Type {
  return nested({ kind: "input", inner }, [inner]);
}

export function outputType(inner: Type): Type {
  return nested({ kind: "output", inner }, [inner]);
}

export function promiseType(inner: Type): Type {
  return nested({ kind: "promise", inner }, [inner]);
}

/** The order of fields, of members of a union and of values of an enum does not matter. */
export function equalTypes(a: Type, b: Type): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case "reference":
      return b.kind === a.kind && a.token === b.token;
    case "tuple":
      return b.kind === a.kind && equalLists(a.items, b.items);
    case "array":
    case "map":
      return b.kind === a.kind && equalTypes(a.element, b.element);
    case "object":
      return b.kind === a.kind && equalFields(a.fields, b.fields);
    case "union":
      return b.kind === a.kind && equalSets(a.members, b.members);
    case "enum":
      return b.kind === a.kind && a.base.kind === b.base.kind && equalValues(a.values, b.values);
    case "input":
    case "output":
    case "promise":
      return b.kind === a.kind && equalTypes(a.inner, b.inner);
    default:
      return a.kind === b.kind;
  }
}

function equalLists(a: readonly Type[], b: readonly Type[]): boolean {
  return a.length === b.length && a.every((type, index) => equalTypes(type, b[index]!));
}

/** Members of a union are distinct, so one direction is enough. */
function equalSets(a: readonly Type[], b: readonly Type[]): boolean {
  return a.length === b.length && a.every((type) => b.some((other) => equalTypes(type, other)));
}

function equalValues(a: readonly Scalar[], b: readonly Scalar[]): boolean {
  const values = new Set(b);
  return a.length === b.length && a.every((value) => values.has(value));
}

function equalFields(a: readonly Field[], b: readonly Field[]): boolean {
  const fields = new Map(b.map((field) => [field.key, field]));
  return (
    a.length === b.length &&
    a.every(({ key, type, optional }) => {
      const other = fields.get(key);
      return other !== undefined && optional === other.optional && equalTypes(type, other.type);
    })
  );
}

const scalarTests: ReadonlyMap<string, (value: Scalar) => boolean> = new Map([
  ["bool", (value: Scalar) => typeof value === "boolean"],
  ["number", (value: Scalar) => Number.isFinite(value)],
  ["string", (value: Scalar) => typeof value === "string"],
]);

/** One enum per base, at the position of the first. */
function joinEnums(members: readonly Type[]): Type[] {
  const kinds = new Set(members.map(({ kind }) => kind));
  const joined = new Map<string, Scalar[]>();
  for (const member of members) {
    if (member.kind !== "enum") continue;
    const values = joined.get(member.base.kind) ?? [];
    for (const value of member.values) values.push(value);
    joined.set(member.base.kind, values);
  }
  return members.flatMap((member): Type[] => {
    if (member.kind !== "enum") return [member];
    const values = joined.get(member.base.kind);
    joined.delete(member.base.kind);
    return values === undefined || kinds.has(member.base.kind) ? [] : [enumType(member.base, values)];
  });
}

const depths = new WeakMap<Type, number>();

function nested(type: Type, inside: readonly Type[]): Type {
  const depth = 1 + inside.reduce((deepest, inner) => Math.max(deepest, depths.get(inner) ?? 1), 0);
  if (depth > maximumTypeDepth) throw tooDeep();
  depths.set(type, depth);
  return Object.freeze(type);
}

function duplicateKey(key: string): DiagnosticError {
  return new DiagnosticError(
    problem("model/duplicate-key", {
      detail: `The key ${JSON.stringify(key)} appears twice in one object type.`,
      hint: "Remove one of the two fields, or rename it.",
    }),
  );
}

function emptyUnion(): DiagnosticError {
  return new DiagnosticError(
    problem("model/empty-union", {
      detail: "A union without members accepts no value.",
      hint: "Add at least one member; use Null for an absent value.",
    }),
  );
}

function invalidEnum(detail: string): DiagnosticError {
  return new DiagnosticError(
    problem("model/invalid-enum", {
      detail,
      hint: 'Specify the base type and at least one of its values, as in Enum<String, "on", "off">.',
    }),
  );
}

function tooDeep(): DiagnosticError {
  return new DiagnosticError(
    problem("model/type-too-deep", {
      detail: `This type is nested more than ${maximumTypeDepth} levels deep, which is the maximum.`,
      hint: "Use Any for the innermost levels.",
    }),
  );
}
