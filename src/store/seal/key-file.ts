import { createHash } from "node:crypto";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DiagnosticError } from "../../model/index.js";
import { tidyBeside } from "../../std/file-beside.js";
import { isWithin } from "../../std/is-within.js";
import { shellWord } from "../../std/shell-word.js";
import { readTextFile } from "../../std/read-text-file.js";
import { writeNewFile } from "../../std/write-whole-file.js";
import { problem } from "../diagnostics.js";
import type { KeySource } from "../ports.js";

export interface KeyFile {
  /** Derived from the key, so that a different key in the same file is detected. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** Writes a key to its file. If the file exists, its key is used instead. */
export function makeKeyFile(source: KeySource, bytes: Buffer): KeyFile {
  const path = source.keyFile(idOf(bytes));
  refuseInProject(path, source.projectFolder);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if (!writeNewFile(path, `${header}${bytes.toString("base64")}\n`, 0o600)) return load(path);
    return { id: idOf(bytes), bytes };
  } catch (error) {
    throw error instanceof DiagnosticError ? error : missing(path, error);
  }
}

/** An existing key in the project is used: someone put it there on purpose. */
function refuseInProject(path: string, folder: string | undefined): void {
  if (folder === undefined || dirname(resolve(folder)) === resolve(folder)) return;
  if (!isWithin(folder, path) || existsSync(path)) return;
  throw new DiagnosticError(
    problem("store/key-in-project", {
      detail: `The key file would be created at ${path}, inside the project ${folder}. Anyone who gets a copy of the project would also get the key to its secrets.`,
      hint: "Keep the key outside the project:\nCOCONUT_KEY_FILE=/path/outside/the/project/key\nThe default is $XDG_CONFIG_HOME/coconut/keys or ~/.config/coconut/keys. A passphrase needs no file:\nCOCONUT_PASSPHRASE=…",
    }),
  );
}

export function readKeyFile(id: string, source: KeySource): Buffer {
  const path = source.keyFile(id);
  const found = load(path);
  if (found.id === id) return found.bytes;
  throw new DiagnosticError(
    problem("store/key-wrong", {
      detail: `The stack is encrypted with key ${id}, but ${path} contains key ${found.id}.`,
      hint: "Put the right key file there, or specify its path:\nCOCONUT_KEY_FILE=…",
    }),
  );
}

const header = "coconut-key-1 ";

function load(path: string): KeyFile {
  const text = read(path);
  const bytes = Buffer.from(text.slice(header.length).trim(), "base64");
  if (text.startsWith(header) && bytes.length === 32) return { id: idOf(bytes), bytes };
  throw new DiagnosticError(
    problem("store/key-wrong", {
      detail: `${path} is not a Coconut key file, or is truncated.`,
      hint: "Restore it from a backup, or specify another file:\nCOCONUT_KEY_FILE=…",
    }),
  );
}

function read(path: string): string {
  try {
    const text = readTextFile(path, { largest: 4096 });
    const { mode, nlink } = statSync(path);
    if (nlink > 1) tidyBeside(path);
    if (process.platform !== "win32" && (mode & 0o077) !== 0) throw exposed(path);
    return text;
  } catch (error) {
    throw error instanceof DiagnosticError ? error : missing(path, error);
  }
}

function exposed(path: string): DiagnosticError {
  return new DiagnosticError(
    problem("store/key-exposed", {
      detail: `Other users of this machine can read ${path}, and can decrypt every secret that it protects.`,
      hint: `Restrict its permissions:\nchmod 600 ${shellWord(path)}`,
    }),
  );
}

function missing(path: string, error: unknown): DiagnosticError {
  const reason = error instanceof Error ? error.message : String(error);
  return new DiagnosticError(
    problem("store/key-missing", {
      detail: `The key file ${path} cannot be used: ${reason}.`,
      hint: "Copy it from the machine where the stack was created, or specify another file:\nCOCONUT_KEY_FILE=…",
    }),
  );
}

function idOf(bytes: Buffer): string {
  return createHash("sha256").update("coconut key file").update(bytes).digest("hex").slice(0, 16);
}
