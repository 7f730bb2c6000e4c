/**
 * Terraform's value system: types, values, equality and paths. Knows nothing of schemas.
 */
export * from "./equality.js";
export * from "./generalise.js";
export * from "./path.js";
export * from "./type.js";
export * from "./value.js";
