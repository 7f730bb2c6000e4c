import { chmodSync, lstatSync } from "node:fs";
import { DiagnosticError } from "../../model/index.js";
import { shellWord } from "../../std/shell-word.js";
import { problem } from "../diagnostics.js";
import { notAStack } from "./sqlite-problem.js";

/**
 * What somebody else could have put there, or can change at any time. The file of a stack and what SQLite keeps beside it
 * are no links: SQLite would write, or make, what they lead to. What everybody may write is closed to others by whoever
 * owns it; a file system without rights, where that has no effect, is taken as it is.
 */
export function refuseUnsafeFile(path: string, chmod: typeof chmodSync = chmodSync): void {
  const found = suffixes.flatMap((suffix) => {
    const status = lstatSync(`${path}${suffix}`, { throwIfNoEntry: false });
    return status === undefined ? [] : [{ file: `${path}${suffix}`, status }];
  });
  const link = found.find(({ status }) => status.isSymbolicLink());
  if (link !== undefined)
    throw notAStack(link.file, "it is a link; a store elsewhere is named in coconut.json");
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
        detail: `Everybody on this machine may write ${file}, and it is not yours to change that. Nothing was read.`,
        hint: `Let its owner take the rights away:\nchmod 600 ${shellWord(file)}`,
      }),
    );
  }
}

/** Whether a path leads to something, be it a link to nothing. */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
