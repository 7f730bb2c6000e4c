/**
 * The checks of `coco doctor`: pure functions from facts to findings.
 *
 * Never reads files and never starts processes: `facts/` does that.
 */
export { gitChecks, type GitFacts } from "./git-checks.js";
export { machineChecks, terminalChecks, type MachineFacts } from "./machine-checks.js";
export { onePerModule, packageChecks, type CheckedPackage } from "./package-checks.js";
export { isProject, projectChecks, type ProjectFacts } from "./project-checks.js";
export { integrityCheck, stackChecks } from "./stack-checks.js";
export { storeChecks, type FolderFacts, type StoreFacts } from "./store-checks.js";
