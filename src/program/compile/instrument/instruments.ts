import type { AnyNode } from "acorn";
import type { CompiledTables, Construct } from "../../../sdk/internal.js";
import { OriginalPositions } from "./original-positions.js";
import type { SourceMap } from "../source-map.js";
import { Splice, type Range } from "./splice.js";

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** `<package>:<path from its root, no extension>`. */
  readonly module: string;
  /** The package and module parts of the types that its classes declare. */
  readonly typePrefix: string;
}

/** The state of one instrumentation: the facts about the compiled program, and the changes to make in it. */
export class Instruments {
  readonly text: string;
  readonly files: readonly SourceFile[];
  readonly origin: OriginalPositions;
  readonly splice = new Splice();
  /** The names of the functions of the SDK's `loader.ts` in this program. */
  readonly names: Readonly<Record<HelperName, string>>;
  readonly conditions: CompiledTables["conditions"][number][] = [];
  readonly sites: CompiledTables["sites"][number][] = [];
  readonly #unwatched: ReadonlySet<number>;
  readonly #guarded = new Set<AnyNode>();

  constructor(text: string, map: SourceMap, files: readonly SourceFile[]) {
    this.text = text;
    this.files = files;
    this.origin = new OriginalPositions(
      text,
      map,
      files.map((file) => file.text),
    );
    this.names = helperNames(text);
    this.#unwatched = new Set(files.flatMap((file, index) => (pragma.test(file.text) ? [index] : [])));
  }

  textOf({ start, end }: Range): string {
    return this.text.slice(start, end);
  }

  /** Returns the offset of the next occurrence of a token. Only parentheses and spaces may be in between. */
  find(token: string, from: number): number {
    return this.text.indexOf(token, from);
  }

  /** Returns the offset of the last occurrence of a token. Only spaces may be in between. */
  findBack(token: string, before: number): number {
    return this.text.lastIndexOf(token, before - 1);
  }

  /** Passes the value of the expression through a helper. */
  watch(node: AnyNode, helper: HelperName, construct: Construct): void {
    const index = this.conditionAt(node, construct);
    if (index !== undefined) this.splice.wrap(node, `${this.names[helper]}((`, `), ${index})`);
  }

  /** Guards the expression. If two constructs guard the same expression, the outer one is reported. */
  guard(node: AnyNode, construct: Construct): void {
    if (this.#guarded.has(node)) return;
    this.#guarded.add(node);
    const index = this.conditionAt(node, construct);
    if (index !== undefined) this.splice.wrap(node, `${this.names.condition}(`, `, ${index})`);
  }

  /** Returns the text of the guarded expression. */
  guarded(node: AnyNode, construct: Construct): string | undefined {
    const index = this.conditionAt(node, construct);
    return index === undefined ? undefined : `${this.names.condition}(${this.textOf(node)}, ${index})`;
  }

  /** Returns undefined for code that the compiler added, and in modules that opted out. */
  conditionAt({ start }: Range, construct: Construct): number | undefined {
    const place = this.origin.place(start);
    if (place === undefined || this.#unwatched.has(place.file)) return undefined;
    return this.conditions.push([place.file, place.line, place.column, construct]) - 1;
  }
}

const helpers = [
  "condition",
  "method",
  "mapping",
  "length",
  "given",
  "each",
  "last",
  "none",
  "construct",
  "owner",
  "key",
  "declare",
  "meta",
  "outside",
] as const;

export type HelperName = (typeof helpers)[number];

function helperNames(text: string): Record<HelperName, string> {
  let prefix = "$coconut_";
  while (text.includes(prefix)) prefix += "_";
  return Object.fromEntries(helpers.map((name) => [name, prefix + name])) as Record<HelperName, string>;
}

/** Opts a module out. It must be on its own line. */
const pragma = /^[ \t]*\/\/[ \t]*@coconut-conditions[ \t]+off[ \t]*\r?$/m;
