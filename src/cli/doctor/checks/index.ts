/**
 * What is decided over what was found: facts in, findings out.
 *
 * Asks nothing and knows no file: whatever is looked at is looked at in `facts/`.
 */
export { gitChecks, type GitFacts } from "./git-checks.js";
export { machineChecks, type MachineFacts, terminalChecks } from "./machine-checks.js";
export { packageChecks, type FoundPackage, onePerModule } from "./package-checks.js";
export { isProject, projectChecks, type ProjectFacts } from "./project-checks.js";
export { integrityCheck, stackChecks } from "./stack-checks.js";
export { storeChecks, type FolderFacts, type StoreFacts } from "./store-checks.js";
