/**
 * The entries of this package that the script of `coco` contains, as names of files in `dist/running` by import
 * specifier. The build replaces this table in the script. It is empty in all other code.
 */
export const scriptModules: Readonly<Record<string, string>> = {};
