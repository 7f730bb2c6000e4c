import {
  dedupeSet,
  Dynamic,
  isCtyArray,
  isCtyObject,
  isCtyUnknown,
  isWhollyKnown,
  partType,
  type CtyPath,
  type CtyType,
  type CtyValue,
} from "../cty/index.js";
import { typedOf } from "./typed.js";

/** Returns the paths of all unknown parts of a value. A set with unknown parts is one path. */
export function unknownPaths(type: CtyType, value: CtyValue): readonly CtyPath[] {
  const paths: CtyPath[] = [];
  collect(type, value, [], paths);
  return paths;
}

/** Returns the value with null in place of everything unknown; the same value if it is wholly known. */
export function unknownsToNull(type: CtyType, value: CtyValue): CtyValue {
  if (isCtyUnknown(value)) return null;
  if (isWhollyKnown(value)) return value;
  if (value instanceof Dynamic) {
    const known = unknownsToNull(value.type, value.value);
    return known === null ? null : new Dynamic(value.type, known);
  }
  if (isCtyArray(value)) {
    const known = value.map((part, index) => unknownsToNull(partType(type, index), part));
    return type.kind === "set" ? dedupeSet(type.element, known) : known;
  }
  if (!isCtyObject(value)) return value;
  return new Map([...value].map(([key, part]) => [key, unknownsToNull(partType(type, key), part)]));
}

function collect(declared: CtyType, declaredValue: CtyValue, path: CtyPath, paths: CtyPath[]): void {
  const { type, value } = typedOf(declared, declaredValue);
  if (isCtyUnknown(value) || (type.kind === "set" && !isWhollyKnown(value))) paths.push(path);
  else if (type.kind === "set") return;
  else if (isCtyArray(value))
    for (const [index, part] of value.entries())
      collect(partType(type, index), part, [...path, { index }], paths);
  else if (isCtyObject(value))
    for (const [key, part] of value) {
      const step = type.kind === "object" ? { attribute: key } : { key };
      collect(partType(type, key), part, [...path, step], paths);
    }
}
