/**
 * A plan to be read: as text for people, as a document for their programs.
 *
 * Imports `model/` and what render makes of values and lines.
 */
export { planJson, sidesJson } from "./plan-json.js";
export { planText } from "./plan-text.js";
export { plainSentence, replacementRemark } from "./reason-text.js";
