/**
 * What holds after every command of a scenario and of a simulation, whether it succeeded, failed or was cut off: state,
 * journal and cloud are compared with each other, and with what was planned.
 *
 * Trusts the cloud's own record of what was done to it, and nothing that the engine says of itself where that can be
 * avoided. What does not hold is thrown.
 */
export { checkPlan, checkPlanFile, checkSettledDown } from "./check-plan.js";
export { checkRun } from "./check-run.js";
export { checkUntouched, leftAlone } from "./check-untouched.js";
export { checkCreatedOnce, checkStateEqualsCloud } from "./compare-cloud.js";
export { JournalWatch } from "./journal-watch.js";
export type { RunHistory } from "./run-history.js";
export { storedText } from "./stored-text.js";
