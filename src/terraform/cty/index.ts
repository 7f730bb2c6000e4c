/**
 * Terraform's value system: types, values and paths. Imports nothing.
 */
export * from "./path.js";
export * from "./type.js";
export * from "./value.js";
