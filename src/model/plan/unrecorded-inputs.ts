import {
  getProperty,
  identicalValues,
  markedAs,
  setProperty,
  type Value,
  type ValueObject,
} from "../value/index.js";
import type { Planned } from "./planned.js";

/**
 * Returns the inputs of a program that a plan must not record or show: those that differ from the planned inputs.
 * Empty, unless the provider declares that its call needs such inputs.
 */
export function unrecordedInputs(inputs: ValueObject, planned: Planned | undefined): readonly string[] {
  if (planned?.unrecorded !== true) return none;
  return Object.keys(inputs).filter((field) => {
    const value = getProperty(inputs, field);
    return (value ?? null) !== null && !identicalValues(value, getProperty(planned.inputs, field));
  });
}

/** Returns the inputs with these fields marked as secret; the same object if there are none. */
export function secretInputs(inputs: ValueObject, fields: readonly string[]): ValueObject {
  if (fields.length === 0) return inputs;
  const marked: { [field: string]: Value } = { ...inputs };
  for (const field of fields)
    if (Object.hasOwn(inputs, field))
      setProperty(marked, field, markedAs("secret", getProperty(inputs, field)));
  return marked;
}

const none: readonly string[] = [];
