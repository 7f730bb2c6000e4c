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
 * Whoever reads the file meanwhile, or after a crash, finds what was there before or all of this; it is durable when
 * this returns. A link stays a link, be it to nothing, and rights stay as they are; `mode` is for a file that is new. What
 * is no file, as a pipe or a terminal, is written to, and so is one that is named by its number, as by `/dev/stdout`.
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

/** The same where nothing may be there; says whether it was written. Of two at once one is, and both find it whole. */
export function writeNewFile(path: string, content: string | Uint8Array, mode = 0o666): boolean {
  return withFileBeside(path, content, { mode }, (beside) => placeNewFile(beside, path));
}

/** Where the links of a path lead; the number of an open file, if to that. */
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
    const file = saying(
      "its folder cannot be written to, and it is made there before it takes its place",
      () => openSync(beside, "wx", rights.mode),
    );
    try {
      writeFileSync(file, content);
      if (rights.keep !== undefined) fchmodSync(file, rights.keep & 0o777);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return saying(
      "nothing can be put in its place: it is mounted by itself, in use, or somebody else's",
      () => place(beside),
    );
  } finally {
    rmSync(beside, { force: true });
    tidyBeside(path);
  }
}

/** Whoever may write a file need not be allowed to put another in its place: then it is said what is missing. */
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
