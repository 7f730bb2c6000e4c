import { closeSync, openSync, realpathSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DiagnosticError } from "../model/index.js";
import { lockFileFor } from "../std/file-beside.js";
import { readTextFile } from "../std/read-text-file.js";
import { fileBehind, writeWholeFile } from "../std/write-whole-file.js";
import { lockFile } from "../store/internal.js";
import { problem } from "./diagnostics.js";

/** File system operations that rewriting a file needs. */
export interface FilePorts {
  /** Returns the text with its byte order mark; undefined if there is no file. */
  read(path: string): Promise<string | undefined>;
  /** Replaces the file atomically. */
  write(path: string, text: string): Promise<void>;
  /**
   * Takes the lock of a file, which ends with the process, and returns the function that releases it. Returns `held` if
   * another process still holds it after a short wait, and `none` where there are no locks.
   */
  lock(path: string): Promise<(() => void) | "held" | "none">;
}

/**
 * Reads a file, changes its text and writes it back atomically. No other Coconut process writes it in between. `change`
 * receives undefined if there is no file. The file is left alone if `change` returns the same text or undefined.
 *
 * Every read-modify-write of a project file or user settings file goes through this function. Editors take no lock: if
 * the text has changed by the time it would be written, `change` is called again with the new text.
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

/** Runs `work` while no other Coconut process rewrites the file. Work that takes a second lock could deadlock. */
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

/** Each attempt takes at least 20 ms, so this is more than a minute. Other processes hold the lock only briefly. */
const mostAttempts = 3000;

function locked(path: string) {
  return problem("engine/file-locked", {
    detail: `Another \`coco\` process has been changing ${path} for more than a minute. Nothing was changed.`,
    hint: "Wait for it to finish, or stop it if it hangs or is suspended. Then run this command again.",
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

/**
 * The lock is next to the real file, with links resolved. If no file can be created there, none can be written either.
 */
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

/** Accessible to everyone who can write to the folder: they can change the file, and must wait for each other. */
function makeLock(file: string): void {
  try {
    const others = statSync(dirname(file)).mode & 0o022;
    if (statSync(file, { throwIfNoEntry: false }) !== undefined) return;
    closeSync(openSync(file, "wx", 0o600 | others | (others << 1)));
  } catch {
    // It exists by now, or cannot be created: locking tells which.
  }
}

/**
 * Removed while it is held: a waiting process notices and creates another one. A lock file left by a killed process is
 * not locked.
 */
function removeLock(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Windows keeps open files; an empty lock file does no harm.
  }
}
