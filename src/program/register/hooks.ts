import { existsSync, readFileSync } from "node:fs";
import type { LoadHook, ResolveHook } from "node:module";
import { fileURLToPath } from "node:url";
import {
  isDiagnosticError,
  printPosition,
  type DiagnosticError,
  type SourcePosition,
} from "../../model/index.js";
import { compileModule } from "../load/compile-module.js";
import { sourceCandidates } from "./source-candidates.js";

/** What Node finds by itself is what is meant; then what would be found by the compiler. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "ERR_UNSUPPORTED_DIR_IMPORT") throw error;
    const { parentURL } = context;
    if (parentURL === undefined || !isAuthors(parentURL)) throw error;
    const found = sourceCandidates(specifier).find((each) => existsSync(new URL(each, parentURL)));
    if (found === undefined) throw error;
    return nextResolve(found, context);
  }
};

export const load: LoadHook = async (url, context, nextLoad) => {
  if (!isAuthors(url) || !isTypeScript.test(new URL(url).pathname)) return nextLoad(url, context);
  try {
    return { format: "module", source: await compileModule(fileURLToPath(url)), shortCircuit: true };
  } catch (error) {
    throw isDiagnosticError(error) ? readable(error) : error;
  }
};

const isTypeScript = /\.m?tsx?$/;

/** Packages are published as JavaScript. */
function isAuthors(url: string): boolean {
  return url.startsWith("file:") && !url.includes("/node_modules/");
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
