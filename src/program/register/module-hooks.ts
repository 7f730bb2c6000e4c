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

/** What Node was given for a module by whoever loads it. */
export interface LoadedSource {
  readonly format?: string | null | undefined;
  readonly source?: unknown;
}

/** What is done when Node resolves and loads modules, on whichever thread; Node waits for all of it. */
export class ModuleHooks {
  readonly #texts: ModuleTexts;

  constructor(settings: ModuleTextSettings) {
    this.#texts = new ModuleTexts(settings);
  }

  /** What Node finds by itself is what is meant; then what would be found by the compiler. Throws the error if nothing is. */
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

  /** The module if it is TypeScript, of whichever package, as it is for `coco`. CommonJS in TypeScript is left to Node. */
  compiled(url: string): { readonly format: "module"; readonly source: string } | undefined {
    const file = fileOf(url);
    if (file === undefined || !isTypeScript(file) || file.endsWith(".cts")) return undefined;
    try {
      return { format: "module", source: compileModule(file) };
    } catch (error) {
      throw isDiagnosticError(error) ? readable(error) : error;
    }
  }

  /** The text of an ES module, if it is to be another one. */
  module(url: string, { format, source }: LoadedSource): string | undefined {
    const file = fileOf(url);
    if (file === undefined || format !== "module" || source === null || source === undefined)
      return undefined;
    return this.#texts.instrumented(file, textOf(source), "module");
  }

  /** The text of what is required. Without a format, Node finds out by trying, and so do we. */
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

/** The query that someone put behind a file does not change what it is. */
function fileOf(url: string | undefined): string | undefined {
  return url?.startsWith("file:") === true ? fileURLToPath(url.replace(/[?#].*$/s, "")) : undefined;
}

/** The line itself, which nobody else shows here. */
function lineAt({ file, line }: SourcePosition): string {
  try {
    const text = readFileSync(file, "utf8").split("\n")[line - 1]?.trim() ?? "";
    return text === "" ? "" : `\n    ${text}`;
  } catch {
    return "";
  }
}

/** Node prints the stack of what is thrown here: it leads to the line that is wrong, not to how we came to find it. */
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
