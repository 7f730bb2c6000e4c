import { closeSync, existsSync, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { databaseOf, DiagnosticError } from "../model/index.js";
import { isGuarded } from "../std/guarded-files.js";
import { textOfBytes } from "../std/read-text-file.js";
import { shortenMiddle } from "../std/shorten-text.js";
import { writeWholeFile } from "../std/write-whole-file.js";
import { problem } from "./diagnostics.js";

/** A file that someone named on the command line; as `-`, what is handed over on standard input. */
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

/** The same for what has to be text. Bytes that are none would come out as something else than the file says. */
export function readNamedText(name: string): string {
  const bytes = readNamedFile(name);
  return attempt(name === "-" ? "Standard input" : resolve(name), "read", () => textOfBytes(bytes));
}

/** A pipe is as good as a file; what has no end is not. No text is longer than the largest. */
function wholeOf(file: number): Uint8Array {
  const status = fstatSync(file);
  if (status.isCharacterDevice() && !isTerminal(file)) throw new Error("it is a device, and no file");
  if (status.size > largest) throw new Error(`it has ${status.size} bytes, and ${largest} is the most`);
  return readFileSync(file);
}

function isTerminal(file: number): boolean {
  // Loaded when it is asked: every command has this file.
  return process.getBuiltinModule("node:tty").isatty(file);
}

const largest = 2 ** 29 - 24;

/** For the eyes of the user alone: it may be sealed, and still is nobody else's. */
export function writeNamedFile(file: string, content: Uint8Array): void {
  attempt(file, "written", () => write(file, content, 0o600));
}

/** For everyone: nothing in it is secret. */
export function writePublicFile(file: string, content: string): void {
  attempt(file, "written", () => write(file, content));
}

/** Not over the state of a stack, whether it is open here or not. */
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
    // Node says once more what it did to which file.
    const why = (error instanceof Error ? error.message : String(error)).replace(/, \w+( '.*')?$/s, "");
    throw new DiagnosticError(
      problem("cli/unreadable-file", {
        detail: `${shortenMiddle(file, 4096)} cannot be ${how}: ${why}.`,
        hint: "Check the name; it is taken from the folder that coco was started in.",
      }),
    );
  }
}
