import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { DiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import type { RawHead, RawStack, RawStore } from "../raw/index.js";
import { openDatabase, type DriverName } from "./driver.js";
import { applicationId, headColumns, schema } from "./schema.js";
import type { SqliteDatabase } from "./sqlite-database.js";
import { notAStack, sqliteProblem } from "./sqlite-problem.js";
import { SqliteStack } from "./sqlite-stack.js";
import { stackFile, stackOfFile } from "./stack-file.js";

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
      return existsSync(path) ? openStack(path, options) : undefined;
    },
    async create(head) {
      const path = pathOf(folder, head.name);
      attempt(folder, () => makePrivate(folder, path));
      return openStack(path, options, head);
    },
    async remove(name) {
      const path = pathOf(folder, name);
      // The database last: while it is there, whoever is cut off here finds a stack that can be removed.
      const files = ["-wal", "-shm", "-journal", ""].map((suffix) => `${path}${suffix}`);
      attempt(path, () => files.forEach((file) => rmSync(file, { force: true })));
    },
  };
}

export interface SqliteOptions {
  /** The runtime's if it has one. */
  readonly driver?: DriverName;
  /** How long another program may keep the file to itself. */
  readonly busyTimeoutMs?: number;
}

function pathOf(folder: string, name: string): string {
  const file = stackFile(name);
  if (file !== undefined) return join(folder, file);
  throw new DiagnosticError(
    problem("store/stack-name", {
      detail: `${JSON.stringify(name)} is empty or too long for the name of a file.`,
      hint: "Use a short name, such as dev or staging.",
    }),
  );
}

/** SQLite gives the files beside a database the rights of the database. */
function makePrivate(folder: string, path: string): void {
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(folder, 0o700);
  closeSync(openSync(path, constants.O_CREAT | constants.O_RDWR, 0o600));
  keepOutOfGit(folder);
}

/** State belongs to a machine, not to the code beside it. A folder that somebody chose is theirs. */
function keepOutOfGit(folder: string): void {
  const file = join(folder, ".gitignore");
  if (basename(folder) === ".coconut" && !existsSync(file)) writeFileSync(file, "*\n");
}

function openStack(path: string, { driver, busyTimeoutMs = 5000 }: SqliteOptions, first?: RawHead): RawStack {
  return attempt(path, () => {
    if (first === undefined) refuseStranger(path);
    const database = openDatabase(path, driver);
    try {
      configure(database, busyTimeoutMs);
      if (isEmpty(database)) {
        if (first === undefined) throw notAStack(path, "it is empty");
        initialise(database, first);
      }
      checkKind(database, path);
      return new SqliteStack(database, path);
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/**
 * What is certainly no stack is not opened: asking SQLite for its journal would write to it. One that was made a moment
 * ago may have nothing but that journal.
 */
function refuseStranger(path: string): void {
  const { size } = statSync(path);
  const journal = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0 && journal === 0) throw notAStack(path, "it is empty");
  const header = Buffer.alloc(100);
  const file = openSync(path, constants.O_RDONLY);
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  const hasOtherJournal = header.subarray(0, 15).toString("latin1") === "SQLite format 3" && header[18] !== 2;
  if (hasOtherJournal && header.readUInt32BE(68) !== applicationId)
    throw notAStack(path, "it is a database of another program");
}

/**
 * Durability is asked for and read back: builds of SQLite differ in what they start with. What is written over is
 * gone from the file, so that a key wrapped anew is not to be found there as it was wrapped before.
 */
function configure(database: SqliteDatabase, busyTimeoutMs: number): void {
  database.execute(
    `pragma busy_timeout = ${busyTimeoutMs}; pragma trusted_schema = off; pragma fullfsync = 1; pragma secure_delete = on`,
  );
  const ask = (pragma: string) => Object.values(database.all(`pragma ${pragma}`)[0] ?? {})[0];
  const mode = ask("journal_mode = wal");
  database.execute("pragma synchronous = full");
  const synchronous = ask("synchronous");
  if (mode === "wal" && synchronous === 2) return;
  throw new Error(`SQLite keeps no durable journal here (${String(mode)}, ${String(synchronous)})`);
}

function isEmpty(database: SqliteDatabase): boolean {
  return database.all("select name from sqlite_schema limit 1").length === 0;
}

/** Another process may have been faster: whoever comes second finds the stack made. */
function initialise(database: SqliteDatabase, head: RawHead): void {
  database.execute("begin immediate");
  try {
    if (isEmpty(database)) {
      database.execute(`pragma application_id = ${applicationId};\n${schema}`);
      const marks = headColumns.map(() => "?").join(", ");
      database.run(
        `insert into stack (stack_id, ${headColumns.join(", ")}) values (1, ${marks})`,
        headColumns.map((name) => head[name]),
      );
    }
    database.execute("commit");
  } catch (error) {
    database.execute("rollback");
    throw error;
  }
}

function checkKind(database: SqliteDatabase, path: string): void {
  const [row] = database.all("pragma application_id");
  if (row?.["application_id"] !== applicationId) throw notAStack(path, "it is a database of another program");
  const strangers = database.all("select name from sqlite_schema where type in ('trigger', 'view')");
  if (strangers.length > 0) throw notAStack(path, "someone has added triggers or views to it");
}

function attempt<Result>(path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw sqliteProblem(error, path);
  }
}
