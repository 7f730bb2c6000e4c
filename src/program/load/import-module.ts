import { runOutside } from "../../sdk/internal.js";
import { fileUrl } from "./find-package.js";
import { loadProgram } from "./load-program.js";

/**
 * Imports one of the project's own modules, TypeScript included, beside any program: for a provider that the
 * program only names. What it makes while it loads belongs to no program.
 */
export async function importModule(file: string, projectFolder: string): Promise<object> {
  process.setSourceMapsEnabled(true);
  const { program } = await loadProgram({ entry: file, projectFolder });
  return runOutside(async () => import(fileUrl(program)) as Promise<object>);
}
