import {
  Dynamic,
  dynamicType,
  isCtyArray,
  isCtyObject,
  isCtyUnknown,
  type CtyType,
  type CtyValue,
} from "../cty/index.js";

/** Returns the parts of a value, each as a value at a dynamic place; a value without parts as it is. */
export function dynamicParts({ type, value }: Dynamic): CtyValue {
  if (isCtyArray(value)) return value.map((part, index) => dynamicPart(partType(type, index), part));
  if (!isCtyObject(value)) return value;
  return new Map([...value].map(([key, part]) => [key, dynamicPart(partType(type, key), part)]));
}

/** Returns the tuple of values at dynamic places. */
export function dynamicTuple(parts: readonly CtyValue[]): Dynamic {
  return new Dynamic({ kind: "tuple", elements: parts.map(typeOf) }, parts.map(valueOf));
}

/** Returns the object of values at dynamic places. */
export function dynamicObject(parts: ReadonlyMap<string, CtyValue>): Dynamic {
  const attributes = new Map([...parts].map(([key, part]) => [key, typeOf(part)]));
  return new Dynamic(
    { kind: "object", attributes },
    new Map([...parts].map(([key, part]) => [key, valueOf(part)])),
  );
}

function dynamicPart(type: CtyType, value: CtyValue): CtyValue {
  const isTypeless = type.kind === "dynamic" || value === null || isCtyUnknown(value);
  return isTypeless ? value : new Dynamic(type, value);
}

function partType(type: CtyType, key: string | number): CtyType {
  if (type.kind === "object") return type.attributes.get(String(key)) ?? dynamicType;
  if (type.kind === "tuple") return type.elements[Number(key)] ?? dynamicType;
  return "element" in type ? type.element : dynamicType;
}

const typeOf = (part: CtyValue): CtyType => (part instanceof Dynamic ? part.type : dynamicType);
const valueOf = (part: CtyValue): CtyValue => (part instanceof Dynamic ? part.value : part);
