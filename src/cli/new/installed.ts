import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Whether a file in the folder would find the package, as Node looks for it. */
export function isInstalled(name: string, folder: string): boolean {
  if (existsSync(join(folder, "node_modules", name, "package.json"))) return true;
  return dirname(folder) !== folder && isInstalled(name, dirname(folder));
}
