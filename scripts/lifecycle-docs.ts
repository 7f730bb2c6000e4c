/** Writes docs/lifecycle.md from the list of areas and the tests that they name. */
import { writeFileSync } from "node:fs";
import { lifecyclePage } from "../tests/lifecycle/lifecycle-page.js";
import { readTestFiles } from "../tests/lifecycle/test-files.js";

writeFileSync("docs/lifecycle.md", lifecyclePage(readTestFiles(process.cwd())));
