/**
 * Schemas of Terraform types, and what follows from them alone: names, configurations, values of programs.
 */
export * from "./schema.js";
