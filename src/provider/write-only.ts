import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Decoded, Fields, Given } from "./fields.js";
import { marksOf } from "./secret.js";

/**
 * Marks an input of a resource as write-only: `create` and `update` get its value, and Coconut never records it. It is
 * masked like a secret. Because it is not recorded, a change of the value alone is not detected. Give the type another
 * input that users change with it, such as a version.
 *
 * ```ts
 * inputs: { password: writeOnly(v.string()), passwordVersion: v.optional(v.number(), 1) }
 * ```
 */
export function writeOnly<Schema extends StandardSchemaV1>(
  schema: Schema,
): WriteOnlySchema<Given<Schema>, Decoded<Schema>> {
  return { ...marksOf(schema), "~standard": schema["~standard"], "~writeOnly": schema };
}

/** The schema of an input that is never recorded. */
export interface WriteOnlySchema<Input = unknown, Output = Input> extends StandardSchemaV1<Input, Output> {
  readonly "~writeOnly": StandardSchemaV1;
}

export function isWriteOnlyField(field: StandardSchemaV1): boolean {
  return "~writeOnly" in field;
}

/** Returns the names of the write-only fields. Cached, because every plan of a resource needs them. */
export function writeOnlyNames(fields: Fields): readonly string[] {
  let names = known.get(fields);
  if (names === undefined) {
    names = Object.keys(fields).filter((name) => isWriteOnlyField(fields[name]!));
    known.set(fields, names);
  }
  return names;
}

const known = new WeakMap<Fields, readonly string[]>();
