/**
 * Replaces `begin.ts` in `dist`, where `begin.ts` and everything below it is one script, with parts that it requires on
 * first use. The code that V8 compiled from a script is cached beside it, in a folder that is trusted as much as the
 * script. Each command has its own cache files, since each uses other functions. A cache of a program that imports
 * nothing is replaced when a program has imported the package, which uses many more.
 */
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { importUrl } from "../std/import-url.js";
import { isOwnedByUser, makePrivateFolder } from "../std/private-folder.js";
import type { begin as Begin } from "./begin.js";

/** Digests of the script and its parts by name, inserted by the build. */
declare const scriptDigests: Readonly<Record<string, string>>;

const digestBytes = 32;
const maxAgeMs = 30 * 24 * 3_600_000;
/** Each file has about one megabyte. */
const maxFiles = 32;

/** A script as a function of the values that Node provides to a module. */
type ModuleFunction = (
  module: { exports: object },
  require: (name: string) => unknown,
  importMetaUrl: string,
  given: typeof importUrl,
) => void;

interface Part {
  /** Returns a module of the part. */
  load(file: string): unknown;
}

interface Whole {
  readonly begin: typeof Begin;
  /** Returns a module of the script that parts import. */
  shared(file: string): unknown;
  /** Returns an entry of the package that programs import. */
  running(name: string): unknown;
}

const [command = ""] = /^[a-z_-]+$/.exec(process.argv[2] ?? "") ?? [];
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const requireFile = createRequire(import.meta.url);
const parts = new Map<string, Part>();
let isImported = false;
const { begin, shared, running } = load("begin") as Whole;
// The modules in `dist/running` call it.
const runningKey = Symbol.for(`coconut.running ${scriptDigests["begin"]}`);
(globalThis as { [name: symbol]: unknown })[runningKey] = (name: string) => {
  isImported = true;
  return running(name);
};

export { begin };

/** Runs the script or one of its parts, and returns its exports. */
function load(name: string): object {
  const cacheFile = path(`../compiled/${process.version}-${scriptDigests[name]}-${name}-${command}`);
  const run = runCached(path(`${name}.cjs`), cacheFile) as ModuleFunction;
  const module = { exports: {} };
  run(module, requireAny, import.meta.url, importUrl);
  return module.exports;
}

/** Returns a package, `script:<file>` from the script for its parts, or `part:<name>/<file>` from a part. */
function requireAny(name: string): unknown {
  if (name.startsWith("script:")) return shared(name.slice("script:".length));
  const [, part, file] = /^part:([^/]+)\/(.+)/.exec(name) ?? [];
  if (part === undefined || file === undefined) return requireFile(name);
  const loaded = parts.get(part) ?? (load(part) as Part);
  parts.set(part, loaded);
  return loaded.load(file);
}

/**
 * Runs an ASCII script with the code that V8 compiled in an earlier process, if the cache file has it. Otherwise this
 * process writes the cache file when it exits with 0. Each text of the script needs a cache file of its own. The cache
 * is code: a file that another user could have written is not used.
 */
function runCached(file: string, cacheFile: string): unknown {
  const text = readFileSync(file, "latin1");
  const { compiled: cachedData, isWithImports } = readCache(cacheFile) ?? {};
  const { Script } = process.getBuiltinModule("node:vm");
  const script = new Script(text, { filename: file, ...(cachedData && { cachedData }) });
  const isUsable = cachedData !== undefined && !script.cachedDataRejected;
  if (!isUsable || !isWithImports)
    process.once("exit", (code) => {
      if (code === 0 && (!isUsable || isImported)) writeCache(cacheFile, script.createCachedData());
    });
  return script.runInThisContext();
}

/** Digest of the compiled code. V8 does not verify the bytes, so a corrupted file would be executed. */
function digestOf(compiled: Uint8Array): Buffer {
  // Loaded on use: a static import would slow down every start.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(compiled).digest();
}

interface Cache {
  readonly compiled: Buffer;
  /** True if a program had imported the package. */
  readonly isWithImports: boolean;
}

/** A cache file has the compiled code, a byte that is 1 if a program had imported the package, and a digest. */
function readCache(cacheFile: string): Cache | undefined {
  let bytes: Buffer;
  try {
    if (!isOwnedByUser(dirname(cacheFile)) || !isOwnedByUser(cacheFile)) return undefined;
    bytes = readFileSync(cacheFile);
  } catch {
    return undefined;
  }
  const content = bytes.subarray(0, -digestBytes);
  if (!digestOf(content).equals(bytes.subarray(-digestBytes))) return undefined;
  return { compiled: content.subarray(0, -1), isWithImports: content.at(-1) === 1 };
}

function writeCache(cacheFile: string, compiled: Uint8Array): void {
  const beside = `${cacheFile}.${process.pid}`;
  try {
    if (!makePrivateFolder(dirname(cacheFile))) return;
    const content = Buffer.concat([compiled, Buffer.of(isImported ? 1 : 0)]);
    writeFileSync(beside, Buffer.concat([content, digestOf(content)]), { mode: 0o600 });
    chmodSync(beside, 0o600);
    renameSync(beside, cacheFile);
    removeOld(dirname(cacheFile), basename(cacheFile));
  } catch {
    // The next process compiles the script again.
    rmSync(beside, { force: true });
  }
}

/** Removes cache files of other versions of Node and of the script, and of commands that are no longer used. */
function removeOld(folder: string, latest: string): void {
  const others = readdirSync(folder)
    .filter((name) => name !== latest)
    .map((name) => ({ path: join(folder, name), mtimeMs: statSync(join(folder, name)).mtimeMs }))
    .sort((one, other) => other.mtimeMs - one.mtimeMs);
  const isOld = ({ mtimeMs }: { readonly mtimeMs: number }) => Date.now() - mtimeMs > maxAgeMs;
  for (const [index, other] of others.entries())
    if (index + 1 >= maxFiles || isOld(other)) rmSync(other.path, { recursive: true, force: true });
}
