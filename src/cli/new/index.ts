/**
 * The parts of `coco new`: what a template makes of a folder is decided here and then done.
 *
 * `decideProject`, `fillTemplate`, `mergeManifest`, `projectName` and `nextCommands` only compute; `readTemplate`,
 * `readFolder` and `writeProject` touch the disk: the package's own folder, and the one that the project is made in.
 */
export { chooseTemplate } from "./choose-template.js";
export { makeProject } from "./make-project.js";
export { listTemplates } from "./template.js";
