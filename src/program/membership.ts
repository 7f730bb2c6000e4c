import { isArray, isKnown, stripSecrets, type Value } from "../model/index.js";
import type { Evaluated } from "./evaluated.js";

/** `assumed`: the keys are not known yet, but the last run had this member. */
export type Membership = "member" | "assumed" | "left";

/** Returns whether a member of this key exists, according to the evaluated keys. */
export function membershipBy(keys: Evaluated, member: string): Membership {
  // A failure of the keys is reported at their source.
  if (!keys.ok || !isKnown(keys.value)) return "assumed";
  const known = keySets.get(keys) ?? keySet(keys.value);
  keySets.set(keys, known);
  return known.has(member) ? "member" : "left";
}

/** Cached because each member is looked up, often several times. */
const keySets = new WeakMap<Evaluated, ReadonlySet<Value>>();

function keySet(keys: Value): ReadonlySet<Value> {
  const known = stripSecrets(keys);
  return new Set(isArray(known) ? known : []);
}
