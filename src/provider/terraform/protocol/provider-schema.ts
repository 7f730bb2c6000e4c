import type { FunctionSignature, Schema } from "../../../terraform/schema/index.js";
import { decodeSchema } from "./decode-schema.js";
import type { SchemaResponse } from "./generated/tfplugin_pb.js";
import type { IdentitySchema } from "./identity-schemas.js";
import { functionsOf } from "./provider-functions.js";
import { capabilitiesOf, type ServerCapabilities } from "./server-capabilities.js";

/**
 * The types and functions of a provider. The schema of a type is decoded when it is first requested, because large providers have
 * megabytes of them. A schema that is invalid throws a `SchemaFault`.
 */
export interface ProviderSchema {
  /** The schema of the provider's own configuration. */
  readonly provider: Schema;
  resource(type: string): Schema | undefined;
  resourceTypes(): readonly string[];
  dataSource(type: string): Schema | undefined;
  dataSourceTypes(): readonly string[];
  ephemeral(type: string): Schema | undefined;
  ephemeralTypes(): readonly string[];
  readonly functions: ReadonlyMap<string, FunctionSignature>;
  /** Returns undefined for a resource type whose objects have no identity. */
  identity(type: string): IdentitySchema | undefined;
  readonly capabilities: ServerCapabilities;
}

/** Returns the schema in an answer of a provider. Throws a `SchemaFault` if that of the provider or of a function is invalid. */
export function providerSchema(
  protocol: 5 | 6,
  found: SchemaResponse,
  identities: ReadonlyMap<string, IdentitySchema>,
): ProviderSchema {
  const schemasIn = (schemas: { readonly [type: string]: Uint8Array }, what: string) =>
    decodedOnce(schemas, (bytes, type) => decodeSchema(protocol, bytes, `${what} ${type}`));
  const resources = schemasIn(found.resourceSchemas, "resource type");
  const dataSources = schemasIn(found.dataSourceSchemas, "data source");
  const ephemeral = schemasIn(found.ephemeralResourceSchemas, "ephemeral resource type");
  return {
    provider: decodeSchema(protocol, found.provider, "provider configuration"),
    resource: resources.get,
    resourceTypes: resources.names,
    dataSource: dataSources.get,
    dataSourceTypes: dataSources.names,
    ephemeral: ephemeral.get,
    ephemeralTypes: ephemeral.names,
    functions: functionsOf(found.functions),
    identity: (type) => identities.get(type),
    capabilities: capabilitiesOf(found.serverCapabilities),
  };
}

function decodedOnce<T>(
  encoded: { readonly [name: string]: Uint8Array },
  decode: (bytes: Uint8Array, name: string) => T,
) {
  const decoded = new Map<string, T>();
  return {
    names: (): readonly string[] => Object.keys(encoded),
    get: (name: string): T | undefined => {
      const known = decoded.get(name);
      if (known !== undefined || !Object.hasOwn(encoded, name)) return known;
      const made = decode(encoded[name]!, name);
      decoded.set(name, made);
      return made;
    },
  };
}
