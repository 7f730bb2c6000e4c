import { closeSync, existsSync, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { databaseOf, DiagnosticError } from "../model/index.js";
import { isGuarded } from "../std/guarded-files.js";
import { textOfBytes } from "../std/read-text-file.js";
import { shortenMiddle } from "../std/shorten-text.js";
import { writeWholeFile } from "../std/write-whole-file.js";
import { problem } from "./diagnostics.js";

/** Reads a file that was given on the command line; `-` reads standard input. */
export function readNamedFile(name: string): Uint8Array {
  if (name === "-") return attempt("Standard input", "read", () => wholeOf(0));
  const path = resolve(name);
  return attempt(path, "read", () => {
    if (isGuarded(path)) throw new Error(stateFile);
    const file = openSync(path, "r");
    try {
      return wholeOf(file);
    } finally {
      closeSync(file);
    }
  });
}

/** Reads a file as UTF-8 text. Throws if it contains invalid bytes, which would otherwise be replaced silently. */
export function readNamedText(name: string): string {
  const bytes = readNamedFile(name);
  return attempt(name === "-" ? "Standard input" : resolve(name), "read", () => textOfBytes(bytes));
}

/** Reads a file or pipe to its end. Refuses devices, which may be endless, and files larger than the longest string. */
function wholeOf(file: number): Uint8Array {
  const status = fstatSync(file);
  if (status.isCharacterDevice() && !isTerminal(file)) throw new Error("it is a device, not a file");
  if (status.size > largest) throw new Error(`it has ${status.size} bytes; the maximum is ${largest}`);
  return readFileSync(file);
}

function isTerminal(file: number): boolean {
  // Loaded on use: every command loads this file.
  return process.getBuiltinModule("node:tty").isatty(file);
}

const largest = 2 ** 29 - 24;

/** Writes a file that only the user can read, even if its secrets are encrypted. */
export function writeNamedFile(file: string, content: Uint8Array): void {
  attempt(file, "written", () => write(file, content, 0o600));
}

/** Writes a file that anyone may read. It must not contain secrets. */
export function writePublicFile(file: string, content: string): void {
  attempt(file, "written", () => write(file, content));
}

/** Writes a file. Refuses to overwrite the state of a stack, whether or not this process has it open. */
function write(file: string, content: string | Uint8Array, mode?: number): void {
  const found = existsSync(file) ? realpathSync(file) : file;
  const database = databaseOf(basename(found));
  const isState = database !== undefined && existsSync(join(dirname(found), `${database}-lock`));
  if (isState || isGuarded(found)) throw new Error(stateFile);
  writeWholeFile(file, content, mode);
}

const stateFile = "it is a state file of a stack";

function attempt<Result>(file: string, how: "read" | "written", work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    // Removes the system call and path that Node appends to the message.
    const why = (error instanceof Error ? error.message : String(error)).replace(/, \w+( '.*')?$/s, "");
    throw new DiagnosticError(
      problem("cli/file-access", {
        detail: `${shortenMiddle(file, 4096)} cannot be ${how}: ${why}.`,
        hint: "Check the path. It is relative to the folder that coco was started in, also with -C.",
      }),
    );
  }
}
