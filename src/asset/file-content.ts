import { constants } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";
import { DiagnosticError } from "../model/index.js";
import { isGuarded } from "../std/guarded-files.js";
import type { ReadContext } from "./asset-options.js";
import { collect, type Content } from "./content.js";
import { problem } from "./diagnostics.js";
import { fileProblem } from "./file-problem.js";

/**
 * Returns the content of a regular file, which is read on demand. The size is fixed now: a file that turns out to be
 * shorter or longer is refused, because its hash would not describe any version of the file.
 */
export async function fileContent(path: string, reading: ReadContext): Promise<Content> {
  const status = await stat(path).catch((error: unknown) => {
    throw fileProblem(error, path);
  });
  if (!status.isFile()) throw notAFile(path, status.isDirectory());
  if (isGuarded(path)) throw stateFile(path);
  const { size } = status;
  const chunks = () => fileChunks(path, size, reading.signal);
  return {
    size,
    held: false,
    chunks,
    async read() {
      if (size > reading.limits.bytes) throw tooLarge(path, size, reading.limits.bytes);
      return collect(chunks(), size);
    },
  };
}

const chunkSize = 256 * 1024;

async function* fileChunks(path: string, size: number, signal: AbortSignal | undefined) {
  signal?.throwIfAborted();
  // Checked again, because the store may have been opened since.
  if (isGuarded(path)) throw stateFile(path);
  const file = await openRegular(path);
  try {
    let total = 0;
    for (;;) {
      signal?.throwIfAborted();
      // A new buffer for each turn, because the receiver may keep it.
      const buffer = new Uint8Array(Math.min(chunkSize, size - total + 1));
      const { bytesRead } = await file.read(buffer, 0, buffer.length).catch((error: unknown) => {
        throw fileProblem(error, path);
      });
      if (bytesRead === 0) break;
      total += bytesRead;
      if (total > size) throw changed(path);
      yield buffer.subarray(0, bytesRead);
    }
    if (total !== size) throw changed(path);
  } finally {
    await file.close();
  }
}

/** Opens without blocking: if a pipe has replaced the file, an ordinary open would wait forever. */
async function openRegular(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: unknown) => {
    throw fileProblem(error, path);
  });
  const status = await file.stat();
  if (status.isFile()) return file;
  await file.close();
  throw notAFile(path, status.isDirectory());
}

function notAFile(path: string, isDirectory: boolean): DiagnosticError {
  return new DiagnosticError(
    problem("asset/not-a-regular-file", {
      detail: `${path} is ${isDirectory ? "a folder" : "a device, a pipe or a socket"}.`,
      hint: isDirectory
        ? "Use an archive for a folder, or name a file inside it."
        : "Name a regular file, or remove it from the archived folder.",
    }),
  );
}

function stateFile(path: string): DiagnosticError {
  return new DiagnosticError(
    problem("asset/state-file", {
      detail: `${path} contains the state of a stack that this process has open. Reading it would release the locks on it.`,
      hint: "Use another file. To get a copy of the state, run:\n    coco stack export --out state.json",
    }),
  );
}

function changed(path: string): DiagnosticError {
  return new DiagnosticError(
    problem("asset/file-changed", {
      detail: `The size of ${path} changed while Coconut read it.`,
      hint: "Wait until the program that writes the file has finished, then run again.",
    }),
  );
}

function tooLarge(path: string, size: number, limit: number): DiagnosticError {
  return new DiagnosticError(
    problem("asset/too-large", {
      detail: `${path} has ${size} bytes. The limit is ${limit} bytes.`,
      hint: "Use a smaller file, or split it.",
    }),
  );
}
