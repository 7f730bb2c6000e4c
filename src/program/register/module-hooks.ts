import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  isDiagnosticError,
  printPosition,
  type DiagnosticError,
  type SourcePosition,
} from "../../model/index.js";
import { compileModule } from "../compile/compile-module.js";
import { isTypeScript } from "../compile/find-package.js";
import { ModuleTexts, type Instrumenting, type ModuleTextSettings } from "../compile/module-texts.js";
import { sourceCandidates } from "../compile/source-candidates.js";

/** The source of a module as an earlier loader returned it. */
export interface LoadedSource {
  readonly format?: string | null | undefined;
  readonly source?: unknown;
}

/** The steps when Node resolves and loads modules, on any thread. All are synchronous. */
export class ModuleHooks {
  readonly #texts: ModuleTexts;

  constructor(settings: ModuleTextSettings) {
    this.#texts = new ModuleTexts(settings);
  }

  /**
   * Returns the specifier that the compiler would find after Node has failed to resolve one. Throws the error if there
   * is none.
   */
  specifierAfter(error: unknown, specifier: string, parentUrl: string | undefined): string {
    const { code } = error as { readonly code?: unknown };
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "ERR_UNSUPPORTED_DIR_IMPORT") throw error;
    const parent = fileOf(parentUrl);
    if (parent === undefined || !(isTypeScript(parent) || this.#texts.kindOf(parent) !== undefined))
      throw error;
    const found = sourceCandidates(specifier).find((each) => existsSync(new URL(each, parentUrl)));
    if (found === undefined) throw error;
    return found;
  }

  /** Returns a TypeScript module of any package, compiled as `coco` does. CommonJS in TypeScript is left to Node. */
  compiled(url: string): { readonly format: "module"; readonly source: string } | undefined {
    const file = fileOf(url);
    if (file === undefined || !isTypeScript(file) || file.endsWith(".cts")) return undefined;
    try {
      return { format: "module", source: compileModule(file) };
    } catch (error) {
      throw isDiagnosticError(error) ? readable(error) : error;
    }
  }

  /** Returns the instrumented text of an ES module, or undefined if it stays unchanged. */
  module(url: string, { format, source }: LoadedSource): string | undefined {
    const file = fileOf(url);
    if (file === undefined || format !== "module" || source === null || source === undefined)
      return undefined;
    return this.#texts.instrumented(file, textOf(source), "module");
  }

  /** Returns the text of a required module. Without a format, Node detects it by trying, and this does the same. */
  required(file: string, text: string, format: string | undefined): string {
    if (format !== undefined && format !== "commonjs" && format !== "module") return text;
    const first = this.#texts.instrumented(file, text, format ?? "commonjs");
    return first !== text || format !== undefined || !isModuleSyntax.test(text)
      ? first
      : this.#texts.instrumented(file, text, "module");
  }

  kindOf(file: string): Instrumenting {
    return this.#texts.kindOf(file);
  }
}

const isModuleSyntax = /^\s*(?:import|export)\b/m;

function textOf(source: unknown): string {
  return typeof source === "string" ? source : Buffer.from(source as Uint8Array).toString("utf8");
}

/** Returns the file of a URL. A query after the file name is ignored. */
function fileOf(url: string | undefined): string | undefined {
  return url?.startsWith("file:") === true ? fileURLToPath(url.replace(/[?#].*$/s, "")) : undefined;
}

/** Returns the source line, which nothing else shows here. */
function lineAt({ file, line }: SourcePosition): string {
  try {
    const text = readFileSync(file, "utf8").split("\n")[line - 1]?.trim() ?? "";
    return text === "" ? "" : `\n    ${text}`;
  } catch {
    return "";
  }
}

/** Returns an error whose stack points at the faulty line instead of this code: Node prints that stack. */
function readable({ diagnostics }: DiagnosticError): SyntaxError {
  const told = diagnostics.map(({ position, detail, hint = "" }) => {
    const place = position && printPosition(position);
    return {
      place,
      text: place === undefined ? `${detail}\n${hint}` : `${place}: ${detail}${lineAt(position!)}`,
    };
  });
  const error = new SyntaxError(told.map(({ text }) => text).join("\n"));
  const frames = told.flatMap(({ place }) => (place === undefined ? [] : [`    at ${place}`]));
  error.stack = [`${error.name}: ${error.message}`, ...frames].join("\n");
  return error;
}
