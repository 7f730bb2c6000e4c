/**
 * `coco doctor`: what is there (`facts/`), what that means (`checks/`), and how it is told.
 *
 * Looks at everything and stops nowhere. Changes nothing, takes no lock, never runs the program.
 */
export { doctorText } from "./doctor-text.js";
export { examine, outcomeOf } from "./examine.js";
export { loadPackage } from "./facts/index.js";
