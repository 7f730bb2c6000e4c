/**
 * Decisions about changes of Terraform objects: the proposed state, the checks of a provider's answers, and the differences
 * between two states. All by schema and type.
 */
export * from "./action.js";
export * from "./diff.js";
export * from "./legacy.js";
export * from "./proposed-new.js";
export * from "./replacing.js";
export * from "./unknowns.js";
