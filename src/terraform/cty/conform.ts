import { mismatch } from "./describe.js";
import { CtyFault, faultInside } from "./fault.js";
import { depthLimit } from "./limits.js";
import type { CtyStep } from "./path.js";
import type { CtyType, ObjectType } from "./type.js";
import { CtyUnknown, Dynamic, isCtyNumber, type CtyValue } from "./value.js";

/** Returns the first place where the value is not of the type, or undefined. For values that were made elsewhere. */
export function checkConforms(type: CtyType, value: CtyValue): CtyFault | undefined {
  return faultAt(type, value, 1);
}

function faultAt(type: CtyType, value: CtyValue | undefined, depth: number): CtyFault | undefined {
  if (depth > depthLimit) return new CtyFault(`nested more than ${depthLimit} levels deep`);
  if (value === null || value instanceof CtyUnknown) return undefined;
  switch (type.kind) {
    case "string":
      return typeof value === "string" ? undefined : wrongKind(type, value);
    case "bool":
      return typeof value === "boolean" ? undefined : wrongKind(type, value);
    case "number":
      if (value === undefined || !isCtyNumber(value)) return wrongKind(type, value);
      return Number.isNaN(value) ? new CtyFault("NaN is not a number that Terraform can hold") : undefined;
    case "dynamic":
      return value instanceof Dynamic ? faultAt(value.type, value.value, depth + 1) : wrongKind(type, value);
    case "list":
    case "set":
      return Array.isArray(value) ? listFault(() => type.element, value, depth) : wrongKind(type, value);
    case "tuple":
      if (!Array.isArray(value)) return wrongKind(type, value);
      if (value.length !== type.elements.length)
        return new CtyFault(`expected a tuple of ${type.elements.length} elements, got ${value.length}`);
      return listFault((index) => type.elements[index]!, value, depth);
    case "map":
      if (!(value instanceof Map)) return wrongKind(type, value);
      for (const [key, part] of value as ReadonlyMap<string, CtyValue>) {
        const fault = faultAt(type.element, part, depth + 1);
        if (fault !== undefined) return inside({ key }, fault);
      }
      return undefined;
    case "object":
      return value instanceof Map ? objectFault(type, value, depth) : wrongKind(type, value);
  }
}

function listFault(
  typeOf: (index: number) => CtyType,
  parts: readonly CtyValue[],
  depth: number,
): CtyFault | undefined {
  for (const [index, part] of parts.entries()) {
    const fault = faultAt(typeOf(index), part, depth + 1);
    if (fault !== undefined) return inside({ index }, fault);
  }
  return undefined;
}

function objectFault(
  type: ObjectType,
  value: ReadonlyMap<string, CtyValue>,
  depth: number,
): CtyFault | undefined {
  for (const [attribute, inner] of type.attributes) {
    if (!value.has(attribute)) return new CtyFault("the attribute is missing", [{ attribute }]);
    const fault = faultAt(inner, value.get(attribute), depth + 1);
    if (fault !== undefined) return inside({ attribute }, fault);
  }
  if (value.size === type.attributes.size) return undefined;
  for (const attribute of value.keys())
    if (!type.attributes.has(attribute))
      return new CtyFault("the type has no such attribute", [{ attribute }]);
  return undefined;
}

function inside(step: CtyStep, fault: CtyFault): CtyFault {
  return faultInside(step, fault) as CtyFault;
}

function wrongKind(type: CtyType, value: unknown): CtyFault {
  return new CtyFault(mismatch(type, value));
}
