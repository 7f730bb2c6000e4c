import { mismatch } from "./describe.js";
import { CtyFault, faultInside } from "./fault.js";
import type { JsonTree } from "./json-text.js";
import { depthLimit } from "./limits.js";
import { numberOfText, numberText } from "./number.js";
import type { CtyStep } from "./path.js";
import { typeJson, typeOfJson } from "./type-json.js";
import type { CtyType, ObjectType } from "./type.js";
import { compareUtf8 } from "./utf8-order.js";
import { CtyUnknown, Dynamic, isCtyNumber, type CtyValue } from "./value.js";

/**
 * Returns the value that JSON stands for at a place of the given type, as in Terraform's state. An attribute that is missing is
 * null; primitive values are converted if their text fits. Throws a CtyFault.
 */
export function valueOfJson(type: CtyType, tree: JsonTree): CtyValue {
  return readAt(type, tree, 1);
}

/** Returns the JSON of a value, as in Terraform's state. Throws a CtyFault for unknown values, infinity and wrong kinds. */
export function jsonOfValue(type: CtyType, value: CtyValue): JsonTree {
  return writeAt(type, value, 1);
}

function readAt(type: CtyType, tree: JsonTree, depth: number): CtyValue {
  if (depth > depthLimit) throw new CtyFault(`nested more than ${depthLimit} levels deep`);
  if (tree === null) return null;
  switch (type.kind) {
    case "string":
      return readString(type, tree);
    case "number":
      return readNumber(type, tree);
    case "bool":
      return readBool(type, tree);
    case "dynamic":
      return readDynamic(type, tree, depth);
    case "list":
    case "set":
      return arrayOf(type, tree).map((element, index) =>
        within({ index }, () => readAt(type.element, element, depth + 1)),
      );
    case "tuple":
      return elementsOf(type.elements, arrayOf(type, tree)).map(([element, part], index) =>
        within({ index }, () => readAt(element, part, depth + 1)),
      );
    case "map": {
      const values = new Map<string, CtyValue>();
      for (const [key, part] of mapOf(type, tree))
        values.set(
          key.normalize("NFC"),
          within({ key }, () => readAt(type.element, part, depth + 1)),
        );
      return values;
    }
    case "object":
      return readObject(type, tree, depth);
  }
}

function readObject(type: ObjectType, tree: JsonTree, depth: number): CtyValue {
  const given = mapOf(type, tree);
  const values = new Map<string, CtyValue>();
  for (const [attribute, inner] of type.attributes)
    values.set(
      attribute,
      within({ attribute }, () => readAt(inner, given.get(attribute) ?? null, depth + 1)),
    );
  for (const name of given.keys())
    if (!type.attributes.has(name))
      throw new CtyFault("the type has no such attribute", [{ attribute: name }]);
  return values;
}

function readDynamic(type: CtyType, tree: JsonTree, depth: number): CtyValue {
  const given = mapOf(type, tree);
  const value = given.get("value");
  const described = given.get("type");
  if (value === undefined || described === undefined || given.size !== 2)
    throw new CtyFault("a dynamic value must have the members value and type and no others");
  const inner = typeOfJson(described);
  const read = readAt(inner, value, depth + 1);
  return inner.kind === "dynamic" ? read : new Dynamic(inner, read);
}

function readString(type: CtyType, tree: JsonTree): CtyValue {
  if (typeof tree === "string") return tree.normalize("NFC");
  if (typeof tree === "boolean") return String(tree);
  if (isCtyNumber(tree)) return numberText(tree);
  throw new CtyFault(mismatch(type, tree));
}

function readNumber(type: CtyType, tree: JsonTree): CtyValue {
  if (isCtyNumber(tree)) return tree;
  const number = typeof tree === "string" ? numberOfText(tree) : undefined;
  if (number === undefined) throw new CtyFault(mismatch(type, tree));
  return number;
}

function readBool(type: CtyType, tree: JsonTree): CtyValue {
  if (typeof tree === "boolean") return tree;
  if (tree === "true" || tree === "1") return true;
  if (tree === "false" || tree === "0") return false;
  throw new CtyFault(mismatch(type, tree));
}

function writeAt(type: CtyType, value: CtyValue, depth: number): JsonTree {
  if (depth > depthLimit) throw new CtyFault(`nested more than ${depthLimit} levels deep`);
  if (value === null) return null;
  if (value instanceof CtyUnknown) throw new CtyFault("an unknown value cannot be written as JSON");
  switch (type.kind) {
    case "string":
    case "bool":
      if (typeof value !== (type.kind === "bool" ? "boolean" : "string"))
        throw new CtyFault(mismatch(type, value));
      return typeof value === "string" ? value.normalize("NFC") : (value as boolean);
    case "number":
      if (!isCtyNumber(value)) throw new CtyFault(mismatch(type, value));
      if (typeof value === "number" && !Number.isFinite(value))
        throw new CtyFault(`${value} cannot be written as JSON`);
      return value;
    case "dynamic":
      if (!(value instanceof Dynamic)) throw new CtyFault(mismatch(type, value));
      return writeDynamic(value, depth);
    case "list":
    case "set":
      return arrayOf(type, value).map((element, index) =>
        within({ index }, () => writeAt(type.element, element, depth + 1)),
      );
    case "tuple":
      return elementsOf(type.elements, arrayOf(type, value)).map(([element, part], index) =>
        within({ index }, () => writeAt(element, part, depth + 1)),
      );
    case "map": {
      const parts = mapOf(type, value);
      return sortedMap(parts.keys(), (key) =>
        within({ key }, () => writeAt(type.element, parts.get(key)!, depth + 1)),
      );
    }
    case "object":
      return writeObject(type, value, depth);
  }
}

function writeObject(type: ObjectType, value: CtyValue, depth: number): JsonTree {
  const parts = mapOf(type, value);
  for (const name of parts.keys())
    if (!type.attributes.has(name))
      throw new CtyFault("the type has no such attribute", [{ attribute: name }]);
  return sortedMap(type.attributes.keys(), (attribute) =>
    within({ attribute }, () => {
      const part = parts.get(attribute);
      if (part === undefined) throw new CtyFault("the attribute is missing");
      return writeAt(type.attributes.get(attribute)!, part, depth + 1);
    }),
  );
}

function writeDynamic({ type, value }: Dynamic, depth: number): JsonTree {
  if (type.kind === "dynamic") return writeAt(type, value, depth + 1);
  return new Map([
    ["value", writeAt(type, value, depth + 1)],
    ["type", typeJson(type)],
  ]);
}

function sortedMap(keys: Iterable<string>, value: (key: string) => JsonTree): ReadonlyMap<string, JsonTree> {
  return new Map([...keys].sort(compareUtf8).map((key) => [key.normalize("NFC"), value(key)]));
}

function elementsOf<Part>(types: readonly CtyType[], parts: readonly Part[]): readonly [CtyType, Part][] {
  if (types.length !== parts.length)
    throw new CtyFault(`expected a tuple of ${types.length} elements, got ${parts.length}`);
  return types.map((type, index) => [type, parts[index]!]);
}

function arrayOf<Part>(type: CtyType, value: Part | readonly Part[]): readonly Part[] {
  if (!Array.isArray(value)) throw new CtyFault(mismatch(type, value));
  return value as readonly Part[];
}

function mapOf<Part>(type: CtyType, value: Part | ReadonlyMap<string, Part>): ReadonlyMap<string, Part> {
  if (!(value instanceof Map)) throw new CtyFault(mismatch(type, value));
  return value as ReadonlyMap<string, Part>;
}

function within<Result>(step: CtyStep, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw faultInside(step, error);
  }
}
