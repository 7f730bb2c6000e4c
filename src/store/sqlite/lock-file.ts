import { closeSync, openSync, statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { LockedFile } from "../ports.js";
import { openDatabase, type DriverName } from "./driver.js";

/**
 * Locks a file until this process lets go of it or ends, however it does. SQLite's lock on an empty database is the
 * system's own, and nothing is ever written. A file system that has no such locks is told apart from another holder.
 *
 * Nothing else may open the file: a process that closes a file loses all the locks that it had on it.
 */
export async function lockFile(path: string, driver?: DriverName): Promise<LockedFile | "held" | "none"> {
  try {
    const locked = takeFile(path, driver);
    if (locked === undefined) await setTimeout(momentMs);
    return locked ?? "held";
  } catch {
    return "none";
  }
}

/** Most that hold it for a moment only have let go of it by then. */
const momentMs = 20;

/** Nothing if another has it, or has put another one in its place meanwhile: its stack was removed. */
function takeFile(path: string, driver: DriverName | undefined): LockedFile | undefined {
  makeOnce(path);
  const file = fileAt(path);
  if (file === undefined) return undefined;
  const database = openDatabase(path, driver);
  let isTaken = false;
  try {
    database.execute("pragma busy_timeout = 0; begin exclusive");
    isTaken = fileAt(path) === file;
    return isTaken ? { file, release: once(() => database.close()) } : undefined;
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  } finally {
    if (!isTaken) database.close();
  }
}

function isBusy(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return /BUSY|database is locked/.test(`${code} ${message}`);
}

/** Closed to other users. One that is there is left alone: to open it would be to close it again. */
function makeOnce(path: string): void {
  if (fileAt(path) !== undefined) return;
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  }
}

/** Tells the file that has this path now from every other. */
function fileAt(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
