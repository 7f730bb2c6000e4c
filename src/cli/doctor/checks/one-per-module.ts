import type { PackageInState } from "../../../operations/index.js";
import { groupBy } from "../../../std/group-by.js";
import { isAtLeast } from "./version-order.js";

/** Stacks, and resources of one, may have been written by several versions: the newest counts. */
export function onePerModule(recorded: readonly PackageInState[]): readonly PackageInState[] {
  const modules = groupBy(recorded, ({ name, module }) => JSON.stringify([name, module]));
  const inOrder = [...modules.values()].sort(([a], [b]) => (a!.name < b!.name ? -1 : 1));
  return inOrder.map((same) => {
    const types = groupBy(
      same.flatMap((each) => Object.entries(each.types)),
      ([type]) => type,
    );
    return {
      ...same.reduce((newest, each) => (isAtLeast(newest.version, each.version) ? newest : each)),
      types: Object.fromEntries(
        [...types].map(([type, versions]) => [type, Math.max(...versions.map(([, version]) => version))]),
      ),
    };
  });
}
