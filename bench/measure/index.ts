/**
 * How things are measured: whole processes, taken in turn; programs below bench/subjects/; what a process says of
 * itself; what the disk does.
 */
export { syncsPerSecond } from "./disk.js";
export { measureInTurn, median, timesOf, type Times } from "./in-turn.js";
export { progress } from "./progress.js";
export { longestProcessMs, NotMeasured, runNode, runProcess, type Finished } from "./run-process.js";
export { runWitnessed, type Witnessed } from "./run-witnessed.js";
export { count, sizesUpTo } from "./sizes.js";
export { bundleSubject, measureSubject, runSubject, type Measured, type Result } from "./subject.js";
