import { fold, insideSecret, type FoldStep } from "./fold.js";
import {
  ephemeralOf,
  isArchive,
  isArray,
  isAsset,
  isEphemeral,
  isObject,
  isSecret,
  isUnknown,
  markedLike,
  secretOf,
} from "./value.js";
import type { Secrecy, Value, ValueObject } from "./value.js";

/**
 * Whether `test` is true for the value or anything inside it: elements, properties, contents of secrets. Depth is
 * limited by memory, not by the stack. A shared part is visited once if the value is large.
 */
export function someValue(value: Value, test: (value: Value) => boolean): boolean {
  if (test(value)) return true;
  if (typeof value !== "object" || value === null) return false;
  const rest: (Value & object)[] = [];
  let seen: Set<Value> | undefined;
  let count = 0;
  for (let next: (Value & object) | undefined = value; next !== undefined; next = rest.pop()) {
    if (++count > smallValue) {
      seen ??= new Set();
      if (seen.has(next)) continue;
      seen.add(next);
    }
    for (const part of partsOf(next)) {
      if (test(part)) return true;
      if (typeof part === "object" && part !== null) rest.push(part);
    }
  }
  return false;
}

function partsOf(value: Value & object): readonly Value[] {
  if (isArray(value)) return value;
  if (isSecret(value)) return [value.value];
  return isObject(value) ? Object.values(value) : none;
}

const none: readonly Value[] = [];

/** Up to this many visits, recording them costs more than visiting a shared part again. */
const smallValue = 1000;

/** Whether nothing in the value is unknown, at any depth. */
export function isKnown(value: Value): boolean {
  return !someValue(value, isUnknown);
}

export function containsSecret(value: Value): boolean {
  return someValue(value, isSecret);
}

export function containsEphemeral(value: Value): boolean {
  return someValue(value, isEphemeral);
}

/** Returns the strongest mark in a value. Values without a secret are walked once. */
export function secrecyOf(value: Value): Secrecy | undefined {
  if (!containsSecret(value)) return undefined;
  return containsEphemeral(value) ? "ephemeral" : "secret";
}

/**
 * Returns the value without its secret wrappers. Shares parts that contain no secrets. Ephemeral parts keep their wrapper, so
 * that code that writes or shows the result cannot lose the mark.
 */
export function stripSecrets(value: Value): Value {
  if (!containsSecret(value)) return value;
  return mapValue(value, (inner) => (isSecret(inner) && !inner.ephemeral ? inner.value : inner));
}

/** Returns the value without any wrappers, ephemeral ones included, for code that uses it. Never store or show the result. */
export function openSecrets(value: Value): Value {
  if (!containsSecret(value)) return value;
  return mapValue(value, (inner) => (isSecret(inner) ? inner.value : inner));
}

/** Returns the whole value with a mark. Parts lose their own wrappers, and the whole is ephemeral if any part is. */
export function markedAs(secrecy: Secrecy | undefined, value: Value): Value {
  if (secrecy === undefined) return value;
  const isUsedOnly = secrecy === "ephemeral" || containsEphemeral(value);
  return isUsedOnly ? ephemeralOf(openSecrets(value)) : secretOf(stripSecrets(value));
}

/** Returns one secret of the whole value if any part is secret. The parts lose their own wrappers. */
export function hoistSecrets(value: Value): Value {
  return markedAs(secrecyOf(value), value);
}

/**
 * Returns a copy in which every value, outermost first, was passed through `change`; its results are walked in turn.
 * Unchanged containers are shared with the original, and shared parts stay shared.
 */
export function mapValue(value: Value, change: (value: Value) => Value): Value {
  return fold<Value, Value>(value, (node) => {
    const changed = change(node);
    if (isArray(changed)) {
      return {
        parts: Array.from(changed, (item, index) => [index, item]),
        join: (copy) => (copy.every((item, index) => Object.is(item, changed[index])) ? changed : copy),
      };
    }
    if (isSecret(changed)) {
      return {
        parts: [[insideSecret, changed.value]],
        join: ([copy]) => (Object.is(copy, changed.value) ? changed : markedLike(changed, copy)),
      };
    }
    return isObject(changed) ? mapProperties(changed) : { result: changed };
  });
}

function mapProperties(object: ValueObject): FoldStep<Value, Value> {
  const entries = Object.entries(object);
  return {
    parts: entries,
    join: (copy) =>
      copy.every((item, index) => Object.is(item, entries[index]![1]))
        ? object
        : Object.fromEntries(copy.map((item, index) => [entries[index]![0], item])),
  };
}

/**
 * Freezes a value at every depth, including the sources of assets, and returns it. The resource object that a reference
 * points to is not part of the value and is not frozen.
 */
export function freezeValue<V extends Value>(value: V): V {
  const rest: Value[] = [value];
  const seen = new Set<Value>();
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    Object.freeze(next);
    if (isArray(next)) for (const item of next) rest.push(item);
    else if (isSecret(next)) rest.push(next.value);
    else if (isAsset(next) || isArchive(next)) rest.push(next.source);
    else if (isObject(next)) for (const key of Object.keys(next)) rest.push(next[key]);
  }
  return value;
}
