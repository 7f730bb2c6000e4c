/**
 * What a plan may touch when it was asked for a part of the stack, and what becomes of the rest: it stays exactly
 * as state has it, and nothing is asked about it.
 *
 * Looks at program and state; `plan/select-targets.ts` decides. Calls no provider.
 */
export { TargetSelection, type SelectionPorts } from "./target-selection.js";
