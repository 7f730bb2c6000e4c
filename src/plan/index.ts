/**
 * Decisions: what happens to each resource, in which order, and whether a plan holds together.
 *
 * Pure. Imports: model. Never asks a provider, reads state or knows what a step does.
 */
export { callbackNotRun, type CallbackSite } from "./callback-not-run.js";
export { decide, type Decision, type Facts, type ForcedReason, type PriorFacts } from "./decide.js";
export { decideAgain, isCertain, type SettledAction } from "./decide-again.js";
export { isTriggered } from "./is-triggered.js";
export { decideImport } from "./decide-import.js";
export { deleteLast, type Dropping } from "./delete-last.js";
export { decideRepeat, type RepeatFacts } from "./decide-repeat.js";
export { decideRetry, type RetryDecision, type RetryFacts } from "./decide-retry.js";
export { expand, type DecidedResource, type Removal } from "./expand.js";
export { explain } from "./explain.js";
export { explainOutput, hasOutput, noSuchOutput } from "./explain-output.js";
export { bookkeeping, type Recorded } from "./bookkeeping.js";
export { selectTargets, type Selectable, type Selection } from "./select-targets.js";
export { findResource, findResources, noSuchResource, type NamedResource } from "./find-resource.js";
export { holdBack, type HeldBack, type LeavingObject } from "./hold-back.js";
export { isFailedQuestion } from "./failed-question.js";
export { likelyRenames, type RenameCandidate } from "./likely-renames.js";
export { objectsInUse, type HeldObject } from "./objects-in-use.js";
export { lateForMs, lookAgainAfter, staleForMs } from "./look-again.js";
export { manyGone, type Sighting } from "./many-gone.js";
export { match, type Claimant, type Matched } from "./match.js";
export { outputChanges, type SourceFacts } from "./output-changes.js";
export { isChanging, planRelations, type PlanRelations } from "./plan-relations.js";
export {
  brokenPremises,
  brokenPromises,
  inPlannedSpelling,
  type BrokenPremise,
  type InputEquivalence,
} from "./premise.js";
export { resolveRenames, takenNames, type RenamePair } from "./resolve-renames.js";
export { outputsNotShown, settledOutputs } from "./settled-outputs.js";
export { stackOutputs } from "./stack-outputs.js";
