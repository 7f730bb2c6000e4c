/**
 * Implements `coco new`: decides what a template writes into a folder, then writes it.
 *
 * `decideProject`, `fillTemplate`, `mergeManifest`, `projectName` and `nextCommands` only compute; `readTemplate`,
 * `readFolder` and `writeProject` access the disk: the folder of this package and the folder of the new project.
 */
export { chooseTemplate } from "./choose-template.js";
export { makeProject } from "./make-project.js";
export { listTemplates } from "./template.js";
