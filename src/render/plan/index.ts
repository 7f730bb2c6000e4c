/** A plan to be read: as text for people, as a document for their programs. */
export { changeMarks } from "./change-mark.js";
export { planJson, sidesJson } from "./plan-json.js";
export { planText } from "./plan-text.js";
export { plainSentence, predictedRemark, replacementRemark } from "./reason-text.js";
