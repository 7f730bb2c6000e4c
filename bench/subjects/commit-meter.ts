import { openDatabase } from "../../src/store/sqlite/driver.js";

/** Measures durable commits of a record of typical length, made as the store makes them. */
export function commitMeter(path: string): { commitMs(): number; close(): void } {
  const database = openDatabase(path);
  database.execute("pragma fullfsync = 1; pragma secure_delete = on; pragma journal_mode = wal");
  database.execute("pragma synchronous = full");
  database.execute("create table record (sequence integer primary key, body text) strict");
  const body = "x".repeat(700);
  let sequence = 0;
  return {
    commitMs() {
      const start = performance.now();
      database.execute("begin immediate");
      database.run("insert into record values (?, ?)", [sequence++, body]);
      database.execute("commit");
      return performance.now() - start;
    },
    close: () => database.close(),
  };
}
