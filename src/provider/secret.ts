import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Decoded, Given } from "./fields.js";
import type { WriteOnlySchema } from "./write-only.js";

/**
 * Marks a field as secret: its values are masked in output and encrypted in state, even if the program does not mark
 * them.
 *
 * ```ts
 * inputs: { token: secret(v.optional(v.string())) }
 * ```
 */
export function secret<Schema extends StandardSchemaV1>(
  schema: Schema,
): StandardSchemaV1<Given<Schema>, Decoded<Schema>> {
  const marked: SecretField = {
    ...marksOf(schema),
    "~standard": schema["~standard"],
    [secretKey]: schema,
  };
  return marked;
}

const secretKey = Symbol.for("coconut.secretField");

interface SecretField extends StandardSchemaV1 {
  readonly [secretKey]: StandardSchemaV1;
}

export function isSecretField(field: StandardSchemaV1): boolean {
  return secretKey in field;
}

/** Returns the original schema without marks, because a library only recognizes its own objects. */
export function unmarkedSchema(field: StandardSchemaV1): StandardSchemaV1 {
  const inner =
    (field as Partial<SecretField>)[secretKey] ?? (field as Partial<WriteOnlySchema>)["~writeOnly"];
  return inner === undefined ? field : unmarkedSchema(inner);
}

/** Returns the marks of a schema, so that another mark can keep them. */
export function marksOf(schema: StandardSchemaV1): object {
  return unmarkedSchema(schema) === schema ? {} : schema;
}
