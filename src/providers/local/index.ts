/**
 * The bundled package `local`: files, folders and symbolic links of this machine, and reading files.
 *
 * Types begin with `local:index:`. Imports: asset, provider, sdk. Never writes outside of the path that a
 * resource names, except for the notes that tell after a crash what a create has made; see disk/records.ts.
 */
export { Directory } from "./directory.js";
export { File } from "./file.js";
export { local, LocalProvider } from "./local.js";
export { readFile } from "./read-file.js";
export { Symlink } from "./symlink.js";
