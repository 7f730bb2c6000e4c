import { moduleKind, type ModuleKindOptions } from "./module-kind.js";
import type { PackageKind } from "../contract/index.js";

/** Returns the kinds of packages, in the order in which they are searched for the name of a package. */
export function packageKinds(options: ModuleKindOptions): readonly PackageKind[] {
  return [moduleKind(options)];
}
