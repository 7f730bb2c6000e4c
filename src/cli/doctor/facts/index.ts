/**
 * What is looked at: the machine, the files of a project, its store, its packages, its repository.
 *
 * Changes nothing, takes no lock, never runs the program, and fails nowhere: what cannot be seen is an answer too.
 */
export { gitFacts } from "./git-facts.js";
export { machineFacts } from "./machine-facts.js";
export { foundPackages, loadPackage } from "./found-packages.js";
export { projectFacts } from "./project-facts.js";
export { storeFacts } from "./store-facts.js";
