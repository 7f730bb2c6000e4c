/**
 * The minimum work of an apply: writes the records of an existing journal to a new file, with the same durability and
 * the given number of commits. Reading the records is not measured.
 */
import { journalColumns, schema } from "../../src/store/sqlite/schema.js";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import { printResult } from "./report.js";

const [source = "", target = "", commits = "1"] = process.argv.slice(2);
const from = openDatabase(source);
const records = from.all(`select ${journalColumns.join(", ")} from journal order by seq`);
from.close();

const start = performance.now();
const database = openDatabase(target);
database.execute("pragma fullfsync = 1; pragma secure_delete = on; pragma journal_mode = wal");
database.execute("pragma synchronous = full");
database.execute(schema);
const insert = `insert into journal (${journalColumns.join(", ")}) values (${journalColumns.map(() => "?").join(", ")})`;
const perCommit = records.length / Number(commits);
let written = 0;
for (let commit = 1; commit <= Number(commits); commit++) {
  database.execute("begin immediate");
  for (; written < Math.round(commit * perCommit); written++) {
    const record = records[written]!;
    database.run(
      insert,
      journalColumns.map((name) => record[name]!),
    );
  }
  database.execute("commit");
}
database.close();
printResult({ milliseconds: performance.now() - start, written });
