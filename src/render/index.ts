/**
 * Renders plans, explanations, progress, diagnostics and values as text for people and as JSON.
 *
 * Pure. Imports: model. Never prints, never knows a terminal, never shows secrets.
 */
export { diagnosticText } from "./diagnostic-text.js";
export { explainJson } from "./explain-json.js";
export { explainOutputText } from "./explain-output-text.js";
export { explainText } from "./explain-text.js";
export { plainLook, type LineChange, type Look, type Style } from "./look.js";
export { outputsText } from "./outputs-text.js";
export { positionText } from "./position-text.js";
export { planJson, planText } from "./plan/index.js";
export { declaredProgram, programCode, type CodeResource, type CodeSetting } from "./program-code.js";
export { maskedJson, resourceLabel, valueText } from "./value/index.js";
