import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import {
  anyType,
  typeFromJsonSchema,
  type FieldSchema,
  type ResourceSchema,
  type Type,
} from "../model/index.js";
import type { Fields } from "./fields.js";
import type { DefinedResource } from "./resource-type.js";
import { isSecretField, unmarkedSchema } from "./secret.js";

/**
 * Returns the fields of a resource type as data. Asynchronous, because the converter for a schema library is loaded on
 * first use: a program that only creates resources never loads it.
 */
export async function schemaOf(
  defined: Pick<DefinedResource, "type" | "inputs" | "outputs" | "migrations">,
): Promise<ResourceSchema> {
  const { type, migrations = [] } = defined;
  return {
    type,
    version: 1 + migrations.length,
    inputs: await fieldSchemas(defined.inputs, "input"),
    outputs: await fieldSchemas(defined.outputs, "output"),
  };
}

/** Inputs are described by the values they accept, outputs by the values they decode to. */
type Side = "input" | "output";

async function fieldSchemas(fields: Fields, side: Side): Promise<{ readonly [field: string]: FieldSchema }> {
  const entries = Object.entries(fields).map(async ([name, field]) => {
    const optional = acceptsNothing(field);
    const schema = {
      type: await fieldType(unmarkedSchema(field), side),
      optional,
      secret: isSecretField(field),
    };
    return [name, schema] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** True if a field is optional: its schema accepts undefined, or has a default. */
function acceptsNothing(field: StandardSchemaV1): boolean {
  try {
    const result = field["~standard"].validate(undefined);
    // Some libraries turn an exception in a schema into a rejected promise.
    if (result instanceof Promise) result.catch(() => {});
    return !(result instanceof Promise) && result.issues === undefined;
  } catch {
    return false;
  }
}

/** Returns the type of a schema; any type if the library cannot express it as JSON Schema. */
async function fieldType(schema: StandardSchemaV1, side: Side): Promise<Type> {
  const toJsonSchema = await converterFor(schema);
  try {
    return typeFromJsonSchema(toJsonSchema(side));
  } catch {
    return anyType;
  }
}

/** Returns the converter to JSON Schema: the library's own, or for valibot that of a second package. */
async function converterFor(schema: StandardSchemaV1): Promise<(side: Side) => unknown> {
  const { jsonSchema, vendor } = schema["~standard"] as MaybeConvertible;
  if (jsonSchema !== undefined) {
    const options = { target: "draft-2020-12", libraryOptions: { unrepresentable: "any" } };
    return (side) => jsonSchema[side](options);
  }
  if (vendor !== "valibot") return () => undefined;
  const { toJsonSchema } = await import("@valibot/to-json-schema");
  const valibotSchema = schema as Parameters<typeof toJsonSchema>[0];
  return (side) => toJsonSchema(valibotSchema, { typeMode: side, errorMode: "ignore" });
}

type MaybeConvertible = StandardSchemaV1.Props & Partial<StandardJSONSchemaV1.Props>;
