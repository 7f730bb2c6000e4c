import {
  getProperty,
  markedAs,
  openSecrets,
  setProperty,
  type Value,
  type ValueObject,
} from "../../../model/index.js";
import type { Fields } from "../../fields.js";
import type { DefinedResource } from "../../resource-type.js";
import { writeOnlyNames } from "../../write-only.js";
import { decodeFields } from "./decode-fields.js";

type InputFields = Pick<DefinedResource, "type" | "inputs">;

/** Returns the values without write-only inputs, as plans and state contain them. */
export function recordedPart({ inputs: fields }: InputFields, values: ValueObject): ValueObject {
  const names = writeOnlyNames(fields);
  if (!names.some((name) => Object.hasOwn(values, name))) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

/** Returns the inputs that state records and that a lookup returns. */
export function recordedFields({ inputs: fields }: InputFields): Fields {
  const names = writeOnlyNames(fields);
  if (names.length === 0) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** Returns whether the program sets a write-only input, to a known or unknown value. */
export function givesWriteOnly({ inputs: fields }: InputFields, asked: ValueObject): boolean {
  return writeOnlyNames(fields).some((name) => (openSecrets(getProperty(asked, name)) ?? null) !== null);
}

/**
 * Returns the planned inputs with the decoded write-only inputs of the program. These are marked as secret, so that
 * they are masked in log messages and errors of hooks.
 */
export function withWriteOnly(
  { type, inputs: fields }: InputFields,
  planned: ValueObject,
  asked: ValueObject,
): ValueObject {
  const names = writeOnlyNames(fields);
  if (names.length === 0) return planned;
  const marked = Object.fromEntries(names.map((name) => [name, fields[name]!]));
  const { values } = decodeFields(type, marked, asked);
  const whole: { [field: string]: Value } = { ...planned };
  for (const name of Object.keys(values)) setProperty(whole, name, markedAs("secret", values[name]));
  return whole;
}
