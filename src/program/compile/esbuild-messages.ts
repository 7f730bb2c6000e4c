import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Diagnostic, SourcePosition } from "../../model/index.js";
import { problem } from "./diagnostics.js";
import { isTypingsImport, missingTypings } from "./missing-typings.js";

/**
 * Parses the compiler's messages from its text output: a heading, then the position indented by four spaces, then the
 * source line indented by six. Notes follow, indented by two. Paths are relative to the folder in which the compiler
 * ran, and columns are bytes counted from zero.
 */
export function esbuildMessages(text: string, folder: string): Diagnostic[] {
  // The compiler reads files in parallel and reports them in any order.
  return readMessages(text, folder).sort((a, b) => compare(a.position, b.position));
}

function compare(a: SourcePosition | undefined, b: SourcePosition | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

function readMessages(text: string, folder: string): Diagnostic[] {
  return text.split(/^(?=\S+ \[(?:ERROR|WARNING)\] )/m).flatMap((block) => {
    const [, severity, heading] = /^\S+ \[(ERROR|WARNING)\] (.*)/.exec(block) ?? [];
    if (severity === undefined || heading === undefined) return [];
    const message = heading.replace(/ \[[a-z-]+\]$/, "");
    const position = placeIn(block, folder);
    const missing = /^Could not resolve "([^"]+)"/.exec(message)?.[1];
    if (missing !== undefined && isTypingsImport(missing))
      return missingTypings(missing, !block.includes('is not defined in this "imports" map'), position);
    const about = {
      detail: message.replace(/([^.!?])$/, "$1."),
      ...(position && { position }),
    };
    return severity === "ERROR"
      ? problem("program/compile-error", { ...about, hint: hintFor(message) })
      : problem("program/compile-warning", {
          ...about,
          severity: "warning",
          hint: "The program runs anyway. Correct the line to remove the warning.",
        });
  });
}

function placeIn(block: string, folder: string): SourcePosition | undefined {
  const [, file, line, column] = /^ {4}(\S.*):(\d+):(\d+):$/m.exec(block) ?? [];
  if (file === undefined) return undefined;
  const path = resolve(folder, file);
  const text = Buffer.from(lineOf(path, Number(line)));
  return { file: path, line: Number(line), column: text.subarray(0, Number(column)).toString().length + 1 };
}

function lineOf(path: string, line: number): string {
  try {
    return readFileSync(path, "utf8").split("\n")[line - 1] ?? "";
  } catch {
    return "";
  }
}

function hintFor(message: string): string {
  if (/^No matching export in "(?:.*\/)?\.coconut\/tf\//.test(message))
    return "The Terraform provider has no such type, or its modules are older than the provider. Generate them again:\n    coco provider install";
  return message.startsWith("Could not resolve")
    ? "Correct the path. Paths are relative to the importing file, or use a path mapping of its tsconfig.json."
    : "Correct the line. An editor with TypeScript support shows the same error.";
}
