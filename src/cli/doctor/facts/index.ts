/**
 * Collects facts for `coco doctor`: the machine, the project files, the store, the packages and the Git repository.
 *
 * Changes nothing, takes no lock, never runs the program and never throws: a failed inspection is a fact too.
 */
export { gitFacts } from "./git-facts.js";
export { machineFacts } from "./machine-facts.js";
export { foundPackages, loadPackage } from "./found-packages.js";
export { projectFacts } from "./project-facts.js";
export { storeFacts } from "./store-facts.js";
