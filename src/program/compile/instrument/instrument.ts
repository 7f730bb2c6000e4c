import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Program } from "acorn";
import { DiagnosticError, type Diagnostic } from "../../../model/index.js";
import type { CompiledTables } from "../../../sdk/internal.js";
import { insertSiteCall, insertTypeDeclaration } from "./insert-sites.js";
import { Declarations } from "./declarations.js";
import { problem } from "../diagnostics.js";
import { ExternalImports, type ResolveImport } from "./external-imports.js";
import { guardCall } from "./guard-calls.js";
import { guardConditions } from "./guard-conditions.js";
import { Instruments, type SourceFile } from "./instruments.js";
import { RestoreFileReferences } from "./restore-file-references.js";
import { compiledFunctions } from "../compiled-functions.js";
import { ownPackage } from "../find-package.js";
import type { SourceMap } from "../source-map.js";
import { nodePaths, parseText, type NodePath } from "./syntax-tree.js";

export interface CompiledText {
  readonly text: string;
  readonly map: SourceMap;
}

export interface Instrumented extends CompiledText {
  /** The packages that it imports when it starts. */
  readonly externals: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Adds to a compiled program the facts that the language does not provide at run time: the use of an Output as a
 * condition, the position of each `new`, and the source file of the code. Every line keeps its order, one line below a
 * header.
 */
export function instrument(
  { text, map }: CompiledText,
  files: readonly SourceFile[],
  resolveImport: ResolveImport,
  projectFolder: string,
): Instrumented {
  const instruments = new Instruments(text, map, files);
  const imports = new ExternalImports(instruments, resolveImport);
  const restore = new RestoreFileReferences(instruments);
  const program = parseProgram(text);
  const work = { instruments, imports, restore, declarations: new Declarations() };
  for (const place of nodePaths(program)) visit(place, work);
  restore.finish();
  const shebang = /^#!.*/.exec(text)?.[0];
  if (shebang !== undefined) instruments.splice.replace({ start: 0, end: shebang.length }, "");
  const changed = instruments.splice.apply(text, map);
  return {
    text: `${header(work, projectFolder)}\n${changed.text}`,
    map: { ...changed.map, lines: [[], ...changed.map.lines] },
    externals: [...imports.specifiers],
    diagnostics: imports.diagnostics,
  };
}

interface Work {
  readonly instruments: Instruments;
  readonly imports: ExternalImports;
  readonly restore: RestoreFileReferences;
  readonly declarations: Declarations;
}

function visit(place: NodePath, { instruments, imports, restore, declarations }: Work): void {
  const { node } = place;
  guardConditions(node, instruments);
  switch (node.type) {
    case "CallExpression":
      return guardCall({ ...place, node }, instruments, declarations);
    case "NewExpression":
      guardCall({ ...place, node }, instruments, declarations);
      return insertSiteCall({ ...place, node }, instruments);
    case "ClassDeclaration":
    case "ClassExpression":
      return insertTypeDeclaration({ ...place, node }, instruments);
    case "MetaProperty":
      return restore.meta({ ...place, node });
    case "Identifier":
      return restore.identifier({ ...place, node });
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
      return imports.declaration(node);
    case "ImportExpression":
      return imports.dynamic(node);
  }
}

function parseProgram(text: string): Program {
  try {
    return parseText(text, "module");
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    throw new DiagnosticError(
      problem("program/compile-error", {
        detail: `The compiled program cannot be parsed: ${error.message}`,
        hint: "Expressions that are nested thousands of levels deep are not supported. Build such data step by step.",
      }),
    );
  }
}

/** Marks text that is already instrumented. */
export const marker = "/* instrumented by Coconut */";

/** The SDK's part of the instrumentation, in the same copy of the package, wherever the build has put this file. */
export const loader = pathToFileURL(join(ownPackage!.folder, "dist/sdk/loader.js")).href;

/** Returns the header, which is one line. */
function header({ instruments, imports, restore }: Work, projectFolder: string): string {
  const { names } = instruments;
  const tables = tablesOf(instruments);
  const helpers = Object.entries(names).map(([helper, name]) => `${helper}: ${name}`);
  const meta = restore.resolves ? `{ url: import.meta.url, resolve: ${names.meta}_resolve }` : "import.meta";
  const metas = [...restore.metaFiles].map(
    (file) => `const ${restore.metaName(file)} = ${names.meta}(${file});`,
  );
  return [
    marker,
    ...requires(instruments),
    ...(restore.resolves
      ? [`import { resolveFrom as ${names.meta}_resolve } from ${fileOf("resolve-from")};`]
      : []),
    `const { ${helpers.join(", ")} } = ${compiledFunctions}(${meta}, ${JSON.stringify(tables)});`,
    ...metas,
    ...(imports.hasVariable ? [variableImport(imports.variableName, projectFolder)] : []),
  ].join(" ");
}

/** Returns a helper that loads the code to resolve and compile modules at run time when it is first used. */
function variableImport(name: string, projectFolder: string): string {
  const facts = `{ program: import.meta.url, projectFolder: ${JSON.stringify(projectFolder)} }`;
  return `const ${name} = async (...given) => (await import(${fileOf("import-from")})).importFrom(${facts}, ...given);`;
}

function fileOf(name: string): string {
  return JSON.stringify(new URL(`../program/load/${name}.js`, loader).href);
}

export function tablesOf({ files, conditions, sites }: Instruments): CompiledTables {
  return {
    files: files.map(({ path }) => path),
    modules: files.map(({ module }) => module),
    conditions,
    sites,
  };
}

/** Defines `require` for CommonJS code inside the program: a module does not have it. */
function requires({ text, names }: Instruments): string[] {
  if (!/\b__require\b/.test(text)) return [];
  const create = `${names.meta}_require`;
  return [
    `import { createRequire as ${create} } from "node:module";`,
    `const require = ${create}(import.meta.url);`,
  ];
}
