import { existsSync, readFileSync, realpathSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import { npmPackageOf } from "../../std/npm-package-of.js";
import { problem } from "./diagnostics.js";
import { esbuild, type RunCommand } from "./esbuild.js";
import { esbuildMessages } from "./esbuild-messages.js";
import {
  fileInPackage,
  fileUrl,
  findPackage,
  isPackageImport,
  ownPackage,
  type FoundPackage,
} from "./find-package.js";
import { instrument } from "./instrument/index.js";
import { moduleName } from "./module-name.js";
import { decodeMappings, type SourceMap } from "./source-map.js";
import { JSON } from "../../std/plain-json.js";

export interface CompileRequest {
  readonly entry: string;
  readonly projectFolder: string;
  /** Where the compiled program will lie. */
  readonly folder: string;
  readonly run?: RunCommand | undefined;
}

export interface CompiledProgram {
  readonly text: string;
  readonly map: SourceMap;
  /** Absolute, as the map counts them. */
  readonly sources: readonly string[];
  /** All files that were read. */
  readonly inputs: readonly string[];
  /** The manifests of the packages that it imports. */
  readonly manifests: readonly string[];
  readonly externals: readonly string[];
  readonly isCommonJs: boolean;
  readonly warnings: readonly Diagnostic[];
}

/** One file from all files of the program, instrumented. Throws all that the compiler objects to. */
export async function compile(request: CompileRequest): Promise<CompiledProgram> {
  const bundle = await bundleUnchanged(request);
  const { projectFolder, folder } = request;
  const files = bundle.map.sources.map((path, index) => ({
    path,
    text: bundle.texts[index]!,
    ...moduleName(path, projectFolder),
  }));
  const result = instrument(bundle, files, (specifier, file) => importFrom(folder, specifier, file));
  const [first, ...rest] = result.diagnostics;
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
  return {
    ...result,
    sources: bundle.map.sources,
    inputs: Object.keys(bundle.inputs).map((path) => resolve(projectFolder, path)),
    manifests: [...bundle.manifests],
    isCommonJs: bundle.isCommonJs,
    warnings: bundle.warnings,
  };
}

interface Bundle {
  readonly text: string;
  readonly map: SourceMap;
  /** The sources of the map as the compiler read them. */
  readonly texts: readonly string[];
  readonly inputs: Metafile["inputs"];
  readonly manifests: ReadonlySet<string>;
  readonly isCommonJs: boolean;
  readonly warnings: readonly Diagnostic[];
}

/** A file saved while the compiler read it would be cached with the wrong content; then all is read again. */
async function bundleUnchanged(request: CompileRequest): Promise<Bundle> {
  let bundle = await bundlePackages(request);
  for (let attempt = 1; attempt < 5 && !isCurrent(bundle); attempt++) bundle = await bundlePackages(request);
  return bundle;
}

function isCurrent({ map, texts }: Bundle): boolean {
  return map.sources.every((path, index) => {
    const text = existsSync(path) ? readFileSync(path, "utf8").replace(/^\uFEFF/, "") : undefined;
    return text === texts[index];
  });
}

/** Bundles until all packages of components that the program reaches are part of it. */
async function bundlePackages(request: CompileRequest): Promise<Bundle> {
  const aliases = new Map<string, string>();
  for (;;) {
    const bundle = await bundleOnce(request, aliases);
    const known = aliases.size;
    for (const [importer, { imports }] of Object.entries(bundle.inputs)) {
      for (const { path, external } of imports) {
        if (!external || !isPackageImport(path)) continue;
        const found = findPackage(npmPackageOf(path), dirname(resolve(request.projectFolder, importer)));
        if (found !== undefined) bundle.manifests.add(join(found.folder, "package.json"));
        if (isComponentPackage(found)) addAliases(aliases, found, path);
      }
    }
    if (aliases.size === known) return bundle;
  }
}

/** This package is never part of a program: its one copy in memory is the engine's. */
function isComponentPackage(found: FoundPackage | undefined): found is FoundPackage {
  return found?.manifest.coconut !== undefined && found.manifest.name !== ownPackage?.manifest.name;
}

/** An alias also stands for what is below it, so all parts of a package get theirs at once. */
function addAliases(aliases: Map<string, string>, found: FoundPackage, specifier: string): void {
  const name = npmPackageOf(specifier);
  const { exports } = found.manifest;
  if (exports === undefined) {
    aliases.set(name, found.folder);
    return;
  }
  const parts = typeof exports === "object" && exports !== null ? Object.keys(exports) : [];
  const specifiers = parts
    .filter((part) => part.startsWith("./") && !part.includes("*"))
    .map((part) => name + part.slice(1));
  for (const each of [name, ...specifiers, specifier]) {
    const file = fileInPackage(found, each);
    if (file !== undefined) aliases.set(each, file);
  }
}

interface Metafile {
  readonly inputs: {
    readonly [path: string]: {
      readonly format?: string;
      readonly imports: readonly { readonly path: string; readonly external?: boolean }[];
    };
  };
  readonly outputs: { readonly [path: string]: { readonly entryPoint?: string } };
}

async function bundleOnce(
  { entry, projectFolder, folder, run }: CompileRequest,
  aliases: ReadonlyMap<string, string>,
): Promise<Bundle & { readonly manifests: Set<string> }> {
  const work = await mkdtemp(join(folder, "work-"));
  try {
    const outfile = join(work, "program.mjs");
    const metafile = join(work, "meta.json");
    const { status, errors } = await esbuild(
      [
        entry,
        ...compilerOptions,
        ...[...aliases].map(([specifier, file]) => `--alias:${specifier}=${file}`),
        `--metafile=${metafile}`,
        `--outfile=${outfile}`,
      ],
      projectFolder,
      run,
    );
    const messages = esbuildMessages(errors, projectFolder);
    if (status !== 0) throw refusal(messages, errors);
    const [text, mapText, metaText] = await Promise.all(
      [outfile, `${outfile}.map`, metafile].map((path) => readFile(path, "utf8")),
    );
    const map = JSON.parse(mapText!) as { mappings: string; sources: string[]; sourcesContent: string[] };
    const meta = JSON.parse(metaText!) as Metafile;
    const inputs = new Set(Object.keys(meta.inputs).map((path) => resolve(projectFolder, path)));
    const entryPoint = Object.values(meta.outputs).find((each) => each.entryPoint !== undefined)?.entryPoint;
    return {
      text: text!,
      map: {
        sources: map.sources.map((source) => pathOf(source, work, inputs)),
        lines: decodeMappings(map.mappings),
      },
      texts: map.sourcesContent,
      inputs: meta.inputs,
      manifests: new Set(),
      isCommonJs: meta.inputs[entryPoint ?? ""]?.format === "cjs",
      warnings: messages,
    };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The sources of a map are URLs, in which some characters of file names are encoded. */
function pathOf(source: string, folder: string, inputs: ReadonlySet<string>): string {
  const path = resolve(folder, source);
  return inputs.has(path) ? path : resolve(folder, decodeURIComponent(source));
}

/** Nothing of a program may be left out because it looks unused: making a resource is its purpose. */
export const compilerOptions = [
  "--bundle",
  "--format=esm",
  "--platform=node",
  "--target=node20.19",
  "--packages=external",
  "--tree-shaking=false",
  "--ignore-annotations",
  "--keep-names",
  "--charset=utf8",
  "--legal-comments=none",
  "--sourcemap=external",
  "--log-level=warning",
  "--log-limit=0",
  "--color=false",
] as const;

/** What the compiler objects to; `errors` is all that it said. */
export function refusal(messages: readonly Diagnostic[], errors: string): DiagnosticError {
  const [first, ...rest] = messages.filter(({ severity }) => severity === "error");
  return first === undefined
    ? new DiagnosticError(
        problem("program/no-compiler", {
          detail: `The compiler ended without saying what is wrong with the program: ${errors.trim() || "it said nothing."}`,
          hint: "Install the dependencies again:\nnpm ci",
        }),
      )
    : new DiagnosticError(first, ...rest);
}

/** A package that the compiled program would not find, or find in another copy, is imported by its file. */
function importFrom(folder: string, specifier: string, file: string): string | undefined {
  if (!isPackageImport(specifier)) return specifier;
  const name = npmPackageOf(specifier);
  const found = findPackage(name, dirname(file));
  if (found === undefined) return undefined;
  const seen = findPackage(name, folder);
  if (seen !== undefined && realpathSync(seen.folder) === realpathSync(found.folder)) return specifier;
  const target = fileInPackage(found, specifier);
  return target === undefined || !existsSync(target) ? specifier : fileUrl(realpathSync(target));
}
