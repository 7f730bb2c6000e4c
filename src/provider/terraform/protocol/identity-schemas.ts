import type { CtyType, ObjectType } from "../../../terraform/cty/index.js";
import type { IdentitySchema as IdentityMessage } from "./generated/tfplugin_pb.js";
import { SchemaFault, typeOfBytes } from "./schema-fault.js";

/** The schema of the data that identifies an object of a resource type. */
export interface IdentitySchema {
  readonly version: number;
  readonly attributes: ReadonlyMap<string, IdentityAttribute>;
  readonly type: ObjectType;
}

export interface IdentityAttribute {
  readonly type: CtyType;
  readonly requiredForImport: boolean;
  readonly optionalForImport: boolean;
  readonly description?: string | undefined;
}

/** Returns the identity schemas of a provider by resource type. Throws a `SchemaFault`. */
export function identitySchemasOf(found: {
  readonly [type: string]: IdentityMessage;
}): ReadonlyMap<string, IdentitySchema> {
  return new Map(
    Object.entries(found).map(([type, message]) => [type, identitySchemaOf(message, `identity of ${type}`)]),
  );
}

function identitySchemaOf({ version, identityAttributes }: IdentityMessage, where: string): IdentitySchema {
  const attributes = new Map<string, IdentityAttribute>();
  for (const { name, type, requiredForImport, optionalForImport, description } of identityAttributes) {
    if (attributes.has(name)) throw new SchemaFault(where, `it has two attributes ${name}`);
    attributes.set(name, {
      type: typeOfBytes(type, `${where}, attribute ${name}`),
      requiredForImport,
      optionalForImport,
      ...(description !== "" && { description }),
    });
  }
  const types = new Map([...attributes].map(([name, { type }]) => [name, type]));
  return { version: Number(version), attributes, type: { kind: "object", attributes: types } };
}
