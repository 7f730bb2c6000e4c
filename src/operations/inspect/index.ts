/**
 * What is there, as it is: the machine, the packages of a project, a stack. For whoever wants to know what is wrong.
 *
 * Takes no lock, changes nothing, and answers with problems where others throw them.
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
