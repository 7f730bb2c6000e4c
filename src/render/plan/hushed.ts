import { diffValues, setAt, type Value, type ValueObject } from "../../model/index.js";

/** What becomes secret is masked in what it was, too. */
export function hushed(before: ValueObject, after: ValueObject): ValueObject {
  const becoming = diffValues(before, after).filter(({ secrecy }) => secrecy === "added");
  return becoming.reduce<Value>(
    (rest, change) => setAt(rest, change.path, change.before),
    before,
  ) as ValueObject;
}
