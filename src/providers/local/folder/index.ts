/**
 * Writes the files of an archive into a folder: decides from observed facts which files to write and remove, then does
 * it.
 *
 * Never follows links, so it never touches files outside the folder.
 */
export { updateFolder } from "./update-folder.js";
export { fileDigest, isFiles, observeFiles, type Files } from "./observe-files.js";
export { removeFolder } from "./remove-folder.js";
export { wantedFiles } from "./wanted-files.js";
export { writeFiles } from "./change-files.js";
