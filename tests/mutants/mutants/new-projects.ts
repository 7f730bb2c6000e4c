import type { Mutant } from "../mutant.js";

/** Mistakes one could make when a project begins, and when Node is taught TypeScript. */
export const newProjectMutants: readonly Mutant[] = [
  {
    name: "a new project overwrites what is there",
    in: "decideProject",
    find: "else if (there.text !== text) inTheWay.push(path);",
    replace: "else if (there.text !== text) writes.push({ path, text, before: there.text });",
  },
  {
    name: "a new project takes the place of a link",
    in: "decideProject",
    find: 'else if (there === "other") inTheWay.push(path);',
    replace: 'else if (there === "other") kept.push(path);',
  },
  {
    name: "a package.json loses what it had",
    in: "mergeManifest",
    find: "else if (own === undefined) merged.set(field, value);",
    replace: "else if (own !== value) merged.set(field, value);",
  },
  {
    name: "a package is named in two lists",
    in: "mergeEntries",
    find: "else if (isNamed(key, field, existing)) continue;",
    replace: "else if (isNamed(key, field, {})) continue;",
  },
  {
    name: "half a project is left where it cannot be whole",
    in: "writeProject",
    find: "for (const step of undo.reverse()) step();",
    replace: "undo.reverse();",
  },
  {
    name: "packages are instrumented like the author's modules",
    in: "ModuleTexts.#look",
    find: "const isOutside = !isInstalled(file);",
    replace: 'const isOutside = file !== "";',
  },
  {
    name: "a module that is imported belongs to no program",
    in: "importOutside",
    find: "isPackage || (specifier !== undefined && isPackageImport(specifier))",
    replace: "isPackage || specifier !== undefined",
  },
];
