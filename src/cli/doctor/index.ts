/**
 * `coco doctor`: collects facts (`facts/`), evaluates them (`checks/`) and prints a report.
 *
 * A failed check never stops the others. Changes nothing, takes no lock, never runs the program.
 */
export { doctorText } from "./doctor-text.js";
export { examine, outcomeOf } from "./examine.js";
export { loadPackage } from "./facts/index.js";
