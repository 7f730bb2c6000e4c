/** Writes docs/spec.md from the list of sentences and the tests that name them. */
import { writeFileSync } from "node:fs";
import { readSpecFiles } from "../tests/spec/spec-files.js";
import { specPage } from "../tests/spec/spec-page.js";

writeFileSync("docs/spec.md", specPage(readSpecFiles(process.cwd())));
