import {
  isCtyArray,
  isCtyObject,
  isCtyUnknown,
  partType,
  type CtyPath,
  type CtyStep,
  type CtyValue,
} from "../cty/index.js";
import type { Block } from "../schema/index.js";
import { hasNested, type Members } from "./members.js";
import { equalKnown, typedOf, type Typed } from "./typed.js";

/**
 * Returns those paths of a provider's `requires_replace` at which the prior and the planned object differ; unknown differs from
 * everything. A write-only attribute always counts, because states do not hold its value. A create has none.
 */
export function replacing(
  block: Block,
  requiresReplace: readonly CtyPath[],
  before: CtyValue,
  after: CtyValue,
): readonly CtyPath[] {
  if (before === null || after === null) return [];
  return requiresReplace.filter((path) => {
    if (isWriteOnly(block, path)) return true;
    const one = typedAt(typedOf(block.type, before), path);
    const other = typedAt(typedOf(block.type, after), path);
    if (one === undefined && other === undefined) return false;
    return !equalKnown(one ?? absent(other!), other ?? absent(one!));
  });
}

/** A place that only one of the objects has counts as null in the other one. */
function absent({ type }: Typed): Typed {
  return { type, value: null };
}

/**
 * Returns the part at a path, or undefined if there is no such part. A path into a set ends at the set, a path into an unknown part
 * at that part.
 */
function typedAt(typed: Typed, path: CtyPath): Typed | undefined {
  const [step, ...rest] = path;
  const { type, value } = typed;
  if (step === undefined || isCtyUnknown(value) || type.kind === "set") return typed;
  const key = keyOf(step);
  const part = key === undefined ? undefined : partAt(value, key);
  return part === undefined ? undefined : typedAt(typedOf(partType(type, key!), part), rest);
}

function partAt(value: CtyValue, key: string | number): CtyValue | undefined {
  if (typeof key === "string") return isCtyObject(value) ? value.get(key) : undefined;
  return isCtyArray(value) ? value[key] : undefined;
}

/** A step that names an element of a set has no key. */
function keyOf(step: CtyStep): string | number | undefined {
  if ("attribute" in step) return step.attribute;
  if ("key" in step) return step.key;
  return "index" in step && typeof step.index === "number" ? step.index : undefined;
}

function isWriteOnly(members: Members, path: CtyPath): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return false;
  if (!("attribute" in step)) return isWriteOnly(members, rest);
  const attribute = members.attributes.get(step.attribute);
  if (attribute !== undefined)
    return attribute.writeOnly || (hasNested(attribute) && isWriteOnly(attribute.nested, rest));
  const nested = members.blocks?.get(step.attribute);
  return nested !== undefined && isWriteOnly(nested.block, rest);
}
