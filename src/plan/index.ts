/**
 * Decisions: what happens to each resource, in which order, and whether a plan holds together.
 *
 * Pure. Imports `model/` and `graph/`. Never asks a provider, reads state or knows what a step does.
 */
export { decide, type Decision, type Facts, type ForcedReason, type PriorFacts } from "./decide.js";
export { expand, type DecidedResource, type ObjectName, type Removal } from "./expand.js";
export { bookkeeping, type Recorded } from "./bookkeeping.js";
export { brokenPremises, type BrokenPremise, type Equivalence } from "./premise.js";
