import { existsSync } from "node:fs";
import { join } from "node:path";
import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import { nearestName } from "../../std/nearest-name.js";
import type { AnyProvider } from "../provider-brand.js";
import { problem } from "./diagnostics.js";
import { claimedNames, installedPackage, runningPackage } from "./installed-package.js";
import { loadProvider, providersIn, type Loading } from "./load-provider.js";
import { directDependencies, namedPackages, readManifest } from "./manifest.js";

/**
 * Loads the provider of a package by its name in the project, or all providers that a file exports. Throws a
 * DiagnosticError if they cannot be loaded.
 */
export async function findProviders(
  asked: { readonly file: string } | { readonly name: string },
  loading: Loading,
): Promise<readonly AnyProvider[]> {
  if ("file" in asked) {
    if (!existsSync(asked.file)) throw new DiagnosticError(noSuchFile(asked.file));
    return providersIn(loading, asked.file);
  }
  const known = await knownPackages(loading.projectFolder);
  const module = known.get(asked.name);
  if (module === undefined) throw new DiagnosticError(notKnown(asked.name, [...known.keys()]));
  return [await loadProvider(loading, asked.name, module, "The project uses it.")];
}

function notKnown(name: string, known: readonly string[]): Diagnostic {
  const near = nearestName(name, known);
  return problem("provider/package-not-found", {
    detail: `The project has no package ${JSON.stringify(name)}.${near === undefined ? "" : ` Did you mean ${near}?`}`,
    hint: `Available packages: ${known.join(", ")}. To use a module, pass its path:\n    ./${name}.ts`,
  });
}

function noSuchFile(file: string): Diagnostic {
  return problem("provider/module-not-found", {
    detail: `The file ${file} does not exist.`,
    hint: "Check the path. It is relative to the current folder.",
  });
}

/**
 * Returns the packages of a project by name, with the module or npm package of each. The precedence is that of the
 * package search: `coconut.json`, direct dependencies, bundled packages.
 */
export async function knownPackages(projectFolder: string): Promise<ReadonlyMap<string, string>> {
  const projectFile = join(projectFolder, "coconut.json");
  const named = namedPackages(projectFile, (await readManifest(projectFile)) ?? {});
  const manifest = await readManifest(join(projectFolder, "package.json"));
  const dependencies = manifest === undefined ? [] : directDependencies(manifest);
  const found = await Promise.all(dependencies.map((name) => installedPackage(name, projectFolder)));
  const installed = [...found, await runningPackage()].flatMap((each) =>
    each === undefined ? [] : claimedNames(each).map((name) => [name, each.name] as const),
  );
  return new Map([...installed.toReversed(), ...named]);
}
