/**
 * Values as text: on one line, or on as many as they need; what they were and what they become.
 *
 * Never shows what is secret.
 */
export { maskedJson } from "./masked-json.js";
export { resourceLabel, resourceName } from "./resource-label.js";
export { becomes, shownSides, wasFound } from "./shown-sides.js";
export { shownValue, type Shown, type ValueRoom } from "./shown-value.js";
export { sidesText } from "./sides-text.js";
export { quoted, valueText } from "./value-text.js";
