import type { CtyNumber, CtyValue } from "./value.js";

/** One step of a path into a value: an attribute of an object, a key of a map, an index of a list, or an element of a set. */
export type CtyStep =
  | { readonly attribute: string }
  | { readonly key: string }
  | { readonly index: number | CtyNumber }
  | { readonly element: CtyValue };

export type CtyPath = readonly CtyStep[];

/** True if the second path is the first, or leads into the part that the first one names. */
export function isPathPrefix(prefix: CtyPath, path: CtyPath): boolean {
  return prefix.length <= path.length && prefix.every((step, index) => sameStep(step, path[index]!));
}

/** An element of a set has no address, so no two such steps are the same. */
function sameStep(one: CtyStep, other: CtyStep): boolean {
  if ("attribute" in one) return "attribute" in other && one.attribute === other.attribute;
  if ("key" in one) return "key" in other && one.key === other.key;
  return "index" in one && "index" in other && one.index === other.index;
}
