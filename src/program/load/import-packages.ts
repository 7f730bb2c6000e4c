import { runOutside } from "../../sdk/internal.js";
import { importUrl } from "../../std/import-url.js";
import { fileUrl } from "../compile/find-package.js";
import { hookPackages } from "./hook-packages.js";
import type { LoadedProgram } from "./load-program.js";

/**
 * Imports the packages that a program imports, outside of any program: they are loaded once per process, so what their
 * modules did while loading would be part of the first run alone. Must be called before the program runs.
 */
export async function importPackages({ hooks, externals }: LoadedProgram): Promise<void> {
  if (hooks !== undefined) await hookPackages(hooks);
  if (externals !== undefined) await runOutside(() => importUrl(fileUrl(externals)));
}
