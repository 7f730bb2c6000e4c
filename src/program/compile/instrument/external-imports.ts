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
import { isTypingsImport, missingTypings } from "../missing-typings.js";

/**
 * Returns the specifier to import in the compiled program for an import of a file, or undefined if it is not installed.
 */
export type ResolveImport = (specifier: string, file: string) => string | undefined;

/** The imports that lead out of the program into packages, which are not compiled. */
export class ExternalImports {
  /** Specifiers that are imported whenever the program starts. */
  readonly specifiers = new Set<string>();
  readonly diagnostics: Diagnostic[] = [];
  /** True if the specifier of some import is known only at run time. */
  hasVariable = false;
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
      const position = { ...place!, file: file! };
      this.diagnostics.push(
        isTypingsImport(specifier)
          ? missingTypings(specifier, false, positionIn(position))
          : missingPackage(specifier, position),
      );
    } else {
      this.#redirect(node.source, resolved);
      this.specifiers.add(resolved);
    }
  }

  /**
   * Wraps a dynamic import of a package. The body of the package belongs to no program, even if it is imported late.
   */
  dynamic(node: ImportExpression): void {
    const specifier = literalText(node.source);
    const place = this.#instruments.origin.place(node.start);
    if (place === undefined) return;
    if (specifier === undefined) return this.#variable(node, this.#instruments.files[place.file]!.path);
    if (!isPackageImport(specifier)) return;
    const resolved = this.#resolve(specifier, this.#instruments.files[place.file]!.path);
    if (resolved !== undefined) this.#redirect(node.source as Literal, resolved);
    this.#instruments.splice.wrap(node, `${this.#instruments.names.outside}(() => `, ")");
  }

  /**
   * Replaces `import(a, b)` by `from("file", a, (found) => import(found, b))`, because `a` is known only at run time.
   */
  #variable(node: ImportExpression, file: string): void {
    const { splice } = this.#instruments;
    const { source } = node;
    this.hasVariable = true;
    const begin = this.#instruments.find("(", node.start) + 1;
    splice.replace({ start: node.start, end: begin }, `${this.variableName}(${JSON.stringify(file)}, `);
    // The compiler adds parentheses around nothing else.
    const isInBrackets = source.type === "SequenceExpression";
    const end = isInBrackets ? this.#instruments.find(")", source.end) + 1 : source.end;
    const found = `${this.variableName}_found`;
    splice.wrap({ start: source.start, end }, "", `, (${found}) => import(${found}`);
    splice.wrap(node, "", ")");
  }

  get variableName(): string {
    return `${this.#instruments.names.outside}_from`;
  }

  #redirect(source: Literal, resolved: string): void {
    if (resolved !== source.value) this.#instruments.splice.replace(source, JSON.stringify(resolved));
  }
}

export function missingPackage(specifier: string, position?: SourcePosition): Diagnostic {
  const name = npmPackageOf(specifier);
  return problem("program/missing-package", {
    detail: `${JSON.stringify(specifier)} is imported, but the package ${JSON.stringify(name)} is not installed where the importing file can find it.`,
    hint: `Install it:\n    npm install ${name}`,
    ...(position && { position: positionIn(position) }),
  });
}

function positionIn({ file, line, column }: SourcePosition): SourcePosition {
  return { file, line, column };
}
