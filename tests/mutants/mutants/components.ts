import type { Mutant } from "../mutant.js";

/** Mistakes one could make with components and references to resources. */
export const componentMutants: readonly Mutant[] = [
  {
    name: "a program is complete before its components are made",
    in: "recordProgram",
    find: "diagnostics = [...diagnostics, ...(await recorder.constructions.finish(context.place))];",
    replace: "",
  },
  {
    name: "a program is sealed while a package makes its components",
    in: "recordProgram",
    find: "context.open = recorder.constructions.isBusy(context.place);",
    replace: "context.open = false;",
  },
  {
    name: "what a package makes stands beside its component",
    in: "registerResource",
    find: "? context.recorder.constructions.around(context.place)",
    replace: "? undefined",
  },
  {
    name: "a secret field of a component of a package is plain",
    in: "marked",
    find: "return isSecretField(field) ? secret(value) : value;",
    replace: "return value;",
  },
  {
    name: "a resource does not stand for its id",
    in: "decodeKnown",
    find: "if (named !== known) return",
    replace: "if (false) return",
  },
  {
    name: "what a component offers is not recorded",
    in: "ComponentOffers.record",
    find: "if (equalValues(outputs, object!.stored.outputs)) continue;",
    replace: "continue;",
  },
  {
    name: "a reference becomes an object of another major version",
    in: "chooseVersion",
    find: ".filter((version) => wanted === undefined || numbersOf(version)[0] === numbersOf(wanted)[0])",
    replace: "",
  },
  {
    name: "a reference does not say the version",
    in: "reference",
    find: "...(answer.packageVersion !== undefined && { packageVersion: answer.packageVersion }),",
    replace: "",
  },
  {
    name: "what the program made is not found by its URN",
    in: "hydrate",
    find: "const known = recorder?.known(urn, packageVersion);",
    replace: "const known = undefined;",
  },
  {
    name: "methods of a component are asked with the default configuration",
    in: "ofPackage",
    find: 'const providedBy = kind === "provider" ? registration : providerOf(registration, loaded.record.name);',
    replace: "const providedBy = undefined as Registration | undefined;",
  },
  {
    name: "a method is not named by a whole token",
    in: "askMethod",
    find: 'const token = method.includes(":") ? method : `${type}/${method}`;',
    replace: "const token = method;",
  },
  {
    name: "components are made with the default configuration",
    in: "componentConstructors",
    find: "const providedBy = providerOf(component, loaded.record.name);",
    replace: "const providedBy = undefined;",
  },
];
