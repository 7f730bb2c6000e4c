import type { RawColumn, RawRow } from "../raw/index.js";
import type { SqliteDatabase } from "./sqlite-database.js";

/**
 * Driver for `node:sqlite`. The oldest supported Node has no types for it, so the part that is used is declared here.
 */
export function openWithNode(path: string, require: (name: string) => unknown): SqliteDatabase {
  const { DatabaseSync } = require("node:sqlite") as NodeSqlite;
  const database = new DatabaseSync(path);
  const statements = new Map<string, NodeStatement>();
  const prepare = (sql: string) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    execute: (sql) => database.exec(sql),
    run: (sql, parameters) => void prepare(sql).run(...parameters),
    // Its rows have no prototype; a copy is an ordinary object.
    all: (sql, parameters = []) =>
      prepare(sql)
        .all(...parameters)
        .map((row) => ({ ...row })),
    close: () => database.close(),
  };
}

interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => {
    exec(sql: string): void;
    prepare(sql: string): NodeStatement;
    close(): void;
  };
}

interface NodeStatement {
  run(...parameters: RawColumn[]): unknown;
  all(...parameters: RawColumn[]): RawRow[];
}
