import type { AnyNode, ImportExpression, Program } from "acorn";
import type { CompiledTables } from "../../../sdk/internal.js";
import { compiledFunctions } from "../compiled-functions.js";
import { isPackageImport } from "../find-package.js";
import type { Segment, SourceMap } from "../source-map.js";
import { insertSiteCall, insertTypeDeclaration } from "./insert-sites.js";
import { Declarations } from "./declarations.js";
import { guardCall } from "./guard-calls.js";
import { guardConditions } from "./guard-conditions.js";
import { loader, marker, tablesOf, type CompiledText } from "./instrument.js";
import { Instruments, type SourceFile } from "./instruments.js";
import { RestoreFileReferences } from "./restore-file-references.js";
import { literalText, nodePaths, parseText, type NodePath } from "./syntax-tree.js";
import { TextLines } from "./text-lines.js";

/** A module that Node loads from its original location. */
export interface PlainModule {
  readonly text: string;
  /** Undefined if the text is the source itself. */
  readonly map: SourceMap | undefined;
  readonly format: "module" | "commonjs";
  /** True for a module of a package, which belongs to no program while it loads. */
  readonly isPackage: boolean;
}

/**
 * Instruments one module like a whole program. Every line keeps its number. A module without anything to add is
 * returned unchanged. Throws a SyntaxError if the text does not match its format.
 */
export function instrumentInPlace(module: PlainModule, files: readonly SourceFile[]): CompiledText {
  const { text, format, isPackage } = module;
  const program = parseText(text, format);
  const map = module.map ?? identityMap(program, text);
  const instruments = new Instruments(text, map, files);
  const restore = new RestoreFileReferences(instruments);
  const declarations = new Declarations();
  for (const place of nodePaths(program)) {
    visit(place, { instruments, declarations, isPackage });
    if (!isPackage && format === "module" && place.node.type === "Identifier")
      restore.identifier({ ...place, node: place.node });
  }
  restore.finish();
  if (instruments.splice.isEmpty) return { text, map };
  const shebang = /^#!.*/.exec(text)?.[0].length ?? 0;
  if (shebang > 0) instruments.splice.replace({ start: 0, end: shebang }, "");
  const changed = instruments.splice.apply(text, map);
  const at = format === "module" ? 0 : endOfDirectives(program, shebang) - shebang;
  return withHeader(changed, at, header(format, instruments, changed.text));
}

interface PlainModuleWork extends Pick<PlainModule, "isPackage"> {
  readonly instruments: Instruments;
  readonly declarations: Declarations;
}

function visit(place: NodePath, { instruments, declarations, isPackage }: PlainModuleWork): void {
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
    case "ImportExpression":
      return importOutside(node, instruments, isPackage);
  }
}

/** Wraps an import. The body of a package's module belongs to no program, even if it is imported late. */
function importOutside(node: ImportExpression, { splice, names }: Instruments, isPackage: boolean): void {
  const specifier = literalText(node.source);
  if (isPackage || (specifier !== undefined && isPackageImport(specifier)))
    splice.wrap(node, `${names.outside}(() => `, ")");
}

/** Returns the end of the directives, which are valid only at the beginning. */
function endOfDirectives({ body }: Program, start: number): number {
  const directives = body.filter((node: AnyNode) => "directive" in node && node.directive !== undefined);
  return directives.at(-1)?.end ?? start;
}

/**
 * Modules that import each other in a cycle call functions of a module that has not started yet. The helpers of a
 * module are therefore function declarations, which exist from the start. CommonJS exports nothing before it starts.
 */
function header(format: PlainModule["format"], instruments: Instruments, text: string): string {
  const { names } = instruments;
  const tables: CompiledTables = tablesOf(instruments);
  const used = Object.entries(names).filter(([, name]) => text.includes(`${name}(`));
  const made = `${names.meta}_made`;
  if (format === "commonjs") {
    const helpers = used.map(([helper, name]) => `${helper}: ${name}`).join(", ");
    return `${marker} const { ${helpers} } = ${compiledFunctions}({}, ${JSON.stringify(tables)}); `;
  }
  const compiled = `${names.meta}_compiled`;
  return [
    `${marker} import { compiled as ${compiled} } from ${JSON.stringify(loader)};`,
    `var ${made}; function ${made}_() { return ${made} ??= ${compiled}(import.meta, ${JSON.stringify(tables)}); }`,
    ...used.map(([helper, name]) => `function ${name}(...given) { return ${made}_().${helper}(...given); }`),
    "",
  ].join(" ");
}

/** Inserts the header into a line and shifts everything after it. */
function withHeader({ text, map }: CompiledText, at: number, inserted: string): CompiledText {
  const before = text.slice(0, at);
  const line = before.split("\n").length - 1;
  const column = at - (before.lastIndexOf("\n") + 1);
  const lines = map.lines.map((segments, index) =>
    index !== line
      ? segments
      : segments.map((each) =>
          each.column < column ? each : { ...each, column: each.column + inserted.length },
        ),
  );
  return { text: before + inserted + text.slice(at), map: { ...map, lines } };
}

/** Returns the map of a text that is its own source. It is exact at the start of every syntax node. */
function identityMap(program: Program, text: string): SourceMap {
  const lines = new TextLines(text);
  const columns: Set<number>[] = text.split("\n").map(() => new Set());
  for (const { node } of nodePaths(program)) {
    const { line, column } = lines.place(node.start);
    columns[line]!.add(column);
  }
  const segment = (line: number, column: number): Segment => ({
    column,
    source: 0,
    sourceLine: line,
    sourceColumn: column,
  });
  return {
    sources: [""],
    lines: columns.map((each, line) =>
      [...each].sort((a, b) => a - b).map((column) => segment(line, column)),
    ),
  };
}
