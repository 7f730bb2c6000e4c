/**
 * The core types: one file per type, with its constructors, equality, parsing and printing.
 *
 * Pure: no effects, no clock, no randomness, nothing asynchronous. Imports: nothing. Never decides what happens to a
 * resource, and never performs I/O.
 */
export * from "./asset/index.js";
export type * from "./class-code.js";
export * from "./diagnostic.js";
export * from "./event.js";
export * from "./expression.js";
export * from "./name/index.js";
export * from "./path/index.js";
export * from "./plan/index.js";
export * from "./registration.js";
export * from "./resource-handle.js";
export * from "./resource-options.js";
export * from "./resource-schema.js";
export * from "./source-position.js";
export * from "./state/index.js";
export * from "./type/index.js";
export * from "./value/index.js";
