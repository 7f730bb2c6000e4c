import {
  CtyFault,
  Dynamic,
  depthLimit,
  faultInside,
  mismatchText,
  typeOfJsonText,
  type CtyType,
  type CtyValue,
  type ObjectType,
} from "../../../terraform/cty/index.js";
import { attributeKeys } from "./attribute-keys.js";
import type { MsgpackReader } from "./msgpack-reader.js";
import { readNumber } from "./number-format.js";
import { unknownOf } from "./refinements.js";

/** Reads a value of the given type. Throws a CtyFault if the data is something else. */
export function readValue(reader: MsgpackReader, type: CtyType, depth: number): CtyValue {
  if (depth > depthLimit) throw new CtyFault(`nested more than ${depthLimit} levels deep`);
  if (reader.takesNil()) return null;
  const value = readKnown(reader, type, depth);
  if (value !== undefined) return value;
  const extension = reader.extension();
  if (extension !== undefined) return unknownOf(type, extension);
  throw new CtyFault(mismatchText(type, formatName(reader.code())));
}

/** Returns undefined, and consumes nothing, if the next item is of another format. */
function readKnown(reader: MsgpackReader, type: CtyType, depth: number): CtyValue | undefined {
  switch (type.kind) {
    case "string":
      return reader.text();
    case "number":
      return readNumber(reader);
    case "bool":
      return reader.bool();
    case "dynamic":
      return readDynamic(reader, depth);
    case "list":
    case "set": {
      const length = reader.arrayLength();
      return length === undefined ? undefined : readElements(reader, () => type.element, length, depth);
    }
    case "tuple":
      return readTuple(reader, type.elements, depth);
    case "map":
      return readMap(reader, type.element, depth);
    case "object":
      return readObject(reader, type, depth);
  }
}

function readDynamic(reader: MsgpackReader, depth: number): CtyValue | undefined {
  const length = reader.arrayLength();
  if (length === undefined) return undefined;
  if (length !== 2)
    throw new CtyFault(`a dynamic value must have its type and its value, got ${length} items`);
  const text = reader.text();
  if (text === undefined) throw new CtyFault("a dynamic value must start with its type");
  const type = typeOfJsonText(text);
  const value = readValue(reader, type, depth + 1);
  return type.kind === "dynamic" ? value : new Dynamic(type, value);
}

function readTuple(reader: MsgpackReader, types: readonly CtyType[], depth: number): CtyValue | undefined {
  const length = reader.arrayLength();
  if (length === undefined) return undefined;
  if (length !== types.length)
    throw new CtyFault(`expected a tuple of ${types.length} elements, got ${length}`);
  return readElements(reader, (index) => types[index]!, length, depth);
}

function readElements(
  reader: MsgpackReader,
  typeOf: (index: number) => CtyType,
  length: number,
  depth: number,
): CtyValue {
  const values: CtyValue[] = [];
  let index = 0;
  try {
    for (; index < length; index++) values.push(readValue(reader, typeOf(index), depth + 1));
  } catch (error) {
    throw faultInside({ index }, error);
  }
  return values;
}

function readMap(reader: MsgpackReader, type: CtyType, depth: number): CtyValue | undefined {
  const length = reader.mapLength();
  if (length === undefined) return undefined;
  const values = new Map<string, CtyValue>();
  for (let count = 0; count < length; count++) {
    const key = reader.text();
    if (key === undefined) throw new CtyFault("a key is not a string");
    try {
      values.set(key, readValue(reader, type, depth + 1));
    } catch (error) {
      throw faultInside({ key }, error);
    }
  }
  return values;
}

function readObject(reader: MsgpackReader, type: ObjectType, depth: number): CtyValue | undefined {
  const length = reader.mapLength();
  if (length === undefined) return undefined;
  const keys = attributeKeys(type);
  const values = new Map<string, CtyValue>();
  for (let index = 0; index < length; index++) {
    // Terraform writes attributes in this order, so the name seldom has to be decoded.
    const expected = keys[index];
    const key = expected !== undefined && reader.takes(expected.bytes) ? expected : otherKey(reader, type);
    const attribute = key.name;
    try {
      values.set(attribute, readValue(reader, key.type, depth + 1));
    } catch (error) {
      throw faultInside({ attribute }, error);
    }
    if (values.size === index) throw new CtyFault("the attribute occurs twice", [{ attribute }]);
  }
  if (values.size === keys.length) return values;
  const missing = keys.find(({ name }) => !values.has(name))!;
  throw new CtyFault("the attribute is missing", [{ attribute: missing.name }]);
}

function otherKey(
  reader: MsgpackReader,
  type: ObjectType,
): { readonly name: string; readonly type: CtyType } {
  const name = reader.text();
  if (name === undefined) throw new CtyFault("the name of an attribute is not a string");
  const inner = type.attributes.get(name);
  if (inner === undefined) throw new CtyFault("the type has no such attribute", [{ attribute: name }]);
  return { name, type: inner };
}

/** Names the format of an item by its first byte. */
function formatName(code: number): string {
  if (code < 0x80 || code >= 0xe0 || (code >= 0xca && code <= 0xd3)) return "a number";
  if (code < 0x90 || code === 0xde || code === 0xdf) return "a map";
  if (code < 0xa0 || code === 0xdc || code === 0xdd) return "an array";
  if (code < 0xc0 || (code >= 0xd9 && code <= 0xdb)) return "a string";
  if (code >= 0xc4 && code <= 0xc6) return "binary data";
  return code === 0xc2 || code === 0xc3 ? "a bool" : "an invalid format";
}
