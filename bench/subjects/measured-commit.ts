import { openDatabase } from "../../src/store/sqlite/driver.js";

/** What one durable commit of a record of usual length costs here, as the store makes it; the median of many. */
export function measuredCommitMs(path: string): number {
  const database = openDatabase(path);
  database.execute("pragma fullfsync = 1; pragma secure_delete = on; pragma journal_mode = wal");
  database.execute("pragma synchronous = full");
  database.execute("create table record (sequence integer primary key, body text) strict");
  const body = "x".repeat(700);
  const times: number[] = [];
  for (let sequence = 0; sequence < 100; sequence++) {
    const start = performance.now();
    database.execute("begin immediate");
    database.run("insert into record values (?, ?)", [sequence, body]);
    database.execute("commit");
    times.push(performance.now() - start);
  }
  database.close();
  return times.sort((a, b) => a - b)[50]!;
}
