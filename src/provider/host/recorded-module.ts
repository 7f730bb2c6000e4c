import { realpathSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { DiagnosticError, type Diagnostic, type PackageRecord } from "../../model/index.js";
import { npmPackageOf } from "../../std/npm-package-of.js";
import { printable } from "../../std/printable.js";
import type { AnyProvider } from "../provider-brand.js";
import { problem } from "./diagnostics.js";
import {
  claimedModule,
  installedPackage,
  ownName,
  runningPackage,
  type InstalledPackage,
} from "./installed-package.js";
import {
  loadInstalledProvider,
  loadOwnProvider,
  loadProvider,
  moduleNotFound,
  notInstalled,
  type Loading,
} from "./load-provider.js";
import { namedPackages, readManifest } from "./manifest.js";
import { isPath, isPathBelow } from "./module-of.js";
import { projectRoot } from "./project-root.js";

/** Where the code is that a record of state names; `file` is the real path of what would be loaded. */
export type RecordedModule =
  | { readonly kind: "own"; readonly file: string }
  /** Without a file if the package does not claim the provider. */
  | { readonly kind: "installed"; readonly installed: InstalledPackage; readonly file: string | undefined }
  | { readonly kind: "missing"; readonly diagnostic: Diagnostic }
  | { readonly kind: "outside"; readonly diagnostic: Diagnostic };

/**
 * Finds the module that a record names, and loads nothing. State never chooses code: a path must lead, with links
 * followed, to a file inside the project's package or workspace; anything else must be the name of a package that is
 * installed there. `who` says whose record it is: "State", or "The file".
 */
export async function recordedModule(
  { name: recorded, module }: Pick<PackageRecord, "name" | "module">,
  projectFolder: string,
  who: string,
): Promise<RecordedModule> {
  // It may come from a file of someone else's, and stands in messages.
  const name = printable(recorded);
  const folder = realPath(projectFolder) ?? resolve(projectFolder);
  const root = await projectRoot(folder);
  const why = `${who} records it as the provider of package ${name}.`;
  if (isPath(module)) return ownModule({ name, module, folder, root, who, why });
  if (!packageName.test(module)) {
    const detail = `${who} records ${JSON.stringify(module)} as the provider of package ${name}, which is neither a path in the project nor the name of an npm package.`;
    return { kind: "outside", diagnostic: outside(name, detail) };
  }
  const npmPackage = npmPackageOf(module);
  const installed =
    (await installedPackage(npmPackage, folder, root)) ??
    (npmPackage === ownName ? await runningPackage() : undefined);
  if (installed === undefined) return { kind: "missing", diagnostic: notInstalled(npmPackage, why) };
  const claimed = claimedModule(installed, recorded);
  const file = claimed && join(installed.folder, claimed);
  return { kind: "installed", installed, file: file && (realPath(file) ?? file) };
}

interface OwnModuleRequest extends Pick<PackageRecord, "name" | "module"> {
  readonly folder: string;
  readonly root: string;
  readonly who: string;
  readonly why: string;
}

function ownModule({ name, module, folder, root, who, why }: OwnModuleRequest): RecordedModule {
  const path = join(folder, module);
  const found = realPath(path);
  const file = found ?? path;
  const isInstalled = () => relative(root, file).split(sep).includes("node_modules");
  if (!isPathBelow(file, root) || isInstalled()) {
    const where = printable(file === path ? file : `${path}, which is ${file}`);
    const fault = isPathBelow(file, root)
      ? "A file of an installed package can only be loaded by the name of the package"
      : `This is outside ${root}`;
    const detail = `${who} records ${JSON.stringify(module)} as the provider of package ${name}: ${where}. ${fault}.`;
    return { kind: "outside", diagnostic: outside(name, detail) };
  }
  if (found === undefined || !statSync(file).isFile())
    return { kind: "missing", diagnostic: moduleNotFound(printable(module), why) };
  return { kind: "own", file };
}

function outside(name: string, detail: string): Diagnostic {
  return problem("provider/module-outside-project", {
    detail: `${detail} Coconut refuses to load it.`,
    hint: `Install the npm package that contains the provider. If you trust the module, add it to coconut.json or import it in the program:\n    { "packages": { ${JSON.stringify(name)}: "./provider.ts" } }`,
  });
}

/** With an export of it behind, perhaps. No segment can lead upwards, and no URL is one. */
const packageName = /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*(?:\/[\w~@+-][\w.~@+-]*)*$/;

/** Undefined if there is nothing, or if a link on the way leads in a circle or to nothing. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

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
  if (named !== undefined) return loadProvider(loading, name, named, "coconut.json refers to it.");
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
