import type { CtyNumber, CtyValue } from "./value.js";

/** One step of a path into a value: an attribute of an object, a key of a map, an index of a list, or an element of a set. */
export type CtyStep =
  | { readonly attribute: string }
  | { readonly key: string }
  | { readonly index: number | CtyNumber }
  | { readonly element: CtyValue };

export type CtyPath = readonly CtyStep[];
