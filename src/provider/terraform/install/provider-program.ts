import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ProviderAddress } from "../../../terraform/source/index.js";

/** Returns the path of the program in an unpacked package; undefined if there is none, or no such folder. */
export async function programIn(folder: string, { type }: ProviderAddress): Promise<string | undefined> {
  const prefix = `terraform-provider-${type}`;
  const names = await readdir(folder).catch(() => []);
  for (const name of names.sort()) {
    if (!name.startsWith(prefix) || !/^(?:[_.].*)?$/.test(name.slice(prefix.length))) continue;
    const file = join(folder, name);
    if ((await stat(file).catch(() => undefined))?.isFile() === true) return file;
  }
  return undefined;
}
