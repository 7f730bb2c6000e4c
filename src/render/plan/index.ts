/** Renders a plan as text for people and as JSON for programs. */
export { changeMarks } from "./change-mark.js";
export { planJson, sidesJson } from "./plan-json.js";
export { planText } from "./plan-text.js";
export { plainSentence, predictedRemark, replacementRemark } from "./reason-text.js";
