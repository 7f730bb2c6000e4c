import { createHash } from "node:crypto";
import { mkdir, open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { DiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import type { KeySource } from "../ports.js";

export interface KeyFile {
  /** Derived from the key, so that another key in its place is recognised. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** Writes a key to the file that is for it; if there is one already, that is the key. */
export async function makeKeyFile(source: KeySource, bytes: Buffer): Promise<KeyFile> {
  const path = source.keyFile(idOf(bytes));
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(`${header}${bytes.toString("base64")}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    return { id: idOf(bytes), bytes };
  } catch (error) {
    if ((error as { code?: unknown }).code === "EEXIST") return load(path);
    throw missing(path, error);
  }
}

export async function readKeyFile(id: string, source: KeySource): Promise<Buffer> {
  const path = source.keyFile(id);
  const found = await load(path);
  if (found.id === id) return found.bytes;
  throw new DiagnosticError(
    problem("store/key-wrong", {
      detail: `The stack was sealed with key ${id}, but ${path} holds key ${found.id}.`,
      hint: "Put the right file there, or name it:\nCOCONUT_KEY_FILE=…",
    }),
  );
}

const header = "coconut-key-1 ";

async function load(path: string): Promise<KeyFile> {
  const text = await read(path);
  const bytes = Buffer.from(text.slice(header.length).trim(), "base64");
  if (text.startsWith(header) && bytes.length === 32) return { id: idOf(bytes), bytes };
  throw new DiagnosticError(
    problem("store/key-wrong", {
      detail: `${path} is not a key file of Coconut's, or was cut short.`,
      hint: "Restore it from a backup, or name another file:\nCOCONUT_KEY_FILE=…",
    }),
  );
}

async function read(path: string): Promise<string> {
  let file;
  try {
    file = await open(path, "r");
    const { mode } = await stat(path);
    if (process.platform !== "win32" && (mode & 0o077) !== 0) throw exposed(path);
    return await file.readFile("utf8");
  } catch (error) {
    throw error instanceof DiagnosticError ? error : missing(path, error);
  } finally {
    await file?.close();
  }
}

function exposed(path: string): DiagnosticError {
  return new DiagnosticError(
    problem("store/key-exposed", {
      detail: `Others on this machine may read ${path}, and with it every secret that it protects.`,
      hint: `Take their rights away:\nchmod 600 ${path}`,
    }),
  );
}

function missing(path: string, error: unknown): DiagnosticError {
  const reason = error instanceof Error ? error.message : String(error);
  return new DiagnosticError(
    problem("store/key-missing", {
      detail: `The key file ${path} cannot be used: ${reason}.`,
      hint: "Copy it from the machine where the stack was made, or name another file:\nCOCONUT_KEY_FILE=…",
    }),
  );
}

function idOf(bytes: Buffer): string {
  return createHash("sha256").update("coconut key file").update(bytes).digest("hex").slice(0, 16);
}
