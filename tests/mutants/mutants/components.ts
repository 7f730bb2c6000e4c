import type { Mutant } from "../mutant.js";

/** Mistakes one could make with components and references to resources. */
export const componentMutants: readonly Mutant[] = [
  {
    name: "a program is complete before its components are made",
    file: "src/program/record-program.ts",
    find: "diagnostics = [...diagnostics, ...(await recorder.constructions.finish(context.place))];",
    replace: "",
  },
  {
    name: "a program is sealed while a package makes its components",
    file: "src/program/record-program.ts",
    find: "context.open = recorder.constructions.isBusy(context.place);",
    replace: "context.open = false;",
  },
  {
    name: "what a package makes stands beside its component",
    file: "src/sdk/resource/register-resource.ts",
    find: "? context.recorder.constructions.around(context.place)",
    replace: "? undefined",
  },
  {
    name: "a secret field of a component of a package is plain",
    file: "src/provider/typed/construct-component.ts",
    find: "return isSecretField(field) ? secret(value) : value;",
    replace: "return value;",
  },
  {
    name: "a resource does not stand for its id",
    file: "src/provider/typed/construct-component.ts",
    find: "if (named !== known) return",
    replace: "if (false) return",
  },
  {
    name: "what a component offers is not recorded",
    file: "src/engine/applying/component-offers.ts",
    find: "if (equalValues(outputs, object!.stored.outputs)) continue;",
    replace: "continue;",
  },
  {
    name: "a reference becomes an object of another major version",
    file: "src/sdk/resource/resource-classes.ts",
    find: ".filter((version) => wanted === undefined || numbersOf(version)[0] === numbersOf(wanted)[0])",
    replace: "",
  },
  {
    name: "a reference does not say the version",
    file: "src/program/from-answer.ts",
    find: "...(answer.packageVersion !== undefined && { packageVersion: answer.packageVersion }),",
    replace: "",
  },
  {
    name: "what the program made is not found by its URN",
    file: "src/sdk/resource/hydrate.ts",
    find: "const known = recorder?.known(urn, packageVersion);",
    replace: "const known = undefined;",
  },
];
