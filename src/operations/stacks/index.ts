/**
 * Operations on whole stacks: list, create, select, remove, history, export, import and verify.
 *
 * None of them needs the program.
 */
export { exportStack, exportStackOf, type ExportOptions } from "./export-stack.js";
export { importStack, type ImportedStack, type ImportStackOptions } from "./import-stack.js";
export { selectStack } from "./select-stack.js";
export { stackHistory, type HistoryEntry, type HistoryOptions } from "./stack-history.js";
export { stacksOf, Stacks, type StackEntry, type StacksPlace } from "./stacks.js";
export { verifyStack, type StackCheck } from "./verify-stack.js";
