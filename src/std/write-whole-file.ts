import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { pathBeside, placeNewFile, syncFolder, tidyBeside } from "./file-beside.js";

/**
 * Whoever reads the file meanwhile, or after a crash, finds what was there before or all of this; it is durable when
 * this returns. A link stays a link and rights stay as they are; `mode` is for a file that is new. What is no file, as
 * a pipe or a terminal, is written to.
 */
export function writeWholeFile(path: string, content: string | Uint8Array, mode = 0o666): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) return writeFileSync(path, content);
  const target = found === undefined ? path : realpathSync(path);
  if (found !== undefined) accessSync(target, constants.W_OK);
  withFileBeside(target, content, { mode, keep: found?.mode }, (beside) => renameSync(beside, target));
  syncFolder(dirname(target));
}

/** The same where nothing may be there; says whether it was written. Of two at once one is, and both find it whole. */
export function writeNewFile(path: string, content: string | Uint8Array, mode = 0o666): boolean {
  return withFileBeside(path, content, { mode }, (beside) => placeNewFile(beside, path));
}

function withFileBeside<Result>(
  path: string,
  content: string | Uint8Array,
  rights: { readonly mode: number; readonly keep?: number | undefined },
  place: (beside: string) => Result,
): Result {
  const beside = pathBeside(path);
  try {
    const file = openSync(beside, "wx", rights.mode);
    try {
      writeFileSync(file, content);
      if (rights.keep !== undefined) fchmodSync(file, rights.keep & 0o777);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return place(beside);
  } finally {
    rmSync(beside, { force: true });
    tidyBeside(path);
  }
}
