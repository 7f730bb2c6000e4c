import { existsSync, realpathSync, statSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import { currentContext, runOutside } from "../../sdk/internal.js";
import { readNow } from "../../std/files-read.js";
import { importUrl } from "../../std/import-url.js";
import { sourceCandidates } from "../compile/source-candidates.js";
import { isInstalled, packagesBelow } from "../compile/coconut-packages.js";
import { problem } from "../compile/diagnostics.js";
import { fileUrl, isPackageImport, isTypeScript, packageAround } from "../compile/find-package.js";
import { hookPackages } from "./hook-packages.js";
import { importPackages } from "./import-packages.js";
import { missingPackage } from "../compile/instrument/index.js";
import { cachePlace, loadProgram } from "./load-program.js";
import { packageFile } from "./resolve-from.js";

export interface ImportingProgram {
  /** The URL under which the program runs. It differs for each run. */
  readonly program: string;
  readonly projectFolder: string;
}

/**
 * Implements `import(specifier)` in a file of a program if the specifier is known only at run time. Modules of the
 * author and TypeScript modules are compiled like the program and belong to its run. Node loads all others outside the
 * program. `load` is the import itself, with its options.
 */
export async function importFrom(
  program: ImportingProgram,
  file: string,
  given: unknown,
  load: (url: string) => Promise<object>,
): Promise<object> {
  const specifier = String(given);
  if (isBuiltin(specifier) || /^(?!file:)[a-z][a-z+.-]+:/i.test(specifier)) return load(specifier);
  const isPackage = isPackageImport(specifier);
  const found = isPackage ? packageFile(specifier, file) : moduleFile(specifier, file);
  if (found === undefined)
    throw missing(isPackage ? missingPackage(specifier) : missingModule(specifier, file));
  const { path, search } = typeof found === "string" ? { path: found, search: "" } : found;
  if (isTypeScript(path) || (isScript.test(path) && isAuthors(path, program.projectFolder)))
    return importCompiled(path, program);
  if (!isScript.test(path)) return load(fileUrl(path) + search);
  await hookIfNeeded(path, program);
  return runOutside(() => load(fileUrl(path) + search));
}

const isScript = /\.[cm]?jsx?$/;

/** Returns the file for a path or file URL: as Node finds it, else as the compiler does. */
function moduleFile(
  specifier: string,
  file: string,
): { readonly path: string; readonly search: string } | undefined {
  if (specifier.startsWith("#")) return privateFile(specifier, file);
  for (const candidate of [specifier, ...sourceCandidates(specifier), ...scriptCandidates(specifier)]) {
    const url = new URL(candidate, fileUrl(file));
    const path = fileURLToPath(url.href.replace(/[?#].*$/s, ""));
    if (existsSync(path) && statSync(path).isFile()) return { path: realpathSync(path), search: url.search };
  }
  return undefined;
}

/** Returns the file for a private import of the package that contains the importing file. */
function privateFile(specifier: string, file: string): ReturnType<typeof moduleFile> {
  try {
    return { path: createRequire(file).resolve(specifier), search: "" };
  } catch {
    return undefined;
  }
}

/** Returns the candidates with extensions that may be omitted in bundled code, also in JavaScript. */
function scriptCandidates(specifier: string): readonly string[] {
  return [".js", ".mjs", "/index.js", "/index.mjs"].map((ending) => specifier + ending);
}

function isAuthors(path: string, projectFolder: string): boolean {
  return !isInstalled(path) && packageAround(path)?.folder === packageAround(`${projectFolder}/file`)?.folder;
}

/** Imports a compiled module once per run. It shares no modules with the program itself. */
async function importCompiled(path: string, { program, projectFolder }: ImportingProgram): Promise<object> {
  const cacheFolder = dirname(fileURLToPath(program.replace(/[?#].*$/s, "")));
  const recorder = currentContext()?.recorder;
  recorder?.imported.push(readNow([path]));
  const loaded = await loadProgram({ entry: path, projectFolder, cacheFolder });
  recorder?.imported.push(loaded.read);
  recorder?.warnings.push(...loaded.warnings);
  await importPackages(loaded);
  return importUrl(fileUrl(loaded.program) + new URL(program).search);
}

async function hookIfNeeded(path: string, { program, projectFolder }: ImportingProgram): Promise<void> {
  const found = packageAround(path);
  if (found === undefined || !packagesBelow([found]).needsHooks) return;
  const cacheFolder = dirname(fileURLToPath(program.replace(/[?#].*$/s, "")));
  await hookPackages({ authors: { around: projectFolder }, cache: cachePlace(projectFolder, cacheFolder) });
}

/** Adds the error code of Node, which programs test for if a module may be absent. */
function missing(diagnostic: Diagnostic): DiagnosticError {
  return Object.assign(new DiagnosticError(diagnostic), { code: "ERR_MODULE_NOT_FOUND" });
}

function missingModule(specifier: string, file: string): Diagnostic {
  const why = specifier.startsWith("#")
    ? 'its package.json does not name that under "imports"'
    : `the file ${fileURLToPath(new URL(specifier, fileUrl(file)))} does not exist`;
  return problem("program/missing-module", {
    detail: `${file} imports ${JSON.stringify(specifier)}, but ${why}.`,
    hint: "Correct the path, which is relative to the importing file. If the file may be absent, catch the error.",
  });
}
