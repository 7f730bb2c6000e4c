/**
 * What is done with stacks as a whole: listed, made, chosen, taken away; what their runs were; their state as a
 * deployment and back; whether all that is kept of one is sound.
 *
 * None needs the program.
 */
export { exportStack, exportStackOf, type ExportOptions } from "./export-stack.js";
export { importStack, type ImportedStack, type ImportStackOptions } from "./import-stack.js";
export { selectStack } from "./select-stack.js";
export { stackHistory, type HistoryEntry, type HistoryOptions } from "./stack-history.js";
export { stacksOf, Stacks, type StackEntry, type StacksPlace } from "./stacks.js";
export { verifyStack, type StackCheck } from "./verify-stack.js";
