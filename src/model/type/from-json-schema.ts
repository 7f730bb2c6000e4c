import {
  anyType,
  arrayType,
  boolType,
  enumType,
  mapType,
  nullType,
  numberType,
  objectType,
  stringType,
  tupleType,
  unionType,
  type Type,
} from "./type.js";

/**
 * Returns the type that a JSON Schema (draft 7 or 2020-12) describes. It is `Any` where the type system cannot express
 * it: `allOf` of several, `not`, a reference that is unresolvable or recursive.
 *
 * Object types are closed, so `properties` are taken as all properties unless the schema explicitly allows others:
 * schema libraries omit `additionalProperties` for objects of which they keep only the declared properties.
 * Restrictions such as `minimum`, `pattern` and `format` are not types and are ignored.
 */
export function typeFromJsonSchema(schema: unknown): Type {
  return convert({ root: schema, active: new Set(), done: new Map() }, schema);
}

type Schema = { readonly [keyword: string]: unknown };

interface Conversion {
  readonly root: unknown;
  /** The enclosing schemas. Meeting one of them again is recursion. */
  readonly active: Set<Schema>;
  readonly done: Map<Schema, Type>;
}

/** A schema adds at most three levels to a type, so this stays below the limit of types. */
const maximumSchemaDepth = 300;

function convert(conversion: Conversion, schema: unknown): Type {
  const { active, done } = conversion;
  if (!isSchema(schema) || active.has(schema) || active.size >= maximumSchemaDepth) return anyType;
  const known = done.get(schema);
  if (known !== undefined) return known;
  active.add(schema);
  const bare = convertKeywords(conversion, schema);
  const type = keyword(schema, "nullable") === true ? unionType([bare, nullType]) : bare;
  active.delete(schema);
  done.set(schema, type);
  return type;
}

function convertKeywords(conversion: Conversion, schema: Schema): Type {
  const reference = keyword(schema, "$ref");
  if (typeof reference === "string") return convert(conversion, resolve(conversion.root, reference));
  if (Object.hasOwn(schema, "const")) return typeOfValues([schema["const"]]);
  const values = keyword(schema, "enum");
  if (Array.isArray(values)) return typeOfValues(values);
  const names = keyword(schema, "type");
  if (typeof names === "string") return convertNamed(conversion, schema, names);
  if (Array.isArray(names)) return unionOf(names.map((name) => convertNamed(conversion, schema, name)));
  const choices = keyword(schema, "anyOf") ?? keyword(schema, "oneOf");
  if (Array.isArray(choices)) return unionOf(choices.map((choice) => convert(conversion, choice)));
  const all = keyword(schema, "allOf");
  if (Array.isArray(all) && all.length === 1) return convert(conversion, all[0]);
  return anyType;
}

function convertNamed(conversion: Conversion, schema: Schema, name: unknown): Type {
  switch (name) {
    case "null":
      return nullType;
    case "boolean":
      return boolType;
    case "number":
    case "integer":
      return numberType;
    case "string":
      return stringType;
    case "array":
      return convertArray(conversion, schema);
    case "object":
      return convertObject(conversion, schema);
    default:
      return anyType;
  }
}

/** Draft 7 has the items of a tuple in `items` and the rest in `additionalItems`; later drafts have them elsewhere. */
function convertArray(conversion: Conversion, schema: Schema): Type {
  const items = keyword(schema, "items");
  const prefix = keyword(schema, "prefixItems") ?? (Array.isArray(items) ? items : undefined);
  if (!Array.isArray(prefix)) return arrayType(convert(conversion, items));
  const rest = prefix === items ? keyword(schema, "additionalItems") : items;
  const types = prefix.map((item) => convert(conversion, item));
  const fewest = keyword(schema, "minItems");
  const fixed =
    (rest === undefined || rest === false) && !(typeof fewest === "number" && fewest < types.length);
  if (fixed) return tupleType(types);
  return arrayType(
    unionOf(rest === undefined || rest === false ? types : [...types, convert(conversion, rest)]),
  );
}

const furtherProperties = ["patternProperties", "allOf", "anyOf", "oneOf", "if", "dependentSchemas"];

function convertObject(conversion: Conversion, schema: Schema): Type {
  const properties = keyword(schema, "properties");
  const additional = keyword(schema, "additionalProperties");
  if (furtherProperties.some((name) => Object.hasOwn(schema, name))) return mapType(anyType);
  if (!isSchema(properties)) {
    return additional === false ? objectType([]) : mapType(convert(conversion, additional));
  }
  if (additional !== undefined && additional !== false) return mapType(anyType);
  const required = keyword(schema, "required");
  const isRequired = new Set<unknown>(Array.isArray(required) ? required : []);
  return objectType(
    Object.entries(properties).map(([key, property]) => ({
      key,
      type: convert(conversion, property),
      optional: !isRequired.has(key),
    })),
  );
}

function typeOfValues(values: readonly unknown[]): Type {
  return unionOf(values.map(typeOfValue));
}

function typeOfValue(value: unknown): Type {
  if (value === null) return nullType;
  switch (typeof value) {
    case "boolean":
      return enumType(boolType, [value]);
    case "number":
      return Number.isFinite(value) ? enumType(numberType, [value]) : numberType;
    case "string":
      return enumType(stringType, [value]);
    default:
      return anyType;
  }
}

function unionOf(types: readonly Type[]): Type {
  return types.length === 0 ? anyType : unionType(types);
}

/** Follows a JSON pointer into the schema itself. Other documents are not supported. */
function resolve(root: unknown, reference: string): unknown {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let at: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const key = pointerKey(part);
    if (key === undefined || typeof at !== "object" || at === null || !Object.hasOwn(at, key))
      return undefined;
    at = (at as Schema)[key];
  }
  return at;
}

function pointerKey(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}

function keyword(schema: Schema, name: string): unknown {
  return Object.hasOwn(schema, name) ? schema[name] : undefined;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
