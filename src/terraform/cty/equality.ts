import { JSON } from "../../std/plain-json.js";
import type { CtyType, ObjectType } from "./type.js";
import { sameType } from "./type.js";
import {
  Decimal,
  Dynamic,
  isCtyArray,
  isCtyObject,
  isCtyUnknown,
  isWhollyKnown,
  type CtyObject,
  type CtyValue,
} from "./value.js";

/**
 * True if two values of one type are equal. Sets compare without order, numbers by value, and text by its NFC form. Null differs
 * from empty. Unknown equals unknown, with any refinement. Values of dynamic parts must have the same type; nulls have none.
 */
export function equalCty(type: CtyType, one: CtyValue, other: CtyValue): boolean {
  if (one === other) return true;
  if (one instanceof Dynamic || other instanceof Dynamic) return equalDynamic(one, other);
  if (one === null || other === null) return false;
  if (typeof one === "string") return typeof other === "string" && normalText(one) === normalText(other);
  if (typeof one !== "object" || typeof other !== "object") return false;
  if (isCtyUnknown(one)) return isCtyUnknown(other);
  if (one instanceof Decimal) return other instanceof Decimal && one.text === other.text;
  if (isCtyArray(one)) return isCtyArray(other) && equalArrays(type, one, other);
  return isCtyObject(one) && isCtyObject(other) && equalObjects(type, one, other);
}

/**
 * Returns a text that two values of one type share exactly if they are equal. Keys of different types must not be compared, except
 * those of dynamic values.
 */
export function canonicalKey(type: CtyType, value: CtyValue): string {
  return keyOf(type, value, type.kind === "dynamic");
}

/**
 * Returns the elements of a set without duplicates, in their order; the same array if there are none. Elements with unknown parts
 * all stay, because they may turn out to differ.
 */
export function dedupeSet(element: CtyType, values: readonly CtyValue[]): readonly CtyValue[] {
  if (values.length < 2) return values;
  const keys = new Set<string>();
  const kept = values.filter((value) => {
    if (!isWhollyKnown(value)) return true;
    const key = canonicalKey(element, value);
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  });
  return kept.length === values.length ? values : kept;
}

/** Types of values at dynamic parts may differ although the values do not: one type may name what the other leaves dynamic. */
function equalDynamic(one: CtyValue, other: CtyValue): boolean {
  if (one instanceof Dynamic && other instanceof Dynamic && sameType(one.type, other.type))
    return equalCty(one.type, one.value, other.value);
  return dynamicKey(one) === dynamicKey(other);
}

function dynamicKey(value: CtyValue): string {
  return value instanceof Dynamic
    ? keyOf(value.type, value.value, true)
    : keyOf({ kind: "dynamic" }, value, true);
}

function equalArrays(type: CtyType, one: readonly CtyValue[], other: readonly CtyValue[]): boolean {
  if (one.length !== other.length) return false;
  if (type.kind === "tuple")
    return type.elements.every((element, index) => equalCty(element, one[index]!, other[index]!));
  const element = elementOf(type);
  const differing = one.findIndex((value, index) => !equalCty(element, value, other[index]!));
  if (differing === -1) return true;
  return type.kind === "set" && equalRest(element, one.slice(differing), other.slice(differing));
}

function equalRest(element: CtyType, one: readonly CtyValue[], other: readonly CtyValue[]): boolean {
  const counts = new Map<string, number>();
  for (const value of one) {
    const key = canonicalKey(element, value);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return other.every((value) => {
    const key = canonicalKey(element, value);
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count > 0;
  });
}

function equalObjects(type: CtyType, one: CtyObject, other: CtyObject): boolean {
  if (type.kind === "object") {
    for (const [name, part] of type.attributes)
      if (!equalCty(part, one.get(name) ?? null, other.get(name) ?? null)) return false;
    return true;
  }
  if (one.size !== other.size) return false;
  const element = elementOf(type);
  for (const [key, part] of one) {
    const match = other.get(key);
    if (match === undefined || !equalCty(element, part, match)) return false;
  }
  return true;
}

function keyOf(type: CtyType, value: CtyValue, isDynamic: boolean): string {
  if (value === null) return "~";
  if (typeof value === "string") return JSON.stringify(normalText(value));
  if (typeof value !== "object") return String(value);
  if (isCtyUnknown(value)) return "?";
  if (value instanceof Decimal) return value.text;
  if (value instanceof Dynamic) return keyOf(value.type, value.value, true);
  if (isCtyArray(value)) return keyOfArray(type, value, isDynamic);
  return isCtyObject(value) ? keyOfObject(type, value, isDynamic) : "";
}

/** An empty collection does not show the type of its elements, so its key names it where types are part of the value. */
function keyOfArray(type: CtyType, value: readonly CtyValue[], isDynamic: boolean): string {
  if (type.kind === "tuple")
    return `(${value.map((part, index) => keyOf(type.elements[index]!, part, isDynamic)).join()})`;
  const element = elementOf(type);
  const keys = value.map((part) => keyOf(element, part, isDynamic));
  const hint = isDynamic && value.length === 0 ? typeKey(element) : "";
  return type.kind === "set" ? `{${keys.sort().join()}${hint}}` : `[${keys.join()}${hint}]`;
}

function keyOfObject(type: CtyType, value: CtyObject, isDynamic: boolean): string {
  if (type.kind === "object") {
    const parts = sortedNames(type).map(
      (name) =>
        `${JSON.stringify(name)}:${keyOf(type.attributes.get(name)!, value.get(name) ?? null, isDynamic)}`,
    );
    return `<${parts.join()}>`;
  }
  const element = elementOf(type);
  const parts = [...value].map(([key, part]) => `${JSON.stringify(key)}:${keyOf(element, part, isDynamic)}`);
  const hint = isDynamic && value.size === 0 ? typeKey(element) : "";
  return `m<${parts.sort().join()}${hint}>`;
}

function typeKey(type: CtyType): string {
  if (type.kind === "tuple") return `(${type.elements.map(typeKey).join()})`;
  if (type.kind === "object") {
    const parts = sortedNames(type).map(
      (name) => `${JSON.stringify(name)}:${typeKey(type.attributes.get(name)!)}`,
    );
    return `<${parts.join()}>`;
  }
  return "element" in type ? `${type.kind}(${typeKey(type.element)})` : type.kind;
}

const sortedByType = new WeakMap<ObjectType, readonly string[]>();

function sortedNames(type: ObjectType): readonly string[] {
  const known = sortedByType.get(type);
  if (known !== undefined) return known;
  const names = [...type.attributes.keys()].sort();
  sortedByType.set(type, names);
  return names;
}

function elementOf(type: CtyType): CtyType {
  if ("element" in type) return type.element;
  throw new Error(`Bug: a value of type ${type.kind} is a collection.`);
}

/** Text without characters from U+0300 on is in normal form. */
function normalText(text: string): string {
  return /[\u0300-\uffff]/.test(text) ? text.normalize("NFC") : text;
}
