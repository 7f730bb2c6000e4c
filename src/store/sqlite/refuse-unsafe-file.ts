import { chmodSync, lstatSync } from "node:fs";
import { DiagnosticError } from "../../model/index.js";
import { shellWord } from "../../std/shell-word.js";
import { problem } from "../diagnostics.js";
import { notAStack } from "./sqlite-problem.js";

/**
 * Throws for a file that another user could have planted or can modify. The file of a stack and SQLite's files next to
 * it must not be links, because SQLite would write to or create their targets. If this user owns a file that everyone
 * can write, its permissions are corrected. A file system without permissions, where chmod has no effect, is accepted.
 */
export function refuseUnsafeFile(path: string, chmod: typeof chmodSync = chmodSync): void {
  const found = suffixes.flatMap((suffix) => {
    const status = lstatSync(`${path}${suffix}`, { throwIfNoEntry: false });
    return status === undefined ? [] : [{ file: `${path}${suffix}`, status }];
  });
  const link = found.find(({ status }) => status.isSymbolicLink());
  if (link !== undefined)
    throw notAStack(
      link.file,
      "it is a symbolic link; to use a store in another folder, set it in coconut.json",
    );
  if (process.platform === "win32") return;
  for (const { file, status } of found) if ((status.mode & 0o002) !== 0) close(file, status.mode, chmod);
}

const suffixes = ["", "-wal", "-shm", "-journal", "-lock", "-lock-journal"];

function close(file: string, mode: number, chmod: typeof chmodSync): void {
  try {
    chmod(file, mode & 0o770);
  } catch {
    throw new DiagnosticError(
      problem("store/exposed", {
        detail: `Every user of this machine can write to ${file}, and it belongs to another user. Nothing was read.`,
        hint: `Ask the owner to restrict its permissions:\nchmod 600 ${shellWord(file)}`,
      }),
    );
  }
}

/** Whether a path exists, including a broken link. */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
