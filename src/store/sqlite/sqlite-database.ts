import type { RawColumn, RawRow } from "../raw/index.js";

/** The subset of SQLite that a store needs. Everything is synchronous; statements are prepared once. */
export interface SqliteDatabase {
  execute(sql: string): void;
  run(sql: string, parameters: readonly RawColumn[]): void;
  all(sql: string, parameters?: readonly RawColumn[]): readonly RawRow[];
  close(): void;
}
