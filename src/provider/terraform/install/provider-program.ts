import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ProviderAddress } from "../../../terraform/source/index.js";

/** Returns the path of the program in an unpacked package; undefined if there is none, or no such folder. */
export async function programIn(folder: string, { type }: ProviderAddress): Promise<string | undefined> {
  const prefix = `terraform-provider-${type}`;
  const names: readonly string[] = await readdir(folder).catch(() => []);
  // The order of a folder differs between file systems.
  for (const name of [...names].sort(compareUtf16)) {
    if (!name.startsWith(prefix) || !/^(?:[_.].*)?$/.test(name.slice(prefix.length))) continue;
    const file = join(folder, name);
    if ((await stat(file).catch(() => undefined))?.isFile() === true) return file;
  }
  return undefined;
}

function compareUtf16(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
