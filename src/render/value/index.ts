/**
 * Values as text: on one line, or on as many as they need; what they were and what they become.
 *
 * Never shows what is secret.
 */
export { becomes, shownSides, wasFound } from "./shown-sides.js";
export { shownValue, type Shown, type ValueRoom } from "./shown-value.js";
export { quoted, valueText, maskedJson, resourceLabel, resourceName, sidesText } from "./value-text.js";
