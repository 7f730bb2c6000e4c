import { diagnosticCatalogue } from "../../model/index.js";

export const problem = diagnosticCatalogue({
  "program/no-entry": "The program's file is not there",
  "program/no-compiler": "The compiler of programs cannot be started",
  "program/compile-error": "The program cannot be compiled",
  "program/compile-warning": "The compiler doubts a line of the program",
  "program/missing-package": "The program imports a package that is not installed",
  "program/missing-module": "The program imports a file that is not there",
  "program/cache-unwritable": "The compiled program cannot be written",
  "program/never-settled": "The program waits for something that will never happen",
  "program/not-drained": "The program ended, but something it started is still open",
  "program/exited": "The program ended the process",
  "program/uncaught": "An error of the program was caught by nobody",
});
