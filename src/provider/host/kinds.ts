import { terraformKind, terraformKindName } from "../terraform/terraform-kind.js";
import type { PackageKind } from "../contract/index.js";
import { namedPlugins } from "./manifest.js";
import { moduleKind, type ModuleKindOptions } from "./module-kind.js";

/** Returns the kinds of packages, in the order in which they are searched for the name of a package. */
export function packageKinds(options: ModuleKindOptions): readonly PackageKind[] {
  const { projectFolder } = options;
  return [
    moduleKind(options),
    terraformKind({ projectFolder, named: () => namedPlugins(projectFolder, terraformKindName) }),
  ];
}
