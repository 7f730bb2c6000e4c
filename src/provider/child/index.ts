/**
 * Child processes that providers run in: started in a group of their own, watched, limited and ended, for whatever protocol
 * is spoken with them. It knows no protocol, and never starts a child again by itself.
 */
export { Child } from "./child.js";
export type { ChildEnd } from "./child-end.js";
export { onChildLine } from "./child-lines.js";
export { childProblem, outcomeWithoutAnswer, type ChildUse } from "./child-problem.js";
export { childRecordsFolder, endLeftChildren, type ChildRecord } from "./child-records.js";
export { startChild, type StartOptions } from "./start-child.js";
