import { isCtyArray, isCtyObject, isCtyUnknown, type CtyValue } from "../cty/index.js";
import type { Attribute, NestedBlock, NestedType } from "../schema/index.js";

/** The members of an object: those of a block, or of an object in an attribute with a nested type. */
export interface Members {
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly blocks?: ReadonlyMap<string, NestedBlock> | undefined;
}

export type AttributeWithNested = Attribute & { readonly nested: NestedType };

export function hasNested(attribute: Attribute): attribute is AttributeWithNested {
  return attribute.nested !== undefined;
}

/** Returns a member of an object. The members of null are null, those of an unknown object are unknown. */
export function memberOf(value: CtyValue, name: string): CtyValue {
  if (isCtyObject(value)) return value.get(name) ?? null;
  return isCtyUnknown(value) ? value : null;
}

/** Returns an element of a list. The elements of an unknown list are unknown, others that do not exist are null. */
export function elementOf(value: CtyValue, index: number): CtyValue {
  if (isCtyArray(value)) return value[index] ?? null;
  return isCtyUnknown(value) ? value : null;
}
