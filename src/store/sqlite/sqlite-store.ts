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

/** `sqlite:<folder>`. The usual folder of a project is its own; any other one may be shared with other projects. */
export function sqliteAt(place: string, projectFolder: string): RawStore | undefined {
  if (place === "") return undefined;
  const folder = resolve(projectFolder, place);
  return sqliteStore(folder, { isShared: folder !== resolve(projectFolder, ownFolder), shownAs: place });
}

const ownFolder = ".coconut";

/** One file per stack in a folder of its own, both closed to other users. */
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
      // Another process may have put it at the other place meanwhile, which is refused.
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
      // The database last: while it is there, whoever is cut off here finds a stack that can be removed.
      const parts = ["-wal", "-shm", "-journal", ""].map((suffix) => `${path}${suffix}`);
      attempt(path, () => parts.forEach((file) => rmSync(file, { force: true })));
      removeLock(`${path}-lock`);
    },
  };
}

/** Whoever removes a stack has it locked. A system that keeps a file while it is open leaves one without a byte. */
function removeLock(path: string): void {
  try {
    for (const file of [`${path}-journal`, socketBeside(path), path]) rmSync(file, { force: true });
  } catch {
    return;
  }
}

export interface SqliteOptions {
  /** Several projects keep stacks in the folder: each has a folder of its own in it. */
  readonly isShared?: boolean;
  /** The folder as people wrote it. */
  readonly shownAs?: string;
  /** The runtime's if it has one. */
  readonly driver?: DriverName;
  /** How long another program may keep the file to itself. */
  readonly busyTimeoutMs?: number;
  /** Opens databases in place of the driver, for whoever has to stand between it and the store. */
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

/** The project that the row of a stack names, which no key is needed for. */
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
 * What is certainly no stack is left as it is: asking SQLite for our journal would write to it. The file is read through
 * SQLite alone: a process that closes a file loses all the locks that it had on it, those of its other databases too.
 */
function refuseStranger(database: SqliteDatabase, path: string): void {
  const isOurs = ask(database, "application_id") === applicationId;
  if (!isOurs && ask(database, "journal_mode") !== "wal")
    throw notAStack(path, "it is a database of another program");
}

/**
 * Durability is asked for and read back: builds of SQLite differ in what they start with. What is written over is
 * gone from the file, so that a key wrapped anew is not to be found there as it was wrapped before.
 */
function configure(database: SqliteDatabase): void {
  database.execute("pragma trusted_schema = off; pragma fullfsync = 1; pragma secure_delete = on");
  const mode = ask(database, "journal_mode = wal");
  database.execute("pragma synchronous = full");
  const synchronous = ask(database, "synchronous");
  if (mode === "wal" && synchronous === 2) return;
  throw new Error(`SQLite keeps no durable journal here (${String(mode)}, ${String(synchronous)})`);
}

function ask(database: SqliteDatabase, pragma: string): unknown {
  return Object.values(database.all(`pragma ${pragma}`)[0] ?? {})[0];
}

function checkKind(database: SqliteDatabase, path: string): void {
  if (ask(database, "application_id") !== applicationId)
    throw notAStack(path, "it is a database of another program");
  // Tables and indexes have pages. What has none does something: triggers, views, virtual tables.
  const strangers = database.all("select 1 from sqlite_schema where coalesce(rootpage, 0) = 0");
  if (strangers.length > 0)
    throw notAStack(path, "someone has added triggers, views or virtual tables to it");
}

function attempt<Result>(path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw sqliteProblem(error, path);
  }
}
