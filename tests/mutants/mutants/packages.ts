import type { Mutant } from "../mutant.js";

/** Mistakes one could make in finding packages, and in wrapping them. */
export const packageMutants: readonly Mutant[] = [
  {
    name: "two versions of a package are one",
    in: "packageKey",
    find: "if (plugin === undefined) return JSON.stringify(parts);",
    replace: "return JSON.stringify([name, module]);",
  },
  {
    name: "a class has one version of its package",
    in: "ProviderPool.packageOf",
    find: "version === undefined ? type : `${type} ${version}`",
    replace: "type",
  },
  {
    name: "the plugin of a record is ignored",
    in: "kindOfRecord",
    find: "plugin?.kind ?? moduleKindName",
    replace: "moduleKindName",
  },
  {
    name: "a replaced object is deleted by the new version",
    in: "ApplyProviders.formerProvider",
    find: "isOtherVersion(object, walked.provider.loaded) ||",
    replace: "",
  },
  {
    name: "an import lets a file choose plugins",
    in: "importedPlugin",
    find: "(await kind.isNamedByProject?.(record)) ?? false",
    replace: "kind !== undefined",
  },
  {
    name: "wrappers drop planDelete",
    in: "DecoratedProvider.constructor",
    find: "!source.has(member)",
    replace: 'member === "planDelete" || !source.has(member)',
  },
];
