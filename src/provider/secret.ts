import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Decoded, Given } from "./fields.js";

/**
 * Marks a field as secret: its values are masked wherever they are shown and sealed wherever they are kept,
 * whether the program says so or not.
 *
 * ```ts
 * inputs: { token: secret(v.optional(v.string())) }
 * ```
 */
export function secret<Schema extends StandardSchemaV1>(
  schema: Schema,
): StandardSchemaV1<Given<Schema>, Decoded<Schema>> {
  const marked: SecretField = { "~standard": schema["~standard"], [secretKey]: schema };
  return marked;
}

const secretKey = Symbol.for("coconut.secretField");

interface SecretField extends StandardSchemaV1 {
  readonly [secretKey]: StandardSchemaV1;
}

export function isSecretField(field: StandardSchemaV1): boolean {
  return secretKey in field;
}

/** The schema as its library made it: a library knows its own objects only. */
export function unmarkedSchema(field: StandardSchemaV1): StandardSchemaV1 {
  return isSecretField(field) ? unmarkedSchema((field as SecretField)[secretKey]) : field;
}
