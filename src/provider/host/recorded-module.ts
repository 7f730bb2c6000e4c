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

/** The location of the code of a record. `file` is the real path of the module to load. */
export type RecordedModule =
  | { readonly kind: "own"; readonly file: string }
  /** `file` is undefined if the package does not declare the provider. */
  | { readonly kind: "installed"; readonly installed: InstalledPackage; readonly file: string | undefined }
  | { readonly kind: "missing"; readonly diagnostic: Diagnostic }
  | { readonly kind: "outside"; readonly diagnostic: Diagnostic };

/**
 * Finds the module of a record without loading it. State must not choose code: a path must lead, with links resolved,
 * to a file inside the project's package or workspace. Anything else must be the name of a package that is installed
 * there. `who` is the source of the record: "State" or "The file".
 */
export async function recordedModule(
  { name: recorded, module }: Pick<PackageRecord, "name" | "module">,
  projectFolder: string,
  who: string,
): Promise<RecordedModule> {
  // The name may come from an untrusted file, and is used in messages.
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

/** The name of a package, optionally with a subpath. Never matches a URL or a `..` segment. */
const packageName = /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*(?:\/[\w~@+-][\w.~@+-]*)*$/;

/** Returns undefined if the path does not exist, or contains a broken link or a loop. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Loads the provider of a package in state. `coconut.json` takes precedence over the module of the record, which must
 * belong to the project or be installed. All code that is loaded because of state must be loaded by this function.
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
