import { sameType, type CtyType } from "./type.js";
import { Dynamic, isCtyArray, isCtyObject, isCtyUnknown, type CtyValue } from "./value.js";

/**
 * Returns a value of type `from` as a value of type `to`, where `to` is the same type with other parts dynamic: these get a type of
 * their own, and parts that `to` names lose it. Tuples may become lists or sets, and objects may become maps, if their parts fit.
 */
export function generalise(from: CtyType, to: CtyType, value: CtyValue): CtyValue {
  if (from === to || value === null || isCtyUnknown(value)) return value;
  if (value instanceof Dynamic)
    return to.kind === "dynamic" ? value : generalise(value.type, to, value.value);
  if (to.kind === "dynamic") return new Dynamic(from, value);
  if (sameType(from, to)) return value;
  if (isCtyArray(value))
    return value.map((part, index) => generalise(partType(from, index), partType(to, index), part));
  if (!isCtyObject(value)) return value;
  const keys = to.kind === "object" ? to.attributes.keys() : value.keys();
  return new Map(
    [...keys].map((key) => {
      const part = value.get(key) ?? null;
      return [key, part === null ? null : generalise(partType(from, key), partType(to, key), part)];
    }),
  );
}

/** Returns the type of a part of a collection, a tuple or an object. */
export function partType(type: CtyType, key: string | number): CtyType {
  const part =
    type.kind === "object"
      ? type.attributes.get(key as string)
      : type.kind === "tuple"
        ? type.elements[key as number]
        : "element" in type
          ? type.element
          : undefined;
  if (part === undefined) throw new Error(`Bug: a value of type ${type.kind} has no part ${key}.`);
  return part;
}
