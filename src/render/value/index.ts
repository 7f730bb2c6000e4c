/**
 * Values as text: on one line, or on as many as they need; what they were and what they become.
 *
 * Never shows what is secret.
 */
export { becomes, shownChange, wasFound } from "./shown-change.js";
export { shownValue, type ShownValue, type ValueRoom } from "./shown-value.js";
export { maskedJson, quoted, resourceLabel, resourceName, sidesText, valueText } from "./value-text.js";
