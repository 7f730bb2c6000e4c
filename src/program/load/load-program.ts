import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve, sep } from "node:path";
import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import type { CompiledProgram } from "../compile/compile.js";
import { offerCompiledFunctions } from "../compile/compiled-functions.js";
import { problem } from "../compile/diagnostics.js";
import type { RunCommand } from "../compile/esbuild.js";
import { fileUrl, ownPackage } from "../compile/find-package.js";
import { hashFile, hashFolder, hashTree, type FilesRead } from "../../std/files-read.js";
import { JSON } from "../../std/plain-json.js";
import { trustedOwners } from "../../std/private-folder.js";
import type { ModuleTextSettings } from "../compile/module-texts.js";
import {
  hashText,
  openCache,
  readCache,
  writeCache,
  type CacheEntry,
  type CachePlace,
} from "../compile/program-cache.js";
import { runningModules } from "../compile/running-modules.js";
import { encodeMappings } from "../compile/source-map.js";

export interface LoadRequest {
  /** The main file of the program, relative to the project folder. */
  readonly entry: string;
  readonly projectFolder: string;
  /** A folder inside the project, where the compiled program finds its packages (default: `.coconut/cache`). */
  readonly cacheFolder?: string;
}

export interface LoadPorts {
  /** Runs the compiler. */
  readonly run?: RunCommand;
}

/** A program that is ready to run. */
export interface LoadedProgram {
  readonly entry: string;
  /** The file of the compiled program. */
  readonly program: string;
  /** The file of a module that imports what the program imports, and does nothing else; undefined if that is nothing. */
  readonly externals: string | undefined;
  /** Its imports from packages: names of packages or of parts of them, and file URLs. */
  readonly imports: readonly string[];
  /** The source files, used to tell the author's code from that of packages. */
  readonly sources: readonly string[];
  /** All inputs of the compilation: a change of any of them could change the program. */
  readonly read: FilesRead;
  readonly isCommonJs: boolean;
  /** Settings for loading packages that use Coconut, if the program reaches any. */
  readonly hooks: ModuleTextSettings | undefined;
  readonly warnings: readonly Diagnostic[];
  /** The hash of the compiled code. It does not depend on the location of the project. */
  readonly digest: string;
}

/** Compiles the program if it has changed. Throws all compiler errors. */
export async function loadProgram(request: LoadRequest, ports: LoadPorts = {}): Promise<LoadedProgram> {
  const projectFolder = resolve(request.projectFolder);
  const place = cachePlace(projectFolder, request.cacheFolder);
  const { folder } = place;
  const entry = resolve(projectFolder, request.entry);
  const running = runningModules(folder);
  const purpose = JSON.stringify([
    revision,
    ownPackage?.manifest.version,
    import.meta.url,
    projectFolder,
    entry,
    [...running.values()],
  ]);
  const name = hashText(entry).slice(0, 16);
  const cached = readCache(place, name, purpose);
  if (cached !== undefined) return loaded(entry, projectFolder, place, cached);

  if (!existsSync(entry) || !statSync(entry).isFile()) throw new DiagnosticError(noEntry(entry));
  await openCache(place);
  const { compile } = await import("../compile/compile.js");
  const compiled = await compile({ entry, projectFolder, folder, run: ports.run, running });
  const facts = { purpose, ...fingerprint(compiled) };
  const { imports, sources, isCommonJs, needsHooks, linked, warnings } = compiled;
  const digest = digestOf(compiled, projectFolder);
  const entryFacts = { ...facts, imports, sources, isCommonJs, needsHooks, linked, warnings, digest };
  const written = await writeCache(place, name, entryFacts, (key) => textsOf(compiled, key));
  return loaded(entry, projectFolder, place, written);
}

/** Returns the location of a project's compiled programs. */
export function cachePlace(projectFolder: string, cacheFolder = ".coconut/cache"): CachePlace {
  return { folder: resolve(projectFolder, cacheFolder), owners: trustedOwners(projectFolder) };
}

/** Increment it whenever the compiled text changes for the same program. */
const revision = 6;

