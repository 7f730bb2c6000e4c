import { knownPackages, namedPlugins, packageFaults, packageKinds } from "../../provider/host/index.js";
import { attempted, type Fault } from "./attempt.js";

/** The packages that the project's files name. None of them is loaded. */
export interface ProjectPackages {
  /** Maps a package name to its module or npm package. */
  readonly known: ReadonlyMap<string, string>;
  /** Maps the name of a plugin to the text that coconut.json has for it. */
  readonly plugins: ReadonlyMap<string, string>;
  /** Packages that are not installed, do not exist, are claimed twice or are declared incorrectly. */
  readonly faults: readonly Fault[];
  /** The kinds of packages that this version of Coconut has. */
  readonly kinds: readonly string[];
}

export async function inspectProjectPackages(projectFolder: string): Promise<ProjectPackages> {
  const faults = await attempted(() => packageFaults(projectFolder));
  const known = await attempted(() => knownPackages(projectFolder));
  const kinds = packageKinds({ projectFolder }).map(({ name }) => name);
  const plugins = await attempted(() => Promise.all(kinds.map((kind) => namedPlugins(projectFolder, kind))));
  return {
    known: known.ok ? known.result : new Map(),
    plugins: new Map(plugins.ok ? plugins.result.flatMap((each) => [...each]) : []),
    faults: faults.ok ? faults.result : faults.faults,
    kinds,
  };
}
