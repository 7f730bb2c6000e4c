import { diagnosticCatalogue } from "../../model/index.js";

export const problem = diagnosticCatalogue({
  "program/no-entry": "Program file not found",
  "program/no-compiler": "The compiler cannot be started",
  "program/compile-error": "Program does not compile",
  "program/compile-warning": "Compiler warning",
  "program/missing-package": "Imported package is not installed",
  "program/missing-typings": "Module of a Terraform provider was not generated",
  "program/missing-module": "Imported file does not exist",
  "program/cache-unwritable": "Cannot write the compiled program",
  "program/never-settled": "Program waits for a promise that can never settle",
  "program/work-still-running": "Program ended while work it started is still running",
  "program/exited": "Program called process.exit()",
  "program/uncaught": "Uncaught error in the program",
});
