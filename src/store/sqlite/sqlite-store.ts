import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DiagnosticError } from "../../model/index.js";
import { tidyBeside } from "../../std/file-beside.js";
import { shellWord } from "../../std/shell-word.js";
import { shortenMiddle } from "../../std/shorten-text.js";
import { problem } from "../diagnostics.js";
import type { RawStack, RawStore } from "../raw/index.js";
import { openDatabase, type DriverName } from "./driver.js";
import { socketBeside } from "./lock-file.js";
import { makeStackFile } from "./make-stack-file.js";
import { applicationId } from "./schema.js";
import type { SqliteDatabase } from "./sqlite-database.js";
import { notAStack, sqliteProblem } from "./sqlite-problem.js";
import { isThere, refuseUnsafeFile } from "./refuse-unsafe-file.js";
import { SqliteStack } from "./sqlite-stack.js";
import { formerStackFile, stackFile, stackOfFile } from "./stack-file.js";
import { JSON } from "../../std/plain-json.js";

/** One file per stack in a folder of its own, both closed to other users. */
export function sqliteStore(folder: string, options: SqliteOptions = {}): RawStore {
  return {
    async list() {
      if (!existsSync(folder)) return [];
      return attempt(folder, () => readdirSync(folder))
        .map(stackOfFile)
        .filter((name) => name !== undefined)
        .sort();
    },
    async open(name) {
      const path = pathOf(folder, name);
      return attempt(path, () => isThere(path)) ? openStack(path, options) : undefined;
    },
    async create(head) {
      const path = pathOf(folder, head.name);
      attempt(path, () => makeStackFile(path, head, opener(options)));
      return openStack(path, options);
    },
    async remove(name) {
      const path = pathOf(folder, name);
      // The database last: while it is there, whoever is cut off here finds a stack that can be removed.
      const files = ["-wal", "-shm", "-journal", ""].map((suffix) => `${path}${suffix}`);
      attempt(path, () => files.forEach((file) => rmSync(file, { force: true })));
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

function pathOf(folder: string, name: string): string {
  const file = stackFile(name);
  if (file === undefined)
    throw new DiagnosticError(
      problem("store/stack-name", {
        detail: `${JSON.stringify(shortenMiddle(name, 60))} is empty or too long for the name of a file.`,
        hint: "Use a short name, such as dev or staging.",
      }),
    );
  refuseFormer(folder, name, file);
  return join(folder, file);
}

/** A new one beside it would be empty. Where the name is a device's, there is no such file. */
function refuseFormer(folder: string, name: string, file: string): void {
  const former = formerStackFile(name);
  if (former === undefined || process.platform === "win32" || !isThere(join(folder, former))) return;
  throw new DiagnosticError(
    problem("store/stack-name", {
      detail: `The stack ${JSON.stringify(name)} is in ${join(folder, former)}, which is the name of a device elsewhere. Its file is called ${file} now.`,
      hint: `Rename it, and so everything beside it that begins with ${former}:\nmv ${shellWord(join(folder, former))} ${shellWord(join(folder, file))}`,
    }),
  );
}

function openStack(path: string, options: SqliteOptions): RawStack {
  return attempt(path, () => {
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
      return new SqliteStack(database, path);
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

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
