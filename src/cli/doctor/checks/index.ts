/**
 * What is decided over what was found: facts in, findings out.
 *
 * Asks nothing and knows no file: whatever is looked at is looked at in `facts/`.
 */
export { gitChecks, type GitFacts } from "./git-checks.js";
export { machineChecks, terminalChecks, type MachineFacts } from "./machine-checks.js";
export { onePerModule, packageChecks, type CheckedPackage } from "./package-checks.js";
export { isProject, projectChecks, type ProjectFacts } from "./project-checks.js";
export { integrityCheck, stackChecks } from "./stack-checks.js";
export { storeChecks, type FolderFacts, type StoreFacts } from "./store-checks.js";
