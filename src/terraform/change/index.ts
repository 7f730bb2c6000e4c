/**
 * Decisions about changes of Terraform objects: the proposed state, the checks of a provider's answers, and the differences
 * between two states, by schema and type.
 *
 * Pure. Imports: nothing.
 */
export * from "./apply-check.js";
export { mayHaveChanged, resultOfChange } from "./change-result.js";
export * from "./diff.js";
export * from "./legacy.js";
export * from "./plan-check.js";
export * from "./proposed-new.js";
export * from "./replacing.js";
export * from "./unknowns.js";
export type { PlanFault } from "./findings.js";
