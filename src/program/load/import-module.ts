import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { runOutside } from "../../sdk/internal.js";
import { readNow, type FilesRead } from "../../std/files-read.js";
import { importUrl } from "../../std/import-url.js";
import { isInstalled, usesCoconut } from "../compile/coconut-packages.js";
import { fileUrl, isTypeScript, packageAround } from "../compile/find-package.js";
import { hookPackages } from "./hook-packages.js";
import { cachePlace, loadProgram } from "./load-program.js";

export interface ModuleImportPorts {
  /** Called with the file before it is compiled, in case that fails, and then with all files that were read. */
  readonly onRead?: ((read: FilesRead) => void) | undefined;
  /** The folder for compiled modules (default: that of the compiled programs). */
  readonly cacheFolder?: string;
}

/**
 * Imports one of the project's own modules, including TypeScript, outside of any program. Used for a provider that the
 * program only names. Resources that the module declares while it loads belong to no program.
 */
export async function importModule(
  file: string,
  projectFolder: string,
  { onRead, cacheFolder }: ModuleImportPorts = {},
): Promise<object> {
  process.setSourceMapsEnabled(true);
  onRead?.(readNow([file]));
  const loaded = await loadProgram({
    entry: file,
    projectFolder,
    ...(cacheFolder !== undefined && { cacheFolder }),
  });
  onRead?.(loaded.read);
  if (loaded.hooks !== undefined) await hookPackages(loaded.hooks);
  return runOutside(() => importUrl(fileUrl(loaded.program)));
}

/**
 * Imports a module of an installed or linked package outside of any program, in the form that a program would get:
 * TypeScript is compiled like the project's own modules, everything else is loaded in place.
 */
export async function importInstalled(
  file: string,
  projectFolder: string,
  ports: ModuleImportPorts = {},
): Promise<object> {
  if (isTypeScript(file)) return importModule(file, projectFolder, ports);
  const found = packageAround(realpathSync(file));
  if (found !== undefined && usesCoconut(found)) {
    if (!isInstalled(found.folder)) ports.onRead?.(readNow([found.folder]));
    const around = resolve(projectFolder);
    await hookPackages({ authors: { around }, cache: cachePlace(around, ports.cacheFolder) });
  }
  return runOutside(() => importUrl(fileUrl(file)));
}
