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
 * The fields of a resource type as data. Asynchronous because what turns a library's schemas into types is
 * loaded when it is first needed: a program that only makes resources never does.
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

/** Of inputs one wants to know what can be given, of outputs what comes of them. */
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

/** A field is optional if its schema has an answer to its absence: nothing, or a default. */
function acceptsNothing(field: StandardSchemaV1): boolean {
  try {
    const result = field["~standard"].validate(undefined);
    // Some libraries turn what a schema throws into a rejected promise.
    if (result instanceof Promise) result.catch(() => {});
    return !(result instanceof Promise) && result.issues === undefined;
  } catch {
    return false;
  }
}

/** What a library cannot say as JSON Schema can be anything. */
async function fieldType(schema: StandardSchemaV1, side: Side): Promise<Type> {
  const toJsonSchema = await converterFor(schema);
  try {
    return typeFromJsonSchema(toJsonSchema(side));
  } catch {
    return anyType;
  }
}

/** A library offers its schemas as JSON Schema by itself, or is valibot, which leaves that to a second package. */
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
