import {
  compareUtf8,
  CtyFault,
  CtyUnknown,
  Dynamic,
  depthLimit,
  faultInside,
  isCtyArray,
  isCtyNumber,
  mismatch,
  typeJsonText,
  type CtyObject,
  type CtyType,
  type CtyValue,
  type ObjectType,
} from "../../../terraform/cty/index.js";
import { attributeKeys } from "./attribute-keys.js";
import type { MsgpackWriter } from "./msgpack-writer.js";
import { writeNumber } from "./number-format.js";
import { writeUnknown } from "./refinements.js";

/** Writes a value at a place of the given type. Throws a CtyFault if the value is not of the type. */
export function writeValue(writer: MsgpackWriter, type: CtyType, value: CtyValue, depth: number): void {
  if (depth > depthLimit) throw new CtyFault(`nested more than ${depthLimit} levels deep`);
  if (value === null) return writer.nil();
  if (value instanceof CtyUnknown) return writeUnknown(writer, type, value.refinement);
  switch (type.kind) {
    case "string":
      if (typeof value === "string") return writer.text(value);
      break;
    case "number":
      if (isCtyNumber(value)) return writeNumber(writer, value);
      break;
    case "bool":
      if (typeof value === "boolean") return writer.bool(value);
      break;
    case "dynamic":
      if (value instanceof Dynamic) return writeDynamic(writer, value, depth);
      break;
    case "list":
    case "set":
      if (isCtyArray(value)) return writeElements(writer, () => type.element, value, depth);
      break;
    case "tuple":
      if (isCtyArray(value)) return writeTuple(writer, type.elements, value, depth);
      break;
    case "map":
      if (value instanceof Map) return writeMap(writer, type.element, value, depth);
      break;
    case "object":
      if (value instanceof Map) return writeObject(writer, type, value, depth);
      break;
  }
  throw new CtyFault(mismatch(type, value));
}

function writeDynamic(writer: MsgpackWriter, { type, value }: Dynamic, depth: number): void {
  if (type.kind !== "dynamic") {
    writer.arrayHeader(2);
    writer.binary(Buffer.from(typeJsonText(type)));
  }
  writeValue(writer, type, value, depth + 1);
}

function writeTuple(
  writer: MsgpackWriter,
  types: readonly CtyType[],
  values: readonly CtyValue[],
  depth: number,
): void {
  if (types.length !== values.length)
    throw new CtyFault(`expected a tuple of ${types.length} elements, got ${values.length}`);
  writeElements(writer, (index) => types[index]!, values, depth);
}

function writeElements(
  writer: MsgpackWriter,
  typeOf: (index: number) => CtyType,
  values: readonly CtyValue[],
  depth: number,
): void {
  writer.arrayHeader(values.length);
  let index = 0;
  try {
    for (; index < values.length; index++) writeValue(writer, typeOf(index), values[index]!, depth + 1);
  } catch (error) {
    throw faultInside({ index }, error);
  }
}

function writeMap(writer: MsgpackWriter, type: CtyType, values: CtyObject, depth: number): void {
  writer.mapHeader(values.size);
  const entries = [...values].map(([key, value]) => [key.normalize("NFC"), value] as const);
  let previous: string | undefined;
  for (const [key, value] of entries.sort(([one], [other]) => compareUtf8(one, other))) {
    if (key === previous)
      throw new CtyFault("two keys are the same text in Unicode normal form C", [{ key }]);
    previous = key;
    writer.text(key);
    try {
      writeValue(writer, type, value, depth + 1);
    } catch (error) {
      throw faultInside({ key }, error);
    }
  }
}

function writeObject(writer: MsgpackWriter, type: ObjectType, values: CtyObject, depth: number): void {
  const keys = attributeKeys(type);
  writer.mapHeader(keys.length);
  let attribute = "";
  try {
    for (const key of keys) {
      attribute = key.name;
      const value = values.get(attribute);
      if (value === undefined) throw new CtyFault("the attribute is missing");
      writer.raw(key.bytes);
      writeValue(writer, key.type, value, depth + 1);
    }
  } catch (error) {
    throw faultInside({ attribute }, error);
  }
  if (values.size === keys.length) return;
  for (const name of values.keys())
    if (!type.attributes.has(name))
      throw new CtyFault("the type has no such attribute", [{ attribute: name }]);
}
