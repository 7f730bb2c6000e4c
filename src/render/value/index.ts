/**
 * Renders values on one line or on several, and changes of values.
 *
 * Never shows secrets.
 */
export { becomes, shownChange, wasFound } from "./shown-change.js";
export { shownValue, type ShownValue, type ValueRoom } from "./shown-value.js";
export { maskedJson, quoted, resourceLabel, resourceName, sidesText, valueText } from "./value-text.js";
