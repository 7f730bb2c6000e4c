import { resolve } from "node:path";
import {
  DiagnosticError,
  isDiagnosticError,
  packageKey,
  type Diagnostic,
  type PackageRecord,
  type PluginRecord,
  type RowChange,
} from "../../model/index.js";
import { kindOfRecord, recordedModule, type PackageKind } from "../../provider/host/index.js";
import { npmPackageOf } from "../../std/npm-package-of.js";
import { importNamesModules } from "./stack-operation-problem.js";

/** A module that runs load for the resources of a deployment. */
export interface ImportedModule {
  readonly package: string;
  /** A path relative to the project folder, an npm package, or the recorded name of a plugin. */
  readonly module: string;
  /** For a plugin: how the file describes it. */
  readonly plugin?: PluginRecord;
  /** The real path of the module; absent if the installed package has no such provider. */
  readonly file?: string;
  /** `project` if the project's own files name it too; `file` if only the deployment does. */
  readonly namedBy: "project" | "file";
}

export interface ModuleRequest {
  readonly projectFolder: string;
  /** The module or npm package of each package that the project knows. */
  readonly known: ReadonlyMap<string, string>;
  readonly kinds: readonly PackageKind[];
  /** Packages whose module neither the file nor the project names: they are recorded by name. */
  readonly unknown: ReadonlySet<string>;
  /** The user accepts modules that only the file names. */
  readonly isAllowed: boolean;
}

/**
 * Returns the modules that the rows of a deployment name. Throws if one is neither the project's own nor installed,
 * or if only the file names it and that is not allowed. Loads none of them.
 */
export async function importModules(
  changes: readonly RowChange[],
  request: ModuleRequest,
): Promise<readonly ImportedModule[]> {
  const { projectFolder, known, unknown, isAllowed } = request;
  const problems: Diagnostic[] = [];
  const modules: ImportedModule[] = [];
  const asked: ImportedModule[] = [];
  for (const record of recordsOf(changes)) {
    const { name, module } = record;
    if (record.plugin !== undefined) {
      const plugin = await importedPlugin(record, record.plugin, request.kinds);
      if ("problems" in plugin) problems.push(...plugin.problems);
      else modules.push(plugin);
      if ("namedBy" in plugin && plugin.namedBy === "file") asked.push(plugin);
      continue;
    }
    const found = await recordedModule(record, projectFolder, "The file");
    const isSpelledRight = found.kind !== "outside" || module === known.get(name);
    const isKnown = isSpelledRight && isSame(known.get(name), module, projectFolder);
    const isGuess = unknown.has(name) && module === name;
    if (isKnown || found.kind === "own" || found.kind === "installed") {
      const file = "file" in found ? found.file : undefined;
      const listed = { package: name, module, ...(file !== undefined && { file }) };
      modules.push({ ...listed, namedBy: isKnown ? "project" : "file" });
      if (!isKnown && !(isGuess && file === undefined)) asked.push(modules.at(-1)!);
    } else if (found.kind === "outside" || !isGuess) problems.push(found.diagnostic);
  }
  const [first, ...rest] = problems;
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
  if (asked.length > 0 && !isAllowed) throw new DiagnosticError(importNamesModules(asked));
  return modules;
}

/** A plugin is started instead of loaded, which also runs code. */
async function importedPlugin(
  record: PackageRecord,
  plugin: PluginRecord,
  kinds: readonly PackageKind[],
): Promise<ImportedModule | { readonly problems: readonly Diagnostic[] }> {
  try {
    const kind = kindOfRecord(record, kinds, "The file");
    const isNamed = (await kind.isNamedByProject?.(record)) ?? false;
    const { name, module } = record;
    return { package: name, module, plugin, namedBy: isNamed ? "project" : "file" };
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    return { problems: error.diagnostics };
  }
}

/** Returns one record for each package, version and module in the rows. */
function recordsOf(changes: readonly RowChange[]): readonly PackageRecord[] {
  const found = new Map<string, PackageRecord>();
  for (const change of changes) {
    const record = "put" in change && change.put === "object" ? change.row.package : undefined;
    if (record !== undefined) found.set(keyOf(record), record);
  }
  return [...found.values()];
}

/** A module is loaded regardless of the version in the record. */
function keyOf(record: PackageRecord): string {
  return packageKey(record.plugin === undefined ? { ...record, version: "" } : record);
}

/** For an npm package, its provider is loaded whichever of its exports is named. */
function isSame(known: string | undefined, module: string, projectFolder: string): boolean {
  if (known === undefined) return false;
  const [isPath, isKnownPath] = [module.startsWith("."), known.startsWith(".")];
  if (isPath !== isKnownPath) return false;
  return isPath
    ? resolve(projectFolder, known) === resolve(projectFolder, module)
    : npmPackageOf(known) === npmPackageOf(module);
}
