import { canonicalKey } from "./equality.js";
import { compareNumbers } from "./number.js";
import type { CtyType } from "./type.js";
import { compareUtf8 } from "./utf8-order.js";
import { isCtyNumber, type CtyValue } from "./value.js";

/** Returns the elements of a set in an order that only depends on their values: providers return them in any order. */
export function sortedSet(element: CtyType, values: readonly CtyValue[]): readonly CtyValue[] {
  if (values.length < 2) return values;
  if (values.every(isCtyNumber)) return values.toSorted(compareNumbers);
  const keyed = values.map((value) => ({ value, key: canonicalKey(element, value) }));
  return keyed.toSorted((one, other) => compareUtf8(one.key, other.key)).map(({ value }) => value);
}
