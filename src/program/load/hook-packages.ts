import { join } from "node:path";
import { importUrl } from "../../std/import-url.js";
import { fileUrl, ownPackage } from "../compile/find-package.js";
import type { ModuleTextSettings } from "../compile/module-texts.js";

/**
 * Makes Node instrument packages that use Coconut when it loads them, once per process. The code is in a separate file,
 * which a program without such packages does not load.
 */
export function hookPackages(settings: ModuleTextSettings): Promise<void> {
  return (hooked ??= hook(settings));
}

let hooked: Promise<void> | undefined;

async function hook(settings: ModuleTextSettings): Promise<void> {
  const url = fileUrl(join(ownPackage!.folder, "dist/program/register/hook-modules.js"));
  const { hookModules } = (await importUrl(url)) as { hookModules: typeof hookPackages };
  await hookModules(settings);
}
