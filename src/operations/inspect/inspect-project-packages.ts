import { knownPackages, packageFaults, packageKinds } from "../../provider/host/index.js";
import { attempted, type Fault } from "./attempt.js";

/** The packages of a project, as its files name them; none of them is loaded. */
export interface ProjectPackages {
  /** By name, with the module or npm package that each is from. */
  readonly known: ReadonlyMap<string, string>;
  /** What is not installed, does not exist, is claimed twice, or said wrongly. */
  readonly faults: readonly Fault[];
  /** The kinds of packages that this version of Coconut has. */
  readonly kinds: readonly string[];
}

export async function inspectProjectPackages(projectFolder: string): Promise<ProjectPackages> {
  const faults = await attempted(() => packageFaults(projectFolder));
  const known = await attempted(() => knownPackages(projectFolder));
  return {
    known: known.ok ? known.result : new Map(),
    faults: faults.ok ? faults.result : faults.faults,
    kinds: packageKinds({ projectFolder }).map(({ name }) => name),
  };
}
