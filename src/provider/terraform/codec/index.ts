/**
 * Terraform's values as MessagePack, the form in which providers receive and return them.
 */
export * from "./msgpack.js";
export * from "./state-json.js";
