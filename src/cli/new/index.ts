/**
 * The parts of `coco new`: what a template makes of a folder is decided here and then done.
 *
 * `decideProject`, `fillTemplate`, `mergeManifest`, `projectName` and `nextCommands` only compute; `readTemplate`,
 * `readFolder` and `writeProject` touch the disk: the package's own folder, and the one that the project is made in.
 */
export { decideProject, type ProjectDecision } from "./decide-project.js";
export { fillTemplate } from "./fill-template.js";
export { isAsGoodAsEmpty } from "./good-as-empty.js";
export { isInstalled } from "./installed.js";
export { nextCommands } from "./next-commands.js";
export { packageManager } from "./package-manager.js";
export { projectName, projectNameFault } from "./project-name.js";
export { projectText, templatesText } from "./project-text.js";
export { readFolder, type FolderFacts } from "./read-folder.js";
export { listTemplates, readTemplate, type ListedTemplate } from "./template.js";
export { writeProject } from "./write-project.js";
