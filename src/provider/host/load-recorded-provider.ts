import { join } from "node:path";
import { DiagnosticError, type PackageRecord } from "../../model/index.js";
import type { AnyProvider } from "../provider-brand.js";
import { loadInstalledProvider, loadOwnProvider, loadProvider, type Loading } from "./load-provider.js";
import { namedPackages, readManifest } from "./manifest.js";
import { recordedModule } from "./recorded-module.js";

/**
 * The provider of a package that state names. Where `coconut.json` names the package too, that counts; else the module of
 * the record, if it is the project's own or installed. Every load of code that state asks for goes through here.
 */
export async function loadRecordedProvider(
  loading: Loading,
  { name, module }: Pick<PackageRecord, "name" | "module">,
): Promise<AnyProvider> {
  const { projectFolder } = loading;
  const projectFile = join(projectFolder, "coconut.json");
  const named = namedPackages(projectFile, (await readManifest(projectFile)) ?? {}).get(name);
  if (named !== undefined) return loadProvider(loading, name, named, "coconut.json names it.");
  const found = await recordedModule({ name, module }, projectFolder, "State");
  switch (found.kind) {
    case "own":
      return loadOwnProvider(loading, name, module, found.file);
    case "installed":
      return loadInstalledProvider(loading, name, found.installed);
    default:
      throw new DiagnosticError(found.diagnostic);
  }
}
