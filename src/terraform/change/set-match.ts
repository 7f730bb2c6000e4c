import { canonicalKey, hasDynamic, isWhollyKnown, type CtyType, type CtyValue } from "../cty/index.js";
import { memberOf } from "./members.js";

export interface SetMatch {
  /** The number of planned elements that no element of the result can come from. */
  readonly missing: number;
  /** The number of elements of the result that come from no planned element. */
  readonly unplanned: number;
}

/**
 * Matches the elements of a planned set with those of the result by `fits`. One planned element may fit several results, and the
 * other way round: unknown elements may turn out to be equal.
 *
 * `members` are the parts of the elements by which these can be told apart; undefined if the elements are not objects. Only
 * elements with equal known parts are compared.
 */
export function matchSets(
  element: CtyType,
  members: ReadonlyMap<string, CtyType> | undefined,
  planned: readonly CtyValue[],
  actual: readonly CtyValue[],
  fits: (planned: CtyValue, actual: CtyValue) => boolean,
): SetMatch {
  const groupOf = grouping(element, members, planned);
  const groups = new Map<string, CtyValue[]>();
  for (const value of actual) {
    const key = groupOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  const matched = new Set<CtyValue>();
  let missing = 0;
  let found = 0;
  for (const value of planned) {
    const matches = (groups.get(groupOf(value)) ?? []).filter((candidate) => fits(value, candidate));
    if (matches.length === 0) missing += 1;
    for (const match of matches) matched.add(match);
  }
  for (const value of actual) if (matched.has(value)) found += 1;
  return { missing, unplanned: actual.length - found };
}

/** Returns a key for elements. Elements that fit have the same key. */
function grouping(
  element: CtyType,
  members: ReadonlyMap<string, CtyType> | undefined,
  planned: readonly CtyValue[],
): (value: CtyValue) => string {
  if (members === undefined)
    return !hasDynamic(element) && planned.every(isWhollyKnown)
      ? (value) => canonicalKey(element, value)
      : () => "";
  const parts = [...members].filter(
    ([name, type]) => !hasDynamic(type) && planned.every((value) => isWhollyKnown(memberOf(value, name))),
  );
  return (value) => parts.map(([name, type]) => canonicalKey(type, memberOf(value, name))).join();
}
