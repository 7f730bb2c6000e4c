import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject, JSON } from "../../../std/plain-json.js";
import { readTextFile } from "../../../std/read-text-file.js";
import { writeWholeFile } from "../../../std/write-whole-file.js";
import { hashOf, packageFiles, type PackageFile } from "./package-hash.js";

/**
 * Returns the hash of an unpacked package, as `packageHash` does. Remembers it in a file of the memory folder together with the
 * size, times and inode of each file, and reads the package again only if one of these differs. Works without the memory, too.
 */
export async function rememberedHash(folder: string, memoryFolder: string): Promise<string> {
  const path = await realpath(folder);
  const files = await packageFiles(path);
  const signs = files.map(signOf);
  const file = join(memoryFolder, `${createHash("sha256").update(path).digest("hex").slice(0, 32)}.json`);
  const known = read(file);
  if (known?.path === path && sameSigns(known.files, signs)) return known.h1;
  const h1 = await hashOf(path, files);
  // A file that changed while it was read has other signs now.
  const after = (await packageFiles(path)).map(signOf);
  if (sameSigns(signs, after)) remember(file, { path, files: signs, h1 });
  return h1;
}

interface Memory {
  readonly path: string;
  readonly files: readonly string[];
  readonly h1: string;
}

function signOf({ name, status }: PackageFile): string {
  const { size, mtimeNs, ctimeNs, ino, dev } = status;
  return [size, mtimeNs, ctimeNs, ino, dev, name].join(" ");
}

function sameSigns(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((sign, index) => sign === b[index]);
}

function read(file: string): Memory | undefined {
  try {
    const found: unknown = JSON.parse(readTextFile(file));
    if (!isJsonObject(found)) return undefined;
    const { path, files, h1 } = found;
    if (typeof path !== "string" || typeof h1 !== "string" || !Array.isArray(files)) return undefined;
    return { path, h1, files: files.map(String) };
  } catch {
    return undefined;
  }
}

function remember(file: string, memory: Memory): void {
  try {
    mkdirSync(join(file, ".."), { recursive: true });
    writeWholeFile(file, `${JSON.stringify(memory)}\n`);
  } catch {
    // The next command reads the package again.
  }
}
