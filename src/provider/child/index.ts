/**
 * Child processes for providers: starts them in their own process group, supervises and terminates them. Independent of
 * the protocol. Never restarts a child by itself.
 */
export { Child } from "./child.js";
export type { ChildEnd } from "./child-end.js";
export { onChildLine } from "./child-lines.js";
export { childProblem, outcomeWithoutAnswer, type ChildUse } from "./child-problem.js";
export { childRecordsFolder, endLeftChildren, type ChildRecord } from "./child-records.js";
export { endWithUs } from "./end-with-us.js";
export { startChild, type StartOptions } from "./start-child.js";
