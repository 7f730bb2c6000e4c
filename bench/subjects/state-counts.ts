/** Counts the bytes of a stack's journal, and the records and rows of its last run. */
import { journalColumns } from "../../src/store/sqlite/schema.js";
import { tables } from "../../src/store/raw/index.js";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import { printResult } from "./report.js";

const [state = ""] = process.argv.slice(2);
const database = openDatabase(state);
const single = (sql: string) => Number(Object.values(database.all(sql)[0] ?? {})[0]);
const bytes = journalColumns.map((name) => `coalesce(octet_length(${name}), 0)`).join(" + ");
const runBytes = tables.run.columns.map(({ name }) => `coalesce(octet_length(${name}), 0)`).join(" + ");
const ofLastRun = "run_id = (select run_id from journal order by seq desc limit 1)";
const first = `(select min(seq) from journal where ${ofLastRun})`;
const changed = (table: string) => single(`select count(*) from "${table}" where seq >= ${first}`);
printResult({
  records: single("select count(*) from journal"),
  journalBytes: single(`select sum(${bytes}) from journal where kind in ('intent', 'identified', 'outcome')`),
  runBytes: single(`select coalesce(sum(${runBytes}), 0) from run`),
  recordsOfLastRun: single(`select count(*) from journal where ${ofLastRun}`),
  rowsOfLastRun: changed("resource") + changed("object") + changed("output"),
});
database.close();
