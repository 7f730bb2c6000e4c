/**
 * Measuring: whole processes that run alternately, the programs in bench/subjects/, figures that a process reports about
 * itself, and the speed of the disk.
 */
export { syncsPerSecond } from "./disk.js";
export { measureInTurn, median, timesOf, type Times } from "./in-turn.js";
export { progress } from "./progress.js";
export {
  longestProcessMs,
  NotMeasured,
  runNode,
  runProcess,
  type Finished,
  type ProcessPlace,
} from "./run-process.js";
export { canMeasureTrees, runTree, type TreeUse } from "./run-tree.js";
export { runWitnessed, type Witnessed } from "./run-witnessed.js";
export { count, sizesUpTo } from "./sizes.js";
export { bundleSubject, measureSubject, runSubject, type Measured, type Result } from "./subject.js";
