import type { Mutant } from "../mutant.js";

/** Mistakes one could make with where a project begins and ends, and with what is its own. */
export const projectMutants: readonly Mutant[] = [
  {
    name: "a main file alone is a project below a coconut.json",
    in: "nearestProject",
    find: "alone ??= folder;",
    replace: "return folder;",
  },
  {
    name: "the home folder is searched for a project",
    in: "foldersFrom",
    find: "folder === end ||",
    replace: "",
  },
  {
    name: "a project of another user is taken",
    in: "projectFolder",
    find: "if (!owners.includes(owner)) throw",
    replace: "if (owners.length === 0) throw",
  },
  {
    name: "a public server leads to private hosts",
    in: "allowedAfter",
    find: "&& isPublic ? false : allowPrivate",
    replace: "&& !isPublic ? false : allowPrivate",
  },
  {
    name: "providers do not learn which hosts are allowed",
    in: "commonOf",
    find: "return { ...assets, signal };",
    replace: "return { signal };",
  },
  {
    name: "settings of a project reach the provider of its name",
    in: "defaultConfiguration",
    find: "return project === packageName",
    replace: "return project === `${packageName}:`",
  },
  {
    name: "a component may have any type",
    in: "checkComponentType",
    find: 'const fault = faultOf(type, "own");',
    replace: 'const fault = faultOf(type, "ecosystem");',
  },
  {
    name: "a field that is initialised with undefined is an Output",
    in: "fieldsHandler",
    find: 'declaredField(resource, key) === "initialised"',
    replace: 'declaredField(resource, key) === "assigned"',
  },
];
