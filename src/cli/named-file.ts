import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { DiagnosticError } from "../model/index.js";
import { problem } from "./diagnostics.js";

/** A file that someone named on the command line; as `-`, what is handed over on standard input. */
export function readNamedFile(name: string): Uint8Array {
  if (name === "-") return attempt("Standard input", "read", () => readFileSync(0));
  const file = resolve(name);
  return attempt(file, "read", () => readFileSync(file));
}

/** For the eyes of the user alone: it may be sealed, and still is nobody else's. */
export function writeNamedFile(file: string, content: Uint8Array): void {
  attempt(file, "written", () => writeFileSync(file, content, { mode: 0o600 }));
}

/** For everyone: nothing in it is secret. */
export function writePublicFile(file: string, content: string): void {
  attempt(file, "written", () => writeFileSync(file, content));
}

function attempt<Result>(file: string, how: "read" | "written", work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    // Node says once more what it did to which file.
    const why = (error instanceof Error ? error.message : String(error)).replace(/, \w+( '.*')?$/s, "");
    throw new DiagnosticError(
      problem("cli/unreadable-file", {
        detail: `${file} cannot be ${how}: ${why}.`,
        hint: "Check the name; it is taken from the folder that coco was started in.",
      }),
    );
  }
}
