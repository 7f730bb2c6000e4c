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
import { isTypingsImport } from "./missing-typings.js";
import { moduleName } from "./module-name.js";
import { usableModules, withSpecifiers, type RunningModules } from "./running-modules.js";
import { decodeMappings, type SourceMap } from "./source-map.js";
import { JSON } from "../../std/plain-json.js";

export interface CompileRequest {
  readonly entry: string;
  readonly projectFolder: string;
  /** The folder that the compiled program will be written to. */
  readonly folder: string;
  readonly run?: RunCommand | undefined;
  readonly running: RunningModules;
}

export interface CompiledProgram {
  readonly text: string;
  readonly map: SourceMap;
  /** Absolute paths, in the order of the source map. */
  readonly sources: readonly string[];
  /** All files that were read. */
  readonly inputs: readonly string[];
  /** The manifests of the imported packages, and other files that decide which packages are found. */
  readonly manifests: readonly string[];
  /** The specifiers of its imports from packages. */
  readonly imports: readonly string[];
  /** The imports that Node has to load. */
  readonly externals: readonly string[];
  /** The text without the location of this package. */
  readonly movableText: string;
  readonly isCommonJs: boolean;
  /** True if packages that it reaches use Coconut and Node needs hooks to load them. */
  readonly needsHooks: boolean;
  /** Folders of such packages that are linked. */
  readonly linked: readonly string[];
  readonly warnings: readonly Diagnostic[];
}

/** Compiles all files of the program into one instrumented file. Throws all compiler errors. */
export async function compile(request: CompileRequest): Promise<CompiledProgram> {
  const bundle = await bundleUnchanged(request);
  const { projectFolder, folder } = request;
  const running = usableModules(request.running, externalImports(bundle.inputs), bundle.needsHooks);
  const files = bundle.map.sources.map((path, index) => ({
    path,
    text: bundle.texts[index]!,
    ...moduleName(path, projectFolder),
  }));
  const result = instrument(
    bundle,
    files,
    (specifier, file) => importedFrom(folder, specifier, file, running),
    projectFolder,
  );
  const [first, ...rest] = result.diagnostics;
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
  return {
    text: result.text,
    map: result.map,
    imports: result.externals.map((each) => withSpecifiers(each, running)),
    externals: result.externals.filter((each) => ![...running.values()].includes(each)),
    movableText: withSpecifiers(result.text, running),
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

/** Bundles again if a file was saved meanwhile: it would be cached with the wrong content. */
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
 * Bundles the program with the TypeScript packages that it reaches. Their own imports are scanned first: the compiler
 * finds the right copy for each module, but needs a list of all packages to leave out of the bundle.
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

function externalImports(inputs: Metafile["inputs"]): readonly string[] {
  return Object.values(inputs).flatMap(({ imports }) =>
    imports.flatMap(({ path, external }) => (external ? [path] : [])),
  );
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

/** Returns the imports of modules and of the files below them. Packages are not entered. */
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

/** Returns the compiler's warnings and throws its errors. */
async function runCompiler(
  { projectFolder, run }: CompileRequest,
  parameters: readonly string[],
): Promise<readonly Diagnostic[]> {
  const { status, errors } = await esbuild(parameters, projectFolder, run);
  const messages = esbuildMessages(errors, projectFolder);
  if (status !== 0) throw compileError(messages, errors);
  return messages;
}

/** Returns the path of a source. The sources of a map are URLs, in which some characters of file names are encoded. */
function pathOf(source: string, folder: string, inputs: ReadonlySet<string>): string {
  const path = resolve(folder, source);
  return inputs.has(path) ? path : resolve(folder, decodeURIComponent(source));
}

/** Tree shaking is off: `new` of a resource looks unused, but declaring resources is the purpose of a program. */
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

/** Returns the compiler's errors as one error. `errors` is the complete output of the compiler. */
export function compileError(messages: readonly Diagnostic[], errors: string): DiagnosticError {
  const [first, ...rest] = messages.filter(({ severity }) => severity === "error");
  return first === undefined
    ? new DiagnosticError(
        problem("program/no-compiler", {
          detail: `The compiler failed without an error message. Its output was: ${errors.trim() || "(empty)"}`,
          hint: "Reinstall the dependencies:\n    npm ci",
        }),
      )
    : new DiagnosticError(first, ...rest);
}

/** Returns the file of a package that the compiled program would not find, or would find in another copy. */
function importedFrom(
  folder: string,
  specifier: string,
  file: string,
  running: RunningModules,
): string | undefined {
  // Without a mapping in package.json, the compiler leaves these imports as they are.
  if (isTypingsImport(specifier)) return undefined;
  if (!isPackageImport(specifier)) return specifier;
  const name = npmPackageOf(specifier);
  const found = findPackage(name, dirname(file));
  if (found === undefined) return undefined;
  const seen = findPackage(name, folder);
  if (seen !== undefined && realpathSync(seen.folder) === realpathSync(found.folder))
    return running.get(specifier) ?? specifier;
  const target = fileInPackage(found, specifier);
  return target === undefined || !existsSync(target) ? specifier : fileUrl(realpathSync(target));
}
