/**
 * Values to text: plans as people read them.
 *
 * Pure. Imports `model/`. Never prints, never knows a terminal, never shows what is secret.
 */
export { planJson } from "./plan-json.js";
export { planText } from "./plan-text.js";
export { valueText } from "./value-text.js";
