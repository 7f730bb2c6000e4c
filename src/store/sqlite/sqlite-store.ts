import { rmSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { tidyBeside } from "../../std/file-beside.js";
import { longestRow } from "../raw/index.js";
import type { RawCopy, RawStack, RawStore, StackAddress } from "../raw/index.js";
import { openDatabase, type DriverName } from "./driver.js";
import { socketBeside } from "./lock-file.js";
import { makeStackFile } from "./make-stack-file.js";
import { applicationId } from "./schema.js";
import type { SqliteDatabase } from "./sqlite-database.js";
import { notAStack, sqliteProblem } from "./sqlite-problem.js";
import { readRows, rowQuery } from "./read-rows.js";
import { refuseUnsafeFile } from "./refuse-unsafe-file.js";
import { SqliteStack } from "./sqlite-stack.js";
import { StackFiles } from "./stack-files.js";

/**
 * Opens `sqlite:<folder>`. The default folder belongs to its project; any other folder may be shared by several
 * projects.
 */
export function sqliteAt(place: string, projectFolder: string): RawStore | undefined {
  if (place === "") return undefined;
  const folder = resolve(projectFolder, place);
  return sqliteStore(folder, { isShared: folder !== resolve(projectFolder, ownFolder), shownAs: place });
}

const ownFolder = ".coconut";

/** Returns a store with one file per stack in a folder. Files and folder are accessible to this user only. */
export function sqliteStore(folder: string, options: SqliteOptions = {}): RawStore {
  const { isShared = false, shownAs = folder } = options;
  const files = new StackFiles(folder, { isShared, projectIn: (path) => projectIn(path, options) });
  const find = (stack: StackAddress) => attempt(folder, () => files.find(stack));
  const placeFor = (stack: StackAddress) => attempt(folder, () => files.placeFor(stack));
  const make = (contents: RawCopy) => {
    const path = placeFor(contents.head);
    return attempt(path, () => makeStackFile(path, folder, contents, opener(options)));
  };
  return {
    folder,
    async list(project) {
      return attempt(folder, () => files.list(project));
    },
    async exists(stack) {
      return find(stack) !== undefined;
    },
    async where(stack) {
      const path = find(stack) ?? placeFor(stack);
      return { text: join(shownAs, relative(folder, path)), path: resolve(path) };
    },
    async open(stack) {
      const path = find(stack);
      return path === undefined ? undefined : openStack(path, options);
    },
    async create(head) {
      make({ head, records: [], rows: [], runs: [] });
      // If another process has created it at the other place in the meantime, this throws.
      return openStack(find(head) ?? placeFor(head), options);
    },
    async restore(copy) {
      const isMade = find(copy.head) === undefined && make(copy);
      find(copy.head);
      return isMade;
    },
    async remove(stack) {
      const path = find(stack);
      if (path === undefined || projectIn(path, options) !== stack.project) return;
      // The database is deleted last: if this is interrupted, the stack still exists and can be removed again.
      const parts = ["-wal", "-shm", "-journal", ""].map((suffix) => `${path}${suffix}`);
      attempt(path, () => parts.forEach((file) => rmSync(file, { force: true })));
      removeLock(`${path}-lock`);
    },
  };
}

/** The caller has locked the file. A system that keeps open files leaves an empty one behind. */
function removeLock(path: string): void {
  try {
    for (const file of [`${path}-journal`, socketBeside(path), path]) rmSync(file, { force: true });
  } catch {
    return;
  }
}

export interface SqliteOptions {
  /** Several projects share the folder: each has its own subfolder. */
  readonly isShared?: boolean;
  /** The folder as the user wrote it. */
  readonly shownAs?: string;
  /** Default: the driver of the runtime if it has one. */
  readonly driver?: DriverName;
  /** How long to wait for another program that holds a lock on the file. */
  readonly busyTimeoutMs?: number;
  /** Opens databases instead of the driver. For tests. */
  readonly open?: (path: string) => SqliteDatabase;
}

function opener({ open, driver }: SqliteOptions): (path: string) => SqliteDatabase {
  return open ?? ((path) => openDatabase(path, driver));
}

function openStack(path: string, options: SqliteOptions): RawStack {
  return attempt(path, () => new SqliteStack(openStackFile(path, options), path));
}

function openStackFile(path: string, options: SqliteOptions): SqliteDatabase {
  refuseUnsafeFile(path);
  const { size, nlink } = statSync(path);
  if (size === 0) throw notAStack(path, "it is empty");
  if (nlink > 1) tidyBeside(path);
  const database = opener(options)(path);
  try {
    database.execute(`pragma busy_timeout = ${options.busyTimeoutMs ?? 5000}`);
    refuseStranger(database, path);
    configure(database);
    checkKind(database, path);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Returns the project that the row of a stack names. Needs no key. */
function projectIn(path: string, options: SqliteOptions): string {
  return attempt(path, () => {
    const database = openStackFile(path, options);
    try {
      const [row] = readRows(database, selectProject);
      if (row === undefined) throw notAStack(path, "the row of the stack is missing");
      return String(row["project"]);
    } finally {
      database.close();
    }
  });
}

const selectProject = rowQuery(["project"], "from stack", longestRow);

/**
 * Checks that the file is a stack before changing it: setting the journal mode would already write to the file. The
 * file is read through SQLite only, because a process that closes a file loses all its locks on it, including those of
 * its other databases.
 */
function refuseStranger(database: SqliteDatabase, path: string): void {
  const isOurs = ask(database, "application_id") === applicationId;
  if (!isOurs && ask(database, "journal_mode") !== "wal")
    throw notAStack(path, "it is a database of another program");
}

/**
 * Durability is set and then verified, because builds of SQLite have different defaults. Overwritten data is erased
 * (`secure_delete`), so that the old wrapping of a key cannot be recovered from the file.
 */
function configure(database: SqliteDatabase): void {
  database.execute("pragma trusted_schema = off; pragma fullfsync = 1; pragma secure_delete = on");
  const mode = ask(database, "journal_mode = wal");
  database.execute("pragma synchronous = full");
  const synchronous = ask(database, "synchronous");
  if (mode === "wal" && synchronous === 2) return;
  throw new Error(`SQLite cannot use a durable journal here (${String(mode)}, ${String(synchronous)})`);
}

function ask(database: SqliteDatabase, pragma: string): unknown {
  return Object.values(database.all(`pragma ${pragma}`)[0] ?? {})[0];
}

function checkKind(database: SqliteDatabase, path: string): void {
  if (ask(database, "application_id") !== applicationId)
    throw notAStack(path, "it is a database of another program");
  // Tables and indexes have root pages. Triggers, views and virtual tables have none.
  const strangers = database.all("select 1 from sqlite_schema where coalesce(rootpage, 0) = 0");
  if (strangers.length > 0) throw notAStack(path, "triggers, views or virtual tables were added to it");
}

function attempt<Result>(path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw sqliteProblem(error, path);
  }
}
