/**
 * The plugin protocol of Terraform, versions 5 and 6: messages, one client for both, and schemas. Values stay encoded.
 */
export { ProviderCallError } from "./provider-call-error.js";
export type * from "./provider-client.js";
export type { FunctionParameter, FunctionSignature } from "./provider-functions.js";
export type { ProviderSchema } from "./provider-schema.js";
export { SchemaFault } from "./schema-fault.js";
