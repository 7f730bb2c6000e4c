/**
 * Terraform's value system: types, values, numbers, equality and paths, and their JSON. Knows nothing of schemas.
 *
 * Pure. Imports: nothing.
 */
export * from "./conform.js";
export * from "./describe.js";
export * from "./equality.js";
export * from "./fault.js";
export * from "./generalise.js";
export * from "./json-text.js";
export * from "./json-value.js";
export * from "./limits.js";
export * from "./number.js";
export * from "./path-text.js";
export * from "./path.js";
export * from "./set-order.js";
export * from "./type-json.js";
export * from "./type.js";
export * from "./utf8-order.js";
export * from "./value.js";
