import type { RawColumn, RawRow } from "../raw/index.js";
import type { SqliteDatabase } from "./sqlite-database.js";

/** Driver for the binding of libsql, whose functions take their database or statement as `this`. */
export function openWithLibsql(path: string, loaded: unknown): SqliteDatabase {
  const binding = loaded as LibsqlBinding;
  const database = binding.databaseOpen(path, "", "aes256cbc", "", 0, "");
  const statements = new Map<string, object>();
  const prepare = (sql: string) => {
    const statement = statements.get(sql) ?? binding.databasePrepareSync.call(database, sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    execute: (sql) => binding.databaseExecSync.call(database, sql),
    run: (sql, parameters) => void binding.statementRun.call(prepare(sql), [...parameters]),
    all: (sql, parameters = []) => {
      const rows = binding.statementRowsSync.call(prepare(sql), [...parameters]);
      return readAll((page) => binding.rowsNext.call(rows, page));
    },
    close: () => binding.databaseClose.call(database),
  };
}

const pageLength = 100;
/** Most queries return one row. */
const firstLength = 2;

/** A page that is not full is the last one. Reading to the end also ends the read transaction. */
function readAll(next: (page: (RawRow | undefined)[]) => void): RawRow[] {
  const found: RawRow[] = [];
  for (let length = firstLength; ; length = pageLength) {
    const page: (RawRow | undefined)[] = Array.from({ length });
    next(page);
    for (const row of page) {
      if (row === undefined) return found;
      found.push(row);
    }
  }
}

interface LibsqlBinding {
  databaseOpen(
    path: string,
    authToken: string,
    cipher: string,
    encryptionKey: string,
    timeout: number,
    remoteKey: string,
  ): object;
  databaseExecSync(this: object, sql: string): void;
  databasePrepareSync(this: object, sql: string): object;
  databaseClose(this: object): void;
  statementRun(this: object, parameters: RawColumn[]): unknown;
  statementRowsSync(this: object, parameters: RawColumn[]): object;
  rowsNext(this: object, page: (RawRow | undefined)[]): void;
}
