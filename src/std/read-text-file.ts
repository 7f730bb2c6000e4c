import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/**
 * Returns the text of a file without its byte order mark. Throws if it is not a regular file, is too large, or is not
 * valid UTF-8, because such content could not be written back unchanged. A pipe is not read, because that might never
 * end.
 */
export function readTextFile(path: string, { mark = "dropped", largest = usual }: TextReading = {}): string {
  const file = openSync(path, constants.O_RDONLY | waitForNobody);
  try {
    const status = fstatSync(file);
    if (!status.isFile())
      throw new Error(
        status.isDirectory() ? "it is a folder" : "it is a pipe or a device, not a regular file",
      );
    if (status.size > largest) throw new Error(`it has ${status.size} bytes; the maximum is ${largest}`);
    return textOfBytes(readFileSync(file), mark);
  } finally {
    closeSync(file);
  }
}

export interface TextReading {
  /** Whether to keep the byte order mark, for a text that is written back. */
  readonly mark?: "dropped" | "kept";
  /** In bytes. */
  readonly largest?: number;
}

const usual = 16 * 1024 * 1024;

/** Opening a pipe without a writer would block. Windows has neither this flag nor such pipes. */
const waitForNobody = constants.O_NONBLOCK ?? 0;

/** Decodes bytes like `readTextFile`. */
export function textOfBytes(bytes: Uint8Array, mark: TextReading["mark"] = "dropped"): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: mark === "kept" }).decode(bytes);
  } catch {
    throw new Error("it is not valid UTF-8 text");
  }
}
