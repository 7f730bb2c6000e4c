/**
 * The minimum work of a plan: imports a program of plain objects, opens the state file with the same SQLite, reads all
 * rows of resources and decodes their JSON.
 */
import { pathToFileURL } from "node:url";
import { tables } from "../../src/store/raw/tables.js";
import { openDatabase } from "../../src/store/sqlite/driver.js";

const [program = "", state = ""] = process.argv.slice(2);
await import(pathToFileURL(program).href);

const database = openDatabase(state);
let decoded = 0;
for (const table of ["resource", "object"] as const) {
  const texts = tables[table].columns.filter(({ type }) => type === "json").map(({ name }) => name);
  for (const row of database.all(`select * from "${table}"`)) {
    for (const name of texts) {
      const text = row[name];
      if (typeof text !== "string") continue;
      JSON.parse(text);
      decoded++;
    }
  }
}
database.close();
if (decoded === 0) throw new Error("There was nothing to read.");
