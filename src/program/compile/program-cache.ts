import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { access, chmod, constants, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import { hashFile, hashFolder } from "../../std/files-read.js";
import { isOwnedByUser, makePrivateFolder } from "../../std/private-folder.js";
import { problem } from "./diagnostics.js";
import { JSON } from "../../std/plain-json.js";

/** What a compiled program was made from, and where it lies. */
export interface CacheEntry {
  /** All that decides about the result beside files: the compiler, its options, the entry. */
  readonly purpose: string;
  /** The hash of each file that was read, or that would have been read had it been there. */
  readonly files: { readonly [path: string]: string };
  /** The hash of the names in each folder, in which a new file could be meant by an old import. */
  readonly folders: { readonly [path: string]: string };
  /** Names in the cache folder with their hashes: the program, its map, its imports if it has some. */
  readonly outputs: {
    readonly program: CachedFile;
    readonly map: CachedFile;
    readonly externals?: CachedFile;
  };
  readonly sources: readonly string[];
  readonly isCommonJs: boolean;
  /** Whether packages that it reaches use Coconut, so that Node has to be told how to load them. */
  readonly needsHooks: boolean;
  /** Folders of such packages that are linked, so that someone may work on them. */
  readonly linked: readonly string[];
  readonly warnings: readonly Diagnostic[];
  readonly digest: string;
}

interface CachedFile {
  readonly name: string;
  readonly hash: string;
}

/** Where compiled programs are kept. They are code: what others than the owners may have written is not used. */
export interface CachePlace {
  readonly folder: string;
  readonly owners: readonly number[];
}

/** The entry, if everything that it was made from is as it was. */
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

/** Files appear whole or not at all, so that two runs at once do no harm. */
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

/** Makes the folder, or says why the program cannot be compiled. */
export async function openCache({ folder, owners }: CachePlace): Promise<void> {
  try {
    if (!makePrivateFolder(folder, owners))
      throw new Error("it is a link, a file, or a folder of another user");
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new DiagnosticError(
      problem("program/cache-unwritable", {
        detail: `Compiled programs are kept in ${folder}, which cannot be used: ${(error as Error).message}.`,
        hint: "Make it a folder of yours that you can write, or remove it. It lies in the project so that the program finds its packages.",
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

/** Enough for every program that somebody is just about to run. */
const mostKept = 16;

/**
 * Each save in `coco watch` makes another program. Whoever still needs an old one compiles it again. What an entry names is
 * the last of its file: a program may import many files by variables.
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
 * Parts of programs by their keys, entries by the files that programs begin in, instrumented modules of packages, and what
 * a kill left of any.
 */
const ours = /^(?:[0-9a-f]{32}\.|[0-9a-f]{16}\.json|package-[0-9a-f]{32}\.)/;

export function hashText(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}
