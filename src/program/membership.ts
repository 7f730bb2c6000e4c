import { isArray, isKnown, stripSecrets, type Value } from "../model/index.js";
import type { Evaluated } from "./evaluated.js";

/** `assumed`: which members there are is not known yet; it was one in the last run. */
export type Membership = "member" | "assumed" | "left";

/** Whether there is a member of this key, by what the keys of all came to. */
export function membershipBy(keys: Evaluated, member: string): Membership {
  // Why there are no keys is reported where they come from.
  if (!keys.ok || !isKnown(keys.value)) return "assumed";
  const known = keySets.get(keys) ?? keySet(keys.value);
  keySets.set(keys, known);
  return known.has(member) ? "member" : "left";
}

/** Each member asks, often more than once. */
const keySets = new WeakMap<Evaluated, ReadonlySet<Value>>();

function keySet(keys: Value): ReadonlySet<Value> {
  const known = stripSecrets(keys);
  return new Set(isArray(known) ? known : []);
}
