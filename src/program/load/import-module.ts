import { runOutside } from "../../sdk/internal.js";
import { readNow, type FilesRead } from "../../std/files-read.js";
import { importUrl } from "../../std/import-url.js";
import { fileUrl } from "./find-package.js";
import { hookPackages } from "./hook-packages.js";
import { loadProgram } from "./load-program.js";

/**
 * Imports one of the project's own modules, TypeScript included, beside any program: for a provider that the
 * program only names. What it makes while it loads belongs to no program.
 */
export async function importModule(
  file: string,
  projectFolder: string,
  /** Told of the file before, should it not compile, and then of all that it was made from. */
  onRead?: (read: FilesRead) => void,
  /** Where what it is compiled to lies; where that of programs lies unless said. */
  cacheFolder?: string,
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
