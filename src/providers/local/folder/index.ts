/**
 * What is laid out in a folder from an archive: which files to write and remove is decided from facts, then done.
 *
 * Never goes through a link, so nothing outside of the folder is touched.
 */
export { updateFolder } from "./update-folder.js";
export { fileDigest, isFiles, observeFiles, type Files } from "./observe-files.js";
export { removeFolder } from "./remove-folder.js";
export { wantedFiles } from "./wanted-files.js";
export { writeFiles } from "./change-files.js";
