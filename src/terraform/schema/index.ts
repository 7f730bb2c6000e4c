/**
 * Schemas of Terraform types, and what follows from them alone: names, configurations, values of programs.
 */
export * from "./block-values.js";
export * from "./schema.js";
