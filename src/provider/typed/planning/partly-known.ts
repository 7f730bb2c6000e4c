import {
  equalValues,
  getProperty,
  isArray,
  isObject,
  isUnknown,
  setProperty,
  stripSecrets,
  unknown,
  type Value,
  type ValueObject,
} from "../../../model/index.js";
import type { DefinedResource } from "../../resource-type.js";
import { decodedAs } from "../field/decode-fields.js";

/**
 * Returns the known parts of fields that are not fully known: the given values, and the recorded values that the schema
 * fills in as defaults. Other recorded values that are no longer given count as removed.
 */
export function partlyKnown(
  { type, inputs }: DefinedResource,
  given: ValueObject,
  recorded: ValueObject,
): ValueObject {
  const known: { [field: string]: Value } = {};
  for (const field of Object.keys(given)) {
    const value = getProperty(given, field);
    const before = getProperty(recorded, field);
    const made = decodedAs(type, field, inputs[field]!, guessed(value, before));
    setProperty(known, field, withFilledIn(value, before, made));
  }
  return known;
}

/** Returns a value that the schema may accept, with recorded values in place of unknown ones. */
function guessed(given: Value, before: Value): Value {
  if (isUnknown(given)) return before ?? "unknown";
  if (isArray(given)) return given.map((item, index) => guessed(item, itemAt(before, index)));
  if (!isObject(given)) return given;
  const whole: { [key: string]: Value } = {};
  for (const key of Object.keys(given))
    setProperty(whole, key, guessed(getProperty(given, key), propertyOf(before, key)));
  return whole;
}

/**
 * Returns the given value with the missing keys that the schema `made`. If the schema rejected the guess, no key counts
 * as removed, because the schema may fill in any of them.
 */
function withFilledIn(given: Value, before: Value, made: Value): Value {
  if (isArray(given))
    return given.map((item, index) => withFilledIn(item, itemAt(before, index), itemAt(made, index)));
  if (!isObject(given) || !isObject(before)) return given;
  const whole: { [key: string]: Value } = {};
  for (const key of Object.keys(given)) {
    const part = withFilledIn(getProperty(given, key), getProperty(before, key), propertyOf(made, key));
    setProperty(whole, key, part);
  }
  for (const key of Object.keys(before)) {
    if ((getProperty(given, key) ?? null) !== null) continue;
    const value = getProperty(before, key);
    const filledIn = propertyOf(made, key);
    if (!isObject(made) || equalValues(filledIn, stripSecrets(value))) setProperty(whole, key, value);
    else if ((filledIn ?? null) !== null) setProperty(whole, key, unknown);
  }
  return whole;
}

function itemAt(list: Value, index: number): Value {
  return isArray(list) ? list[index] : undefined;
}

function propertyOf(object: Value, key: string): Value {
  return isObject(object) ? getProperty(object, key) : undefined;
}
