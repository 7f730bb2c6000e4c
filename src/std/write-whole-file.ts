import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { isGuarded } from "./guarded-files.js";
import { pathBeside, placeNewFile, syncFolder, tidyBeside } from "./file-beside.js";

/**
 * Replaces a file atomically and durably: concurrent readers, or readers after a crash, find the old content or all of
 * the new one. A link stays a link, even a broken one, and permissions are kept; `mode` is for a new file. A pipe or
 * terminal, or a file descriptor such as `/dev/stdout`, is written to directly.
 */
export function writeWholeFile(path: string, content: string | Uint8Array, mode = 0o666): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) return writeFileSync(path, content);
  if (isGuarded(path)) throw new Error("this process has it open as a database");
  const target = fileBehind(path);
  if (typeof target === "number") return writeFileSync(target, content);
  if (found !== undefined) accessSync(target, constants.W_OK);
  withFileBeside(target, content, { mode, keep: found?.mode }, (beside) => renameSync(beside, target));
  syncFolder(dirname(target));
}

/**
 * Writes a new file atomically; returns false if the path exists. Of two concurrent writers one succeeds, and both find
 * a complete file.
 */
export function writeNewFile(path: string, content: string | Uint8Array, mode = 0o666): boolean {
  return withFileBeside(path, content, { mode }, (beside) => placeNewFile(beside, path));
}

/** Returns the target of a path's links; the file descriptor if they lead to one. */
export function fileBehind(path: string): string | number {
  const number = openFile.exec(path)?.[1];
  if (number !== undefined) return Number(number);
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path;
  return fileBehind(resolve(realpathSync(dirname(path)), readlinkSync(path)));
}

const openFile = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/;

function withFileBeside<Result>(
  path: string,
  content: string | Uint8Array,
  rights: { readonly mode: number; readonly keep?: number | undefined },
  place: (beside: string) => Result,
): Result {
  const beside = pathBeside(path);
  try {
    const file = saying("its folder is not writable, so no replacement can be created there", () =>
      openSync(beside, "wx", rights.mode),
    );
    try {
      writeFileSync(file, content);
      if (rights.keep !== undefined) fchmodSync(file, rights.keep & 0o777);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return saying("it cannot be replaced: it is a mount point, in use, or belongs to another user", () =>
      place(beside),
    );
  } finally {
    rmSync(beside, { force: true });
    tidyBeside(path);
  }
}

/** A user who can write a file may not be able to replace it. The error then says what is missing. */
function saying<Result>(what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code === undefined || !forbidden.has(code)) throw error;
    throw Object.assign(new Error(`${code}: ${what}`, { cause: error }), { code });
  }
}

const forbidden = new Set(["EACCES", "EBUSY", "EPERM", "EROFS"]);
