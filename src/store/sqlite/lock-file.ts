import { closeSync, openSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isAliveSocket, openAliveSocket } from "../../std/alive-socket.js";
import { guardFiles, identityOf } from "../../std/guarded-files.js";
import type { LockedFile } from "../ports.js";
import { openDatabase, type DriverName } from "./driver.js";

/**
 * Locks a file until this process lets go of it or ends, however it does. SQLite's lock on an empty database is the
 * system's own, and nothing is ever written. A file system that has no such locks is told apart from another holder.
 *
 * A process that closes any descriptor of the file loses this lock, and code of a program or a provider may do that. So a
 * socket beside the file says the same: one that answers means that the file is held. To look at the file, `isLook` opens
 * none.
 */
export async function lockFile(
  path: string,
  { isLook = false, driver }: { readonly isLook?: boolean; readonly driver?: DriverName } = {},
): Promise<LockedFile | "held" | "none"> {
  try {
    const locked = takeFile(path, driver);
    if (locked !== undefined) {
      if (!(await isAliveSocket(socketBeside(path)))) return isLook ? locked : withSocket(locked, path);
      locked.release();
    }
    await setTimeout(momentMs);
    return "held";
  } catch {
    return "none";
  }
}

/** Most that hold it for a moment only have let go of it by then. */
const momentMs = 20;

/** Hidden: whoever copies a stack by its name means no socket. */
export function socketBeside(path: string): string {
  return join(dirname(path), `.${basename(path).replace(/-lock$/, "-live")}`);
}

/** The socket goes first: once the file is free, another process may have put its own there. */
function withSocket({ file, release }: LockedFile, path: string): LockedFile {
  const close = openAliveSocket(socketBeside(path));
  return {
    file,
    release: once(() => {
      close?.();
      release();
    }),
  };
}

/** Nothing if another has it, or has put another one in its place meanwhile: its stack was removed. */
function takeFile(path: string, driver: DriverName | undefined): LockedFile | undefined {
  makeOnce(path);
  const file = identityOf(path);
  if (file === undefined) return undefined;
  const database = openDatabase(path, driver);
  const unguard = guardFiles([file]);
  const release = once(() => {
    database.close();
    unguard();
  });
  let isTaken = false;
  try {
    database.execute("pragma busy_timeout = 0; begin exclusive");
    isTaken = identityOf(path) === file;
    return isTaken ? { file, release } : undefined;
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  } finally {
    if (!isTaken) release();
  }
}

function isBusy(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return /BUSY|database is locked/.test(`${code} ${message}`);
}

/** Closed to other users. One that is there is left alone: to open it would be to close it again. */
function makeOnce(path: string): void {
  if (identityOf(path) !== undefined) return;
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
