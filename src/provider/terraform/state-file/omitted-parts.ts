import type { StateFile } from "../../../terraform/tfstate/index.js";
import type { OmittedPart } from "../../contract/index.js";

/** Returns what a state file has or had besides its objects, and what to do about each. */
export function omittedParts(
  { dataSources, outputs, checks }: StateFile,
  packages: ReadonlySet<string>,
): readonly OmittedPart[] {
  const some = (kind: string, names: readonly string[], advice: string) =>
    names.length === 0 ? [] : [{ kind, names, advice }];
  return [
    ...some("output", outputs, "Export them from the program: export const <name> = …"),
    ...some(
      "data source",
      dataSources,
      "Call them in the program, by the generated functions or by coconut.invokeOutput(terraform.dataSource(<type>), { … })",
    ),
    ...some("check", checks, "Write them as tests, or as conditions in the program."),
    ...some(
      "provider configuration",
      [...packages],
      "State files do not contain it. Set the environment variables of the provider, or: coco config set <package>:<name> <value>",
    ),
    {
      kind: "expressions",
      names: [],
      advice:
        "The file has values only. References are found by value; interpolations, functions, loops, variables and modules are literals in the printed code.",
    },
    {
      kind: "other workspaces",
      names: [],
      advice: "A state file has one workspace. Import each one into a stack of its own (-s).",
    },
    {
      kind: "the state file",
      names: [],
      advice:
        "It is unchanged, so Terraform still manages the objects. Do not run terraform apply or destroy with it after the import: remove them from it with terraform state rm.",
    },
  ];
}
