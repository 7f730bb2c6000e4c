import { join } from "node:path";
import { claimedNames, installedPackage, ownPackage } from "./installed-package.js";
import { directDependencies, namedPackages, readManifest } from "./manifest.js";

/**
 * The packages that a project knows by their names, with the module or npm package that each is from. What comes first
 * where packages are searched comes first here: `coconut.json`, direct dependencies, what our own package bundles.
 */
export async function knownPackages(projectFolder: string): Promise<ReadonlyMap<string, string>> {
  const projectFile = join(projectFolder, "coconut.json");
  const named = namedPackages(projectFile, (await readManifest(projectFile)) ?? {});
  const manifest = await readManifest(join(projectFolder, "package.json"));
  const dependencies = manifest === undefined ? [] : directDependencies(manifest);
  const found = await Promise.all(dependencies.map((name) => installedPackage(name, projectFolder)));
  const installed = [...found, await ownPackage()].flatMap((each) =>
    each === undefined ? [] : claimedNames(each).map((name) => [name, each.name] as const),
  );
  return new Map([...installed.toReversed(), ...named]);
}
