import { closeSync, openSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isAliveSocket, openAliveSocket } from "../../std/alive-socket.js";
import { guardFiles, identityOf } from "../../std/guarded-files.js";
import type { LockedFile } from "../ports.js";
import { openDatabase, type DriverName } from "./driver.js";

/**
 * Locks a file until this process releases it or ends for any reason. Uses SQLite's lock on an empty database, which is
 * a lock of the operating system; nothing is ever written. A file system without such locks is distinguished from a
 * file that another process holds.
 *
 * A process loses this lock when it closes any descriptor of the file, which code of a program or provider may do. A
 * socket next to the file is a second sign: if it answers, the file is held. `isLook` checks without opening the file.
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

/** Short-term holders have usually released it by then. */
const momentMs = 20;

/** Hidden, so that copying a stack by its name does not include the socket. */
export function socketBeside(path: string): string {
  return join(dirname(path), `.${basename(path).replace(/-lock$/, "-live")}`);
}

/** The socket is closed first: once the file is unlocked, another process may create its own. */
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

/** Returns undefined if another process holds the file, or has replaced it because its stack was removed. */
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

/**
 * Created with access for this user only. An existing file is not opened, because closing it would release the lock.
 */
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
