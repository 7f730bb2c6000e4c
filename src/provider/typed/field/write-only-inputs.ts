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

/** Values without those of write-only inputs: the part that plans and state hold. */
export function recordedPart({ inputs: fields }: InputFields, values: ValueObject): ValueObject {
  const names = writeOnlyNames(fields);
  if (!names.some((name) => Object.hasOwn(values, name))) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

/** The inputs that state holds, of which a lookup answers. */
export function recordedFields({ inputs: fields }: InputFields): Fields {
  const names = writeOnlyNames(fields);
  if (names.length === 0) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** Whether the program gives a value for a write-only input, known or not. */
export function givesWriteOnly({ inputs: fields }: InputFields, asked: ValueObject): boolean {
  return writeOnlyNames(fields).some((name) => (openSecrets(getProperty(asked, name)) ?? null) !== null);
}

/**
 * The planned inputs with the write-only ones as the program gives them, decoded. Each of these is secret, so that it is
 * masked in whatever a hook logs or throws.
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
