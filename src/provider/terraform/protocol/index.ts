/**
 * The plugin protocol of Terraform, versions 5 and 6: messages, one client for both, and schemas. Values stay encoded.
 */
export { createProviderClient } from "./create-provider-client.js";
export type { IdentityAttribute, IdentitySchema } from "./identity-schemas.js";
export { ProviderCallError } from "./provider-call-error.js";
export type * from "./provider-client.js";
export type { ProviderSchema } from "./provider-schema.js";
export type { ProviderRequest, ProviderTransport } from "./provider-transport.js";
export { SchemaFault } from "./schema-fault.js";
export type { ServerCapabilities } from "./server-capabilities.js";
export { decodeStdioData } from "./stdio-data.js";
