/**
 * The bundled package `local`: files, folders and symbolic links on this machine, and a function to read files.
 *
 * Types begin with `local:index:`. Imports: asset, provider, sdk. Never writes outside the path of a resource, except for
 * the records that identify the object of an interrupted create; see disk/records.ts.
 */
export { Directory } from "./directory.js";
export { File } from "./file.js";
export { local, LocalProvider } from "./local.js";
export { readFile } from "./read-file.js";
export { Symlink } from "./symlink.js";
