/**
 * Values to text: plans and what is behind them, as people read them and as JSON.
 *
 * Pure. Imports `model/`. Never prints, never knows a terminal, never shows what is secret.
 */
export { explainJson } from "./explain-json.js";
export { explainText } from "./explain-text.js";
export { maskedJson } from "./masked-json.js";
export { plainLook, type LineChange, type Look, type Style } from "./look.js";
export { planJson } from "./plan-json.js";
export { planText } from "./plan-text.js";
export { programCode, type CodeResource } from "./program-code.js";
export { valueText } from "./value-text.js";
