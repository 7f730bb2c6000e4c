/**
 * Plan, apply, refresh, destroy: the phases in their order, nothing else.
 *
 * Effects. Imports everything but the faces. Names no resource type, and never prints: faces see events.
 */
export type { Applied } from "./applying/apply-plan.js";
export { exitCodeOf, exitCodeOfRun, exitCodes, type ExitCode } from "../runner/exit-code.js";
export {
  openModuleStack,
  openStack,
  type ModuleStackOptions,
  type StackOptions,
  type StackPlace,
} from "../operations/open-stack.js";
export { stateFileName } from "../store/open-stack-store.js";
export { untilFree, type LockWait } from "./lock-wait.js";
export { movesFile, type MovesPort } from "./planning/naming/index.js";
export { rewriteFile, withFileLock, type FilePorts } from "../project/rewrite-file.js";
export type { RenamePair } from "../plan/index.js";
export type { PlanExplanation } from "./plan-explanation.js";
export type { ImportedResource, ImportRequest } from "../operations/index.js";
export type { ApplyOptions, PlanOptions } from "./facts/request.js";
export { runProcess, type ProcessEnd, type ProcessOptions, type ProcessSignals } from "../runner/index.js";
export type { ImportRun, Run, RunOptions } from "./run.js";
export { Stack } from "../operations/stack.js";
export type { StackPorts } from "./stack-ports.js";
export { StackPlan } from "./stack-plan.js";
export { configFileName, configValueOf, type ConfigType } from "../project/index.js";
export {
  configFileOf,
  configOf,
  keysOf,
  keySource,
  StackConfig,
  StateOperations,
  withState,
  withStackStore,
  attempted,
  inspectCopies,
  inspectMachine,
  inspectProjectPackages,
  inspectRecordedPackage,
  inspectStack,
  stackNames,
  checkProviders,
  exportStackOf,
  importStack,
  selectStack,
  stackHistory,
  stacksOf,
  Stacks,
  verifyStack,
  type Attempt,
  type Fault,
  type MachineInspection,
  type OpenedStack,
  type OpenOperation,
  type PackageCopies,
  type PackageInState,
  type ProjectPackages,
  type RecordedPackage,
  type StackInspection,
  type CheckedFields,
  type CheckedProvider,
  type CheckedType,
  type ExportOptions,
  type HistoryEntry,
  type HistoryOptions,
  type ImportedStack,
  type ImportStackOptions,
  type ProviderAsked,
  type ProviderOffers,
  type StackCheck,
  type StackEntry,
  type StacksPlace,
  type UsedPackage,
  type UsedPackages,
  type ForgetOptions,
  type LastRun,
  type LogsOptions,
  type ObservedResource,
  type ProviderStats,
  type ResourceLogLine,
  type ResourceStats,
  type StackStats,
  type StateResource,
  type ConfigEntry,
  type ConfigPlace,
  type NewWrapping,
  type StackKeys,
} from "../operations/index.js";
export type { Look } from "../render/index.js";
export type { KeySource, Rotation, Wrapping } from "../store/index.js";
export type { DeploymentFile, RunChange } from "../state/index.js";
