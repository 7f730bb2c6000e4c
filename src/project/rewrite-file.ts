import { closeSync, openSync, realpathSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DiagnosticError } from "../model/index.js";
import { lockFileFor } from "../std/file-beside.js";
import { readTextFile } from "../std/read-text-file.js";
import { fileBehind, writeWholeFile } from "../std/write-whole-file.js";
import { lockFile } from "../store/internal.js";
import { problem } from "./diagnostics.js";

/** What rewriting a file needs of the system. */
export interface FilePorts {
  /** The text with its byte order mark; nothing if there is no file. */
  read(path: string): Promise<string | undefined>;
  /** Replaces the file as a whole. */
  write(path: string, text: string): Promise<void>;
  /**
   * Takes the lock of a file, which ends with the process, and answers with how to release it. `held` after a moment
   * if another has it; `none` where there can be no lock.
   */
  lock(path: string): Promise<(() => void) | "held" | "none">;
}

/**
 * Reads a file, changes its text and writes it back as a whole, with no other Coconut process in between. `change` gets
 * nothing if there is no file. The file is left alone if `change` returns the same text, or nothing.
 *
 * Every file of the project or of the user's settings that is read, changed and written goes through this. An editor
 * takes no lock: if the text is another by the time it would be written, `change` is called again with that.
 */
export async function rewriteFile(
  path: string,
  change: (text: string | undefined) => string | undefined | Promise<string | undefined>,
  ports: FilePorts = systemFiles,
): Promise<void> {
  await withFileLock(
    path,
    async () => {
      for (;;) {
        const before = await ports.read(path);
        const after = await change(before);
        if (after === undefined || after === before) return;
        if ((await ports.read(path)) !== before) continue;
        return ports.write(path, after);
      }
    },
    ports,
  );
}

/** Does work while no other Coconut process rewrites the file. Work that takes a second lock could wait forever. */
export async function withFileLock<Result>(
  path: string,
  work: () => Promise<Result>,
  { lock }: Pick<FilePorts, "lock"> = systemFiles,
): Promise<Result> {
  let taken = await lock(path);
  for (let attempts = 1; taken === "held"; attempts++) {
    if (attempts === mostAttempts) throw new DiagnosticError(locked(path));
    taken = await lock(path);
  }
  try {
    return await work();
  } finally {
    if (taken !== "none") taken();
  }
}

/** Each takes at least 20 ms: more than a minute, for what others do in moments. */
const mostAttempts = 3000;

function locked(path: string) {
  return problem("engine/file-locked", {
    detail: `Another \`coco\` has been changing ${path} for more than a minute. Nothing was changed.`,
    hint: "Wait for it to finish, or end it if it hangs or is suspended; then run this command again.",
  });
}

export const systemFiles: FilePorts = {
  async read(path) {
    try {
      return readTextFile(path, { mark: "kept" });
    } catch (error) {
      if ((error as { code?: unknown }).code === "ENOENT") return undefined;
      throw error;
    }
  },
  async write(path, text) {
    writeWholeFile(path, text);
  },
  async lock(path) {
    const file = lockPath(path);
    if (file === undefined) return "none";
    makeLock(file);
    const taken = await lockFile(file);
    if (typeof taken === "string") return taken;
    return () => {
      removeLock(file);
      taken.release();
    };
  },
};

/** Beside the file itself, however it is spelled: where nothing can be made there, nothing can be written either. */
function lockPath(path: string): string | undefined {
  try {
    const file = fileBehind(path);
    return typeof file === "number"
      ? undefined
      : lockFileFor(join(realpathSync(dirname(file)), basename(file)));
  } catch {
    return undefined;
  }
}

/** For all who may write in the folder: they may change the file, and have to wait for each other. */
function makeLock(file: string): void {
  try {
    const others = statSync(dirname(file)).mode & 0o022;
    if (statSync(file, { throwIfNoEntry: false }) !== undefined) return;
    closeSync(openSync(file, "wx", 0o600 | others | (others << 1)));
  } catch {
    // It is there by now, or cannot be: the lock says which.
  }
}

/** While it is held: whoever waits for it notices, and makes another. One that a kill leaves is as free as any. */
function removeLock(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Windows keeps what is open, and nobody minds an empty file.
  }
}
