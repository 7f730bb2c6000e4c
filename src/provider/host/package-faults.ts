import { existsSync } from "node:fs";
import { join } from "node:path";
import { isDiagnosticError, type Diagnostic } from "../../model/index.js";
import { groupBy } from "../../std/group-by.js";
import {
  claimedModule,
  claimedNames,
  installedPackage,
  ownName,
  runningPackage,
} from "./installed-package.js";
import { moduleNotFound, notInstalled, twoClaims } from "./load-provider.js";
import { directDependencies, namedPackages, readManifest } from "./manifest.js";
import { npmPackageOf } from "../../std/npm-package-of.js";
import { isPath } from "./module-of.js";

/** Returns all problems of the packages in the project file and package.json. Does not load the packages. */
export async function packageFaults(projectFolder: string): Promise<readonly Diagnostic[]> {
  const projectFile = join(projectFolder, "coconut.json");
  const named = namedPackages(projectFile, (await readManifest(projectFile)) ?? {});
  const manifest = (await readManifest(join(projectFolder, "package.json"))) ?? {};
  const needed = directDependencies({ dependencies: manifest["dependencies"] });
  const found = await Promise.all(
    directDependencies(manifest).map(async (name) => ({
      name,
      installed: await installedPackage(name, projectFolder),
    })),
  );
  const missing = found.filter(({ name, installed }) => installed === undefined && needed.includes(name));
  const claims = found.flatMap(({ name, installed }) =>
    installed === undefined ? [] : claimedNames(installed).map((claimed) => ({ name, claimed, installed })),
  );
  const twice = [...groupBy(claims, ({ claimed }) => claimed)].filter(
    ([claimed, claimants]) => claimants.length > 1 && !named.has(claimed),
  );
  return [
    ...(await namedFaults(named, projectFolder)),
    ...missing.map(({ name }) => notInstalled(name, "package.json lists it as a dependency.")),
    ...twice.map(([claimed, claimants]) =>
      twoClaims(
        claimed,
        claimants.map(({ name }) => name),
      ),
    ),
    ...claims.flatMap(({ claimed, installed }) => faultsOf(() => claimedModule(installed, claimed))),
  ];
}

async function namedFaults(
  named: ReadonlyMap<string, string>,
  projectFolder: string,
): Promise<readonly Diagnostic[]> {
  const faults = await Promise.all(
    [...named.values()].map(async (module): Promise<readonly Diagnostic[]> => {
      const why = "coconut.json refers to it.";
      if (isPath(module)) return existsSync(join(projectFolder, module)) ? [] : [moduleNotFound(module, why)];
      const name = npmPackageOf(module);
      const installed =
        (await installedPackage(name, projectFolder)) ??
        (name === ownName ? await runningPackage() : undefined);
      return installed === undefined ? [notInstalled(name, why)] : [];
    }),
  );
  return faults.flat();
}

function faultsOf(work: () => unknown): readonly Diagnostic[] {
  try {
    work();
    return [];
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics;
    throw error;
  }
}