function loaded(
  entry: string,
  projectFolder: string,
  place: CachePlace,
  { outputs, imports, sources, files, folders, isCommonJs, needsHooks, linked, warnings, digest }: CacheEntry,
): LoadedProgram {
  offerCompiledFunctions();
  return {
    entry,
    program: join(place.folder, outputs.program.name),
    externals: outputs.externals && join(place.folder, outputs.externals.name),
    imports,
    sources,
    // Lazy: most callers do not need it, and reading folders takes time.
    get read() {
      const trees = Object.fromEntries(linked.map((path) => [path, hashTree(path)]));
      return { files, folders, trees };
    },
    isCommonJs,
    hooks: needsHooks ? { authors: { around: projectFolder }, cache: place } : undefined,
    warnings,
    digest,
  };
}

function textsOf({ text, map, externals }: CompiledProgram, key: string) {
  return {
    program: `${text}\n//# sourceMappingURL=${key}.mjs.map\n`,
    map: JSON.stringify({
      version: 3,
      sources: map.sources.map(fileUrl),
      names: [],
      mappings: encodeMappings(map.lines),
    }),
    ...(externals.length > 0 && {
      externals: externals.map((specifier) => `import ${JSON.stringify(specifier)};\n`).join(""),
    }),
  };
}

/** Uses paths relative to the project folder: every checkout of the same code has the same digest. */
function digestOf({ movableText, imports }: CompiledProgram, projectFolder: string): string {
  const whole = JSON.stringify([movableText, imports]);
  return hashText(whole.replaceAll(fileUrl(projectFolder), "").replaceAll(projectFolder, ""));
}

/** Returns all files that were read, and all folders in which a new file would change the result. */
function fingerprint({ inputs, manifests }: CompiledProgram): Pick<CacheEntry, "files" | "folders"> {
  const folders = new Set(inputs.map((path) => dirname(path)));
  const above = new Set([...folders].flatMap(ancestors));
  const settings = [...above].flatMap((folder) =>
    ["package.json", "tsconfig.json", "jsconfig.json"].map((name) => join(folder, name)),
  );
  const files = new Set([...inputs, ...manifests, ...settings, ...settings.flatMap(extended)]);
  const own = [...folders].filter((folder) => !folder.split(sep).includes("node_modules"));
  return {
    files: Object.fromEntries([...files].map((path) => [path, hashFile(path)])),
    folders: Object.fromEntries(own.map((path) => [path, hashFolder(path)])),
  };
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}

/** Returns the files that a `tsconfig.json` extends, transitively. */
function extended(path: string): string[] {
  if (!path.endsWith("config.json") || !existsSync(path)) return [];
  const found: string[] = [];
  const waiting = [path];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const [, value = ""] = /"extends"\s*:\s*("[^"]*"|\[[^\]]*\])/.exec(readFileSync(file, "utf8")) ?? [];
    for (const [, target] of value.matchAll(/"([^"]*)"/g)) {
      const base = extendedFile(target!, file);
      if (base === undefined || found.includes(base)) continue;
      found.push(base);
      waiting.push(base);
    }
  }
  return found;
}

function extendedFile(target: string, from: string): string | undefined {
  const isPath = target.startsWith(".") || target.startsWith("/");
  const bases = isPath
    ? [resolve(dirname(from), target)]
    : ancestors(dirname(from)).map((folder) => join(folder, "node_modules", target));
  const candidates = bases.flatMap((base) => [base, `${base}.json`, join(base, "tsconfig.json")]);
  const found = candidates.find((path) => existsSync(path) && statSync(path).isFile());
  if (found !== undefined || isPath) return found;
  try {
    return createRequire(from).resolve(target);
  } catch {
    return undefined;
  }
}

function noEntry(entry: string): Diagnostic {
  return problem("program/no-entry", {
    detail: `The main file of the program is ${entry}, but it does not exist or is not a file.`,
    hint: 'Set the main file in coconut.json:\n    "main": "main.ts"',
  });
}

/** A module of the project that is compiled but not run. */
export interface CompiledModule {
  /** The hash of the project's own code in it. It does not depend on the location of the project. */
  readonly digest: string;
  /** Its imports from packages: names of packages or of parts of them, and file URLs. */
  readonly imports: readonly string[];
}

/** Compiles a module of the project if it has changed. Throws all compiler errors. */
export async function compiledModule(file: string, projectFolder: string): Promise<CompiledModule> {
  const { digest, imports } = await loadProgram({ entry: file, projectFolder });
  return { digest, imports };
}
