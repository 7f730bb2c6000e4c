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
 * What is known of fields that are known in part: what was given, and what their schemas fill in again of what is
 * `recorded`. Everything else that was recorded and is not given any more is gone.
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

/** A value that the schema may accept: what was recorded stands in for what is not known. */
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
 * What was given, with the keys that it lacks and the schema `made`. Where the schema did not take the guess, nothing is
 * said to be gone: it may fill in all of it.
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
