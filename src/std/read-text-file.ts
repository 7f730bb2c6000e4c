import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/**
 * The text of a file that people write and tools keep, without the mark that Windows puts at its beginning. Throws if
 * it is no file, so large that it is none of these, or not UTF-8: what is not text would not come back as it was.
 * Reading a pipe might never end, and is not begun.
 */
export function readTextFile(path: string, { mark = "dropped", largest = usual }: TextReading = {}): string {
  const file = openSync(path, constants.O_RDONLY | waitForNobody);
  try {
    const status = fstatSync(file);
    if (!status.isFile())
      throw new Error(status.isDirectory() ? "it is a folder" : "it is a pipe or a device, and no file");
    if (status.size > largest)
      throw new Error(`it has ${status.size} bytes, and such a file has at most ${largest}`);
    return textOfBytes(readFileSync(file), mark);
  } finally {
    closeSync(file);
  }
}

export interface TextReading {
  /** Whether the byte order mark stays, for a text that is written back. */
  readonly mark?: "dropped" | "kept";
  /** In bytes. */
  readonly largest?: number;
}

const usual = 16 * 1024 * 1024;

/** A pipe without a writer would keep whoever opens it. Windows has no such flag, and no such pipes. */
const waitForNobody = constants.O_NONBLOCK ?? 0;

/** The same of bytes that are there already. */
export function textOfBytes(bytes: Uint8Array, mark: TextReading["mark"] = "dropped"): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: mark === "kept" }).decode(bytes);
  } catch {
    throw new Error("it is not text in UTF-8");
  }
}
