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
  /** Told of the file before, should it not compile, and then of all that it was made from. */
  readonly onRead?: ((read: FilesRead) => void) | undefined;
  /** Where what is compiled lies; where that of programs lies unless said. */
  readonly cacheFolder?: string;
}

/**
 * Imports one of the project's own modules, TypeScript included, beside any program: for a provider that the
 * program only names. What it makes while it loads belongs to no program.
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
 * Imports a module of an installed or linked package beside any program, as a program would have it: what is TypeScript is
 * compiled like the project's own, all else is loaded from where it lies.
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
