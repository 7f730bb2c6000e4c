import { moduleKind, type ModuleKindOptions } from "./module-kind.js";
import type { PackageKind } from "./package-kind.js";

/** The kinds of packages. Where a type only names its package, they are asked in this order. */
export function packageKinds(options: ModuleKindOptions): readonly PackageKind[] {
  return [moduleKind(options)];
}
