/**
 * Inspects the machine, the packages of a project and a stack, to find problems.
 *
 * Takes no lock, changes nothing, and returns problems instead of throwing them.
 */
export { attempted, type Attempt, type Fault } from "./attempt.js";
export { inspectCopies, type PackageCopies } from "./inspect-copies.js";
export { inspectMachine, type MachineInspection } from "./inspect-machine.js";
export { inspectProjectPackages, type ProjectPackages } from "./inspect-project-packages.js";
export { inspectRecordedPackage, type RecordedPackage } from "./inspect-recorded-package.js";
export {
  inspectStack,
  type OpenedStack,
  type OpenOperation,
  type PackageInState,
  type StackInspection,
} from "./inspect-stack.js";
export { inspectStore, stackNames, type StoreFolder, type StoreInspection } from "./inspect-store.js";
