import { closeSync, openSync, statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { LockedFile } from "../ports.js";
import { openDatabase, type DriverName } from "./driver.js";
import type { SqliteDatabase } from "./sqlite-database.js";

/**
 * Locks a file until this process lets go of it or ends, however it does. SQLite's lock on an empty database is the
 * system's own, and nothing is ever written. A file system that has no such locks is told apart from another holder.
 *
 * Nothing else may open the file: a process that closes a file loses all the locks that it had on it.
 */
export async function lockFile(path: string, driver?: DriverName): Promise<LockedFile | "held" | "none"> {
  try {
    makeOnce(path);
    const database = openDatabase(path, driver);
    if (!takes(database)) {
      await setTimeout(momentMs);
      return "held";
    }
    const { dev, ino } = statSync(path, { bigint: true });
    return { file: `${dev}:${ino}`, release: once(() => database.close()) };
  } catch {
    return "none";
  }
}

/** Most that hold it for a moment only have let go of it by then. */
const momentMs = 20;

function takes(database: SqliteDatabase): boolean {
  try {
    database.execute("pragma busy_timeout = 0; begin exclusive");
    return true;
  } catch (error) {
    database.close();
    const { code = "", message = "" } = error as { code?: string; message?: string };
    if (/BUSY|database is locked/.test(`${code} ${message}`)) return false;
    throw error;
  }
}

/** Closed to other users. One that is there is left alone: to open it would be to close it again. */
function makeOnce(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
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
