import { setAt } from "../path/index.js";
import { containsSecret, diffValues, type Value, type ValueObject } from "../value/index.js";

/** The first of two objects, masked wherever something stands in the second that is secret. */
export function hushed(before: ValueObject, after: ValueObject): ValueObject {
  if (!containsSecret(after)) return before;
  const becoming = diffValues(before, after).filter(({ secrecy }) => secrecy === "added");
  return becoming.reduce<Value>(
    (rest, change) => setAt(rest, change.path, change.before),
    before,
  ) as ValueObject;
}
