import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { access, constants, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import { hashFile, hashFolder } from "../../std/files-read.js";
import { problem } from "./diagnostics.js";

/** What a compiled program was made from, and where it lies. */
export interface CacheEntry {
  /** All that decides about the result beside files: the compiler, its options, the entry. */
  readonly purpose: string;
  /** The hash of each file that was read, or that would have been read had it been there. */
  readonly files: { readonly [path: string]: string };
  /** The hash of the names in each folder, in which a new file could be meant by an old import. */
  readonly folders: { readonly [path: string]: string };
  /** Names in the cache folder with their hashes: the program, its map, its imports. */
  readonly outputs: { readonly program: Output; readonly map: Output; readonly externals: Output };
  readonly sources: readonly string[];
  readonly isCommonJs: boolean;
  readonly warnings: readonly Diagnostic[];
  readonly digest: string;
}

interface Output {
  readonly name: string;
  readonly hash: string;
}

/** The entry, if everything that it was made from is as it was. */
export function readCache(folder: string, name: string, purpose: string): CacheEntry | undefined {
  try {
    const entry = JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as CacheEntry;
    return entry.purpose === purpose && isFresh(entry, folder) ? entry : undefined;
  } catch {
    return undefined;
  }
}

function isFresh({ files, folders, outputs }: CacheEntry, folder: string): boolean {
  return (
    Object.entries(files).every(([path, hash]) => hashFile(path) === hash) &&
    Object.entries(folders).every(([path, hash]) => hashFolder(path) === hash) &&
    Object.values(outputs).every(({ name, hash }) => hashFile(join(folder, name)) === hash)
  );
}

/** Files appear whole or not at all, so that two runs at once do no harm. */
export async function writeCache(
  folder: string,
  name: string,
  entry: Omit<CacheEntry, "outputs">,
  texts: (program: string) => { readonly [Key in keyof CacheEntry["outputs"]]: string },
): Promise<CacheEntry> {
  const key = hashText(JSON.stringify([entry.purpose, entry.files, entry.folders])).slice(0, 32);
  const names = { program: `${key}.mjs`, map: `${key}.mjs.map`, externals: `${key}.externals.mjs` };
  const contents = texts(key);
  const output = (part: keyof typeof names) => ({ name: names[part], hash: hashText(contents[part]) });
  const whole: CacheEntry = {
    ...entry,
    outputs: { program: output("program"), map: output("map"), externals: output("externals") },
  };
  for (const part of ["map", "externals", "program"] as const) {
    await writeWhole(join(folder, names[part]), contents[part]);
  }
  await writeWhole(join(folder, `${name}.json`), JSON.stringify(whole));
  await removeOld(folder, key);
  return whole;
}

/** Makes the folder, or says why the program cannot be compiled. */
export async function openCache(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new DiagnosticError(
      problem("program/cache-unwritable", {
        detail: `Compiled programs are kept in ${folder}, which cannot be written: ${(error as Error).message}.`,
        hint: "Make the folder writable. It lies in the project so that the program finds its packages.",
      }),
    );
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${process.pid}.${++written}`;
  await writeFile(unfinished, text);
  await rename(unfinished, path);
}

let written = 0;

const keepMs = 7 * 24 * 3_600_000;

async function removeOld(folder: string, key: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^[0-9a-f]{32}\./.test(name) || name.startsWith(key)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > keepMs) await rm(path, { force: true });
  }
}

export function hashText(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}
