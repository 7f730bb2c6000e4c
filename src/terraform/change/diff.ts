import {
  isCtyArray,
  isCtyObject,
  isCtyUnknown,
  partType,
  type CtyObject,
  type CtyPath,
  type CtyValue,
} from "../cty/index.js";
import type { Block } from "../schema/index.js";
import { equalKnown, typedOf, type Typed } from "./typed.js";

export interface CtyDifference {
  readonly path: CtyPath;
  readonly kind: "add" | "delete" | "update";
}

/**
 * Returns the places where two objects of a block differ. A set is one place, and so is a part that only one of the objects has. An
 * unknown part differs from every other part, even from an unknown one.
 */
export function diffValues(block: Block, before: CtyValue, after: CtyValue): readonly CtyDifference[] {
  const differences: CtyDifference[] = [];
  compare(typedOf(block.type, before), typedOf(block.type, after), [], differences);
  return differences;
}

function compare(before: Typed, after: Typed, path: CtyPath, differences: CtyDifference[]): void {
  if (before.value === null || after.value === null) {
    const kind = before.value === null ? "add" : "delete";
    if (before.value !== after.value) differences.push({ path, kind });
  } else if (isCtyUnknown(before.value) || isCtyUnknown(after.value))
    differences.push({ path, kind: "update" });
  else if (before.type.kind === after.type.kind && (hasParts(before) || hasParts(after))) {
    if (isCtyArray(before.value) && isCtyArray(after.value)) compareLists(before, after, path, differences);
    else if (isCtyObject(before.value) && isCtyObject(after.value))
      compareKeys(before, after, path, differences);
  } else if (!equalKnown(before, after)) differences.push({ path, kind: "update" });
}

function hasParts({ type, value }: Typed): boolean {
  if (type.kind === "list" || type.kind === "tuple") return (value as readonly CtyValue[]).length > 0;
  return (type.kind === "map" || type.kind === "object") && (value as CtyObject).size > 0;
}

function compareLists(before: Typed, after: Typed, path: CtyPath, differences: CtyDifference[]): void {
  const one = before.value as readonly CtyValue[];
  const other = after.value as readonly CtyValue[];
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const place = [...path, { index }];
    if (index >= one.length) differences.push({ path: place, kind: "add" });
    else if (index >= other.length) differences.push({ path: place, kind: "delete" });
    else compare(partOf(before, index), partOf(after, index), place, differences);
  }
}

function compareKeys(before: Typed, after: Typed, path: CtyPath, differences: CtyDifference[]): void {
  const one = before.value as CtyObject;
  const other = after.value as CtyObject;
  const step = (name: string) => (before.type.kind === "object" ? { attribute: name } : { key: name });
  for (const key of one.keys()) {
    const place = [...path, step(key)];
    if (other.has(key)) compare(partOf(before, key), partOf(after, key), place, differences);
    else differences.push({ path: place, kind: "delete" });
  }
  for (const key of other.keys())
    if (!one.has(key)) differences.push({ path: [...path, step(key)], kind: "add" });
}

function partOf({ type, value }: Typed, key: string | number): Typed {
  const part = typeof key === "number" ? (value as readonly CtyValue[])[key] : (value as CtyObject).get(key);
  return typedOf(partType(type, key), part ?? null);
}
