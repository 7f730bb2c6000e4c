import { createHash } from "node:crypto";
import { constants, readFileSync } from "node:fs";
import { access, chmod, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import { hashFile, hashFolder } from "../../std/files-read.js";
import { isOwnedByUser, makePrivateFolder } from "../../std/private-folder.js";
import { problem } from "./diagnostics.js";
import { JSON } from "../../std/plain-json.js";

/** The inputs and outputs of a compiled program. */
export interface CacheEntry {
  /** Everything besides files that affects the result: the compiler, its options, the entry. */
  readonly purpose: string;
  /** The hash of each file that was read, or would have been read if it existed. */
  readonly files: { readonly [path: string]: string };
  /** The hash of the names in each folder where a new file could change the meaning of an existing import. */
  readonly folders: { readonly [path: string]: string };
  /** Names in the cache folder with their hashes: the program, its map, its imports if it has some. */
  readonly outputs: {
    readonly program: CachedFile;
    readonly map: CachedFile;
    readonly externals?: CachedFile;
  };
  /** The specifiers of its imports from packages. */
  readonly imports: readonly string[];
  readonly sources: readonly string[];
  readonly isCommonJs: boolean;
  /** True if packages that it reaches use Coconut and Node needs hooks to load them. */
  readonly needsHooks: boolean;
  /** Folders of such packages that are linked, and may therefore change. */
  readonly linked: readonly string[];
  readonly warnings: readonly Diagnostic[];
  readonly digest: string;
}

interface CachedFile {
  readonly name: string;
  readonly hash: string;
}

/**
 * The location of compiled programs. They are code: files that others than the owners may have written are not used.
 */
export interface CachePlace {
  readonly folder: string;
  readonly owners: readonly number[];
}

/** Returns the entry if none of its inputs has changed. */
export function readCache(place: CachePlace, name: string, purpose: string): CacheEntry | undefined {
  const { folder, owners } = place;
  const file = join(folder, `${name}.json`);
  try {
    if (!isOwnedByUser(folder, owners) || !isOwnedByUser(file, owners)) return undefined;
    const entry = JSON.parse(readFileSync(file, "utf8")) as CacheEntry;
    return entry.purpose === purpose && isFresh(entry, place) ? entry : undefined;
  } catch {
    return undefined;
  }
}

function isFresh({ files, folders, outputs }: CacheEntry, { folder, owners }: CachePlace): boolean {
  const isWhole = ({ name, hash }: CachedFile) =>
    isOwnedByUser(join(folder, name), owners) && hashFile(join(folder, name)) === hash;
  return (
    Object.entries(files).every(([path, hash]) => hashFile(path) === hash) &&
    Object.entries(folders).every(([path, hash]) => hashFolder(path) === hash) &&
    Object.values(outputs).every(isWhole)
  );
}

/** Writes files atomically, which makes two concurrent runs safe. */
export async function writeCache(
  { folder }: CachePlace,
  name: string,
  entry: Omit<CacheEntry, "outputs">,
  texts: (program: string) => { readonly [Key in keyof CacheEntry["outputs"]]: string },
): Promise<CacheEntry> {
  const key = hashText(JSON.stringify([entry.purpose, entry.files, entry.folders])).slice(0, 32);
  const names = { program: `${key}.mjs`, map: `${key}.mjs.map`, externals: `${key}.externals.mjs` };
  const { program, map, externals } = texts(key);
  const output = async (part: keyof typeof names, text: string): Promise<CachedFile> => {
    await writeWhole(join(folder, names[part]), text);
    return { name: names[part], hash: hashText(text) };
  };
  const whole: CacheEntry = {
    ...entry,
    outputs: {
      map: await output("map", map),
      ...(externals !== undefined && { externals: await output("externals", externals) }),
      program: await output("program", program),
    },
  };
  await writeWhole(join(folder, `${name}.json`), JSON.stringify(whole));
  await removeOld(folder, key);
  return whole;
}

/** Creates the folder, or throws an error that says why it cannot be used. */
export async function openCache({ folder, owners }: CachePlace): Promise<void> {
  try {
    if (!makePrivateFolder(folder, owners))
      throw new Error("it is a link, a file, or a folder of another user");
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new DiagnosticError(
      problem("program/cache-unwritable", {
        detail: `Coconut stores compiled programs in ${folder}, but the folder cannot be used: ${(error as Error).message}.`,
        hint: "Make it a folder that you own and can write to, or remove it. It must be in the project, where the program finds its packages.",
      }),
    );
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${process.pid}.${++written}`;
  await writeFile(unfinished, text, { mode: 0o600 });
  await chmod(unfinished, 0o600);
  await rename(unfinished, path);
}

let written = 0;

const keepMs = 7 * 24 * 3_600_000;

/** More than the number of programs that can be about to run. */
const mostKept = 16;

/**
 * Removes old entries: each save in `coco watch` creates another program. A run that still needs an old one compiles it
 * again. The name of an entry is the last part of its file, because a program may import many files by variables.
 */
async function removeOld(folder: string, key: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => ours.test(name));
  const files = await Promise.all(
    names.map(async (name) => {
      const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Infinity }));
      return { name, mtimeMs, program: /^[0-9a-f]{32}(?=\.)/.exec(name)?.[0] };
    }),
  );
  const kept = new Set([key, ...names.flatMap((name) => programOf(join(folder, name)))]);
  const recent = new Set([key]);
  for (const { name, mtimeMs, program } of files.sort((one, other) => other.mtimeMs - one.mtimeMs)) {
    if (program !== undefined && recent.size < mostKept) recent.add(program);
    const isOld = program !== key && Date.now() - mtimeMs > keepMs;
    const isKept = program === undefined || kept.has(program) || recent.has(program);
    if (isOld || !isKept) await rm(join(folder, name), { force: true });
  }
}

function programOf(entry: string): readonly string[] {
  if (!/[0-9a-f]{16}\.json$/.test(entry)) return [];
  try {
    const { outputs } = JSON.parse(readFileSync(entry, "utf8")) as CacheEntry;
    return [outputs.program.name.slice(0, 32)];
  } catch {
    return [];
  }
}

/**
 * Matches the files of the cache: parts of programs by key, entries by entry file, instrumented modules of packages,
 * and temporary files left behind by a killed process.
 */
const ours = /^(?:[0-9a-f]{32}\.|[0-9a-f]{16}\.json|package-[0-9a-f]{32}\.)/;

export function hashText(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}
