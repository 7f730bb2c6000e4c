/**
 * The use cases: a stack with all its operations, and the operations on state, keys, configuration and stacks that
 * need no program.
 *
 * Effects. Imports: engine, graph, model, plan, program, project, provider, render, state, store. Runs belong to
 * the engine.
 */
export {
  configFileOf,
  configOf,
  StackConfig,
  type ConfigEntry,
  type ConfigPlace,
  type ConfigPorts,
} from "./config.js";
export { StateOperations, withState, type ForgetOptions } from "./state/state-operations.js";
export type { StateResource } from "./state/state-resources.js";
export type {
  LastRun,
  LogsOptions,
  ObservedResource,
  ProviderStats,
  ResourceLogLine,
  ResourceStats,
  StackStats,
} from "./observe/index.js";
export { renameResources, type RenameRequest } from "./state/rename.js";
export { importResources, type Imported, type ImportedResource } from "./import/import.js";
export type { ImportRequest } from "./import/import-request.js";
export { keysOf, keySource, rewrapKey, rotateKey, type NewWrapping, type StackKeys } from "./keys.js";
export {
  exportStack,
  exportStackOf,
  importStack,
  selectStack,
  stackHistory,
  stacksOf,
  Stacks,
  verifyStack,
  type ExportOptions,
  type HistoryEntry,
  type HistoryOptions,
  type ImportedStack,
  type ImportStackOptions,
  type StackCheck,
  type StackEntry,
  type StacksPlace,
} from "./stacks/index.js";
export {
  addProvider,
  checkPlugin,
  checkProviders,
  installProviders,
  mirrorProviders,
  removeProvider,
  usedPackages,
  type ChangedFile,
  type CheckedPlugin,
  type InstalledProvider,
  type InstallReport,
  type MirroredPackage,
  type ProviderPlace,
  type RemovalReport,
  type CheckedFields,
  type CheckedProvider,
  type CheckedType,
  type ProviderAsked,
  type ProviderOffers,
  type UsedPackage,
  type UsedPackages,
} from "./packages/index.js";
export {
  attempted,
  inspectCopies,
  inspectMachine,
  inspectProjectPackages,
  inspectRecordedPackage,
  inspectStack,
  inspectStore,
  stackNames,
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
  type StoreFolder,
  type StoreInspection,
} from "./inspect/index.js";
export { withStackStore } from "./with-stack-store.js";
export * from "./stack/index.js";
export type { RenamePair } from "../plan/index.js";
export type { KeySource, Rotation, Wrapping } from "../store/internal.js";
export type { DeploymentFile, RunChange } from "../state/index.js";
