/** Writes the generated parts of the reference: API pages, diagnostics, tables of options, settings, events and exit codes. */
import { writeFileSync } from "node:fs";
import { apiPages } from "../tests/reference/api-pages.js";
import { diagnosticsPages } from "../tests/reference/diagnostics-pages.js";
import { Reference } from "../tests/reference/reference.js";
import { withTables } from "../tests/reference/reference-tables.js";

const reference = new Reference(process.cwd());
const tables = reference.tables();
for (const [path, page] of reference.pages()) writeFileSync(path, withTables(page, tables));
const diagnostics = await reference.diagnostics();
for (const [name, page] of diagnosticsPages(diagnostics, reference.diagnosticsPages()))
  writeFileSync(`${Reference.folder}/diagnostics/${name}.md`, page);
for (const [path, { text, faults }] of apiPages(process.cwd())) {
  for (const fault of faults) console.error(fault);
  writeFileSync(path, text);
}
