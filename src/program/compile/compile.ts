import { existsSync, readFileSync, realpathSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import { npmPackageOf } from "../../std/npm-package-of.js";
import { problem } from "./diagnostics.js";
import { packagesBelow } from "./coconut-packages.js";
import { esbuild, type RunCommand } from "./esbuild.js";
import { esbuildMessages } from "./esbuild-messages.js";
import { fileInPackage, fileUrl, findPackage, isPackageImport } from "./find-package.js";
import { ImportedPackages } from "./imported-packages.js";
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
  /** The manifests of the packages that it imports, and other files that say which packages are found. */
  readonly manifests: readonly string[];
  readonly externals: readonly string[];
  readonly isCommonJs: boolean;
  /** Whether packages that it reaches use Coconut, so that Node has to be told how to load them. */
  readonly needsHooks: boolean;
  /** Folders of such packages that are linked. */
  readonly linked: readonly string[];
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
  const result = instrument(
    bundle,
    files,
    (specifier, file) => importedFrom(folder, specifier, file),
    projectFolder,
  );
  const [first, ...rest] = result.diagnostics;
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
  return {
    ...result,
    sources: bundle.map.sources,
    inputs: Object.keys(bundle.inputs).map((path) => resolve(projectFolder, path)),
    manifests: bundle.manifests,
    isCommonJs: bundle.isCommonJs,
    needsHooks: bundle.needsHooks,
    linked: bundle.linked,
    warnings: bundle.warnings,
  };
}

interface Bundle {
  readonly text: string;
  readonly map: SourceMap;
  /** The sources of the map as the compiler read them. */
  readonly texts: readonly string[];
  readonly inputs: Metafile["inputs"];
  readonly manifests: readonly string[];
  readonly isCommonJs: boolean;
  readonly needsHooks: boolean;
  readonly linked: readonly string[];
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

/**
 * Bundles the program with the packages in TypeScript that it reaches. Where there are any, their own imports are
 * looked at first: the compiler finds the copy that each module means, but has to be told all packages to leave alone.
 */
async function bundlePackages(request: CompileRequest): Promise<Bundle> {
  const packages = new ImportedPackages();
  const first = await bundleOnce(request, ["--packages=external"]);
  addImports(packages, first.inputs, request);
  for (let files = packages.takeUnscanned(); files.length > 0; files = packages.takeUnscanned())
    addImports(packages, await scan(request, files), request);
  const bundle =
    packages.bundled.size === 0
      ? first
      : await bundleOnce(request, [
          "--conditions=module-sync",
          ...packages.external.map((name) => `--external:${name}`),
        ]);
  const { needsHooks, linked, files } = packagesBelow(packages.externalPackages);
  return { ...bundle, manifests: [...packages.manifests, ...files], needsHooks, linked };
}

function addImports(
  packages: ImportedPackages,
  inputs: Metafile["inputs"],
  { projectFolder }: CompileRequest,
): void {
  for (const [importer, { imports }] of Object.entries(inputs))
    for (const { path, external } of imports)
      if (external) packages.add(path, dirname(resolve(projectFolder, importer)));
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

/** What modules and those below them import; packages are not entered. */
function scan(request: CompileRequest, files: readonly string[]): Promise<Metafile["inputs"]> {
  return inWorkFolder(request, async (work) => {
    const metafile = join(work, "meta.json");
    const options = [
      ...compilerOptions,
      "--packages=external",
      `--metafile=${metafile}`,
      `--outdir=${work}/out`,
    ];
    await runCompiler(request, [...files, ...options]);
    return (JSON.parse(await readFile(metafile, "utf8")) as Metafile).inputs;
  });
}

function bundleOnce(
  request: CompileRequest,
  packageOptions: readonly string[],
): Promise<Omit<Bundle, "manifests" | "needsHooks" | "linked">> {
  const { entry, projectFolder } = request;
  return inWorkFolder(request, async (work) => {
    const outfile = join(work, "program.mjs");
    const metafile = join(work, "meta.json");
    const warnings = await runCompiler(request, [
      entry,
      ...compilerOptions,
      ...packageOptions,
      `--metafile=${metafile}`,
      `--outfile=${outfile}`,
    ]);
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
      isCommonJs: meta.inputs[entryPoint ?? ""]?.format === "cjs",
      warnings,
    };
  });
}

async function inWorkFolder<Result>(
  { folder }: CompileRequest,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const made = await mkdtemp(join(folder, "work-"));
  try {
    return await work(made);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** Returns its warnings, and throws its errors. */
async function runCompiler(
  { projectFolder, run }: CompileRequest,
  parameters: readonly string[],
): Promise<readonly Diagnostic[]> {
  const { status, errors } = await esbuild(parameters, projectFolder, run);
  const messages = esbuildMessages(errors, projectFolder);
  if (status !== 0) throw compileError(messages, errors);
  return messages;
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
export function compileError(messages: readonly Diagnostic[], errors: string): DiagnosticError {
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
function importedFrom(folder: string, specifier: string, file: string): string | undefined {
  if (!isPackageImport(specifier)) return specifier;
  const name = npmPackageOf(specifier);
  const found = findPackage(name, dirname(file));
  if (found === undefined) return undefined;
  const seen = findPackage(name, folder);
  if (seen !== undefined && realpathSync(seen.folder) === realpathSync(found.folder)) return specifier;
  const target = fileInPackage(found, specifier);
  return target === undefined || !existsSync(target) ? specifier : fileUrl(realpathSync(target));
}
