import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathBeside, placeNewFile, syncFolder, tidyBeside } from "../../std/file-beside.js";
import { writeNewFile } from "../../std/write-whole-file.js";
import { tables } from "../raw/index.js";
import type { RawColumn, RawCopy, RawRow } from "../raw/index.js";
import { applicationId, headColumns, journalColumns, schema } from "./schema.js";
import type { SqliteDatabase } from "./sqlite-database.js";
import { notAStack } from "./sqlite-problem.js";

/**
 * Creates the file of a stack unless it exists. Returns whether it did. The file is written next to its path and then
 * moved there: a process that is killed leaves nothing that looks like a stack, and if two processes create the same
 * stack, the second one finds the file of the first.
 */
export function makeStackFile(
  path: string,
  storeFolder: string,
  contents: RawCopy,
  open: (path: string) => SqliteDatabase,
): boolean {
  makeFolder(storeFolder);
  makeFolder(dirname(path));
  const beside = pathBeside(path);
  try {
    initialise(beside, contents, open);
    refuseStrayJournal(path);
    return placeNewFile(beside, path);
  } finally {
    for (const suffix of ["-wal", "-shm", "-journal", ""]) rmSync(`${beside}${suffix}`, { force: true });
    tidyBeside(path);
  }
}

/** Created with access for this user only. */
function makeFolder(folder: string): void {
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) {
    chmodSync(folder, 0o700);
    syncFolder(dirname(made));
  }
  // State belongs to a machine, not in version control. A folder that the user chose gets no .gitignore.
  const ignored = join(folder, ".gitignore");
  if (basename(folder) === ".coconut" && !existsSync(ignored)) writeNewFile(ignored, "*\n");
}

/**
 * SQLite gives the files next to a database the same permissions. Statements are executed, never prepared: a driver may
 * keep a database open for a prepared statement, and closing the last connection is what moves the journal into the
 * file.
 */
function initialise(path: string, contents: RawCopy, open: (path: string) => SqliteDatabase): void {
  closeSync(openSync(path, "wx", 0o600));
  const database = open(path);
  try {
    // No durability is needed before the file is moved to its place.
    database.execute("pragma synchronous = off; pragma journal_mode = wal");
    database.execute("begin immediate");
    database.execute(`pragma application_id = ${applicationId};\n${schema}`);
    const { head, records, rows, runs } = contents;
    insert(database, "stack", ["stack_id", ...headColumns], { ...head, stack_id: 1 });
    for (const record of records) insert(database, "journal", journalColumns, { ...record });
    for (const { table, row } of rows) insert(database, table, columnsOf(table), row);
    for (const row of runs) insert(database, "run", columnsOf("run"), row);
    database.execute("commit");
  } finally {
    database.close();
  }
  if (existsSync(`${path}-wal`)) throw new Error("SQLite did not close the file that it created");
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function insert(database: SqliteDatabase, table: string, columns: readonly string[], row: RawRow): void {
  const values = columns.map((name) => literal(row[name] ?? null)).join(", ");
  database.execute(`insert into "${table}" (${columns.join(", ")}) values (${values})`);
}

function columnsOf(table: keyof typeof tables): readonly string[] {
  return tables[table].columns.map(({ name }) => name);
}

/** As bytes, so that any text is preserved. */
function literal(value: RawColumn): string {
  return typeof value === "string" ? `cast(x'${Buffer.from(value).toString("hex")}' as text)` : String(value);
}

/** SQLite would apply the journal of a deleted database to the new one. */
function refuseStrayJournal(path: string): void {
  const stray = ["-wal", "-journal"].map((suffix) => `${path}${suffix}`).find((file) => existsSync(file));
  if (stray !== undefined && !existsSync(path))
    throw notAStack(stray, `it is the journal of ${basename(path)}, which is missing`);
}
