import type { CtyType } from "./type.js";
import { CtyUnknown, Decimal, Dynamic } from "./value.js";

/** Returns the reason of a fault about a value of the wrong kind. */
export function mismatch(type: CtyType, value: unknown): string {
  return mismatchText(type, kindName(value));
}

/** Returns the reason of a fault about data that is not a value yet; `got` names its kind, such as `a number`. */
export function mismatchText(type: CtyType, got: string): string {
  return `expected ${names[type.kind]}, got ${got}`;
}

/** Returns the kind of a value for a message, such as `a number`. The value itself may be secret. */
function kindName(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "boolean") return "a bool";
  if (typeof value === "string") return "a string";
  if (typeof value === "number" || typeof value === "bigint" || value instanceof Decimal) return "a number";
  if (Array.isArray(value)) return "a list";
  if (value instanceof Map) return "an object or a map";
  if (value instanceof CtyUnknown) return "an unknown value";
  return value instanceof Dynamic ? "a dynamic value" : `a JavaScript value of type ${typeof value}`;
}

const names: Readonly<Record<CtyType["kind"], string>> = {
  string: "a string",
  number: "a number",
  bool: "a bool",
  dynamic: "a value with its type",
  list: "a list",
  set: "a set",
  map: "a map",
  object: "an object",
  tuple: "a tuple",
};
