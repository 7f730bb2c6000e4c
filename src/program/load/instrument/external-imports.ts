import type {
  ExportAllDeclaration,
  ExportNamedDeclaration,
  ImportDeclaration,
  ImportExpression,
  Literal,
} from "acorn";
import type { Diagnostic, SourcePosition } from "../../../model/index.js";
import { problem } from "../diagnostics.js";
import type { Instruments } from "./instruments.js";
import { literalText } from "./syntax-tree.js";
import { npmPackageOf } from "../../../std/npm-package-of.js";
import { isPackageImport } from "../find-package.js";

/** What to import from the compiled program for what a file imports; undefined if it is not installed. */
export type ResolveImport = (specifier: string, file: string) => string | undefined;

/** The imports that lead out of the program: into packages, which stay as they are. */
export class ExternalImports {
  /** Imported whenever the program starts. */
  readonly specifiers = new Set<string>();
  readonly diagnostics: Diagnostic[] = [];
  readonly #instruments: Instruments;
  readonly #resolve: ResolveImport;

  constructor(instruments: Instruments, resolve: ResolveImport) {
    this.#instruments = instruments;
    this.#resolve = resolve;
  }

  declaration(node: ImportDeclaration | ExportNamedDeclaration | ExportAllDeclaration): void {
    if (!node.source) return;
    const specifier = node.source.value as string;
    const place = this.#instruments.origin.place(node.start);
    const file = place && this.#instruments.files[place.file]!.path;
    const resolved = file === undefined ? specifier : this.#resolve(specifier, file);
    if (resolved === undefined) {
      this.diagnostics.push(missing(specifier, { ...place!, file: file! }));
    } else {
      this.#redirect(node.source, resolved);
      this.specifiers.add(resolved);
    }
  }

  /** The package is loaded when the program says so; then too, its body belongs to no program. */
  dynamic(node: ImportExpression): void {
    const specifier = literalText(node.source);
    const place = this.#instruments.origin.place(node.start);
    if (specifier === undefined || place === undefined || !isPackageImport(specifier)) return;
    const resolved = this.#resolve(specifier, this.#instruments.files[place.file]!.path);
    if (resolved !== undefined) this.#redirect(node.source as Literal, resolved);
    this.#instruments.splice.wrap(node, `${this.#instruments.names.outside}(() => `, ")");
  }

  #redirect(source: Literal, resolved: string): void {
    if (resolved !== source.value) this.#instruments.splice.replace(source, JSON.stringify(resolved));
  }
}

function missing(specifier: string, position: SourcePosition): Diagnostic {
  const name = npmPackageOf(specifier);
  return problem("program/missing-package", {
    detail: `${JSON.stringify(specifier)} is imported, and no package ${JSON.stringify(name)} is installed where the importing file could find it.`,
    hint: `Install it:\nnpm install ${name}`,
    position: { file: position.file, line: position.line, column: position.column },
  });
}
