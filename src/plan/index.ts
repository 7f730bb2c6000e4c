/**
 * Decides what happens to each resource, in which order, and whether a plan is consistent.
 *
 * Pure. Imports: model. Never calls a provider, reads state or knows what a step does.
 */
export { decideAbsentCreate, isRepeatable } from "./absent-create.js";
export { areRecorded, bookkeeping, type Recorded, type RecordedRows } from "./bookkeeping.js";
export { callbackNotRun, type CallbackSite } from "./callback-not-run.js";
export { decideRepeat, type RepeatFacts } from "./decide-repeat.js";
export { decideRetry } from "./decide-retry.js";
export {
  failedChanges,
  isRefused,
  needsAnotherRound,
  resultOfRun,
  slowestOf,
  summaryOf,
  type AppliedFacts,
} from "./decide-run.js";
export {
  decideAgain,
  decideFirstDelete,
  decideRemoval,
  decideStep,
  isCertain,
  isDecidedAgain,
  resultOfCall,
  type StepStop,
  type StepVerdict,
} from "./decide-step.js";
export {
  decide,
  decideImport,
  isTriggered,
  type Decision,
  type Facts,
  type ForcedReason,
  type PriorFacts,
} from "./decide.js";
export { deleteLast, type Dropping } from "./delete-last.js";
export { expand, type DecidedResource, type Removal } from "./expand.js";
export { explainOutput, hasOutput, noSuchOutput } from "./explain-output.js";
export { explain } from "./explain.js";
export { findResource, findResources, noSuchResource, type NamedResource } from "./find-resource.js";
export { holdBack, isFailedQuestion, type HeldBack, type LeavingObject } from "./hold-back.js";
export { isSettled } from "./is-settled.js";
export { likelyRenames, type RenameCandidate } from "./likely-renames.js";
export { lateForMs, lookAgainAfter, staleForMs } from "./look-again.js";
export { manyGone, type Sighting } from "./many-gone.js";
export { match, type Claimant, type Matched } from "./match.js";
export { warningsNotShown, whatWasNotShown } from "./not-shown.js";
export {
  decideDelete,
  mayReturn,
  objectsInUse,
  type Creation,
  type DeleteVerdict,
  type HeldObject,
} from "./objects-in-use.js";
export { observations, type Observations } from "./observations.js";
export { outputChanges, type SourceFacts } from "./output-changes.js";
export { isChanging, planRelations, type PlanRelations } from "./plan-relations.js";
export {
  isPredicted,
  partPremises,
  predictedFields,
  predictsOutputs,
  readsPredicted,
  wholeResource,
  type PartedPremises,
  type PredictionFacts,
  type ValueSourceFact,
} from "./predicted-fields.js";
export {
  brokenPremises,
  brokenPromises,
  brokenValues,
  inPlannedSpelling,
  promised,
  type BrokenPremise,
  type InputEquivalence,
} from "./premise.js";
export { RefreshedRows, type FoundObject } from "./refreshed-rows.js";
export { resolveRenames, takenNames, type RenamePair } from "./resolve-renames.js";
export { selectTargets, type Selectable, type Selection } from "./select-targets.js";
export { knownOutputs, settledOutputs, stackOutputs } from "./settled-outputs.js";
export type { SettledChange } from "./strength.js";
